import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { type BilledQuery, billedColumns, type NewInvoiceOrder } from '#server/features/invoices/index.ts';
import type { PayingOrder } from '#server/features/orders/index.ts';

export type Selection = {
  id: string;
  created_by: string;
  expires_at: Date;
  orders: number;
  total: number;
  currency: string;
  state: 'shown' | 'paying' | 'paid' | 'failed';
  job_id: string | null;
  invoice_id: string | null;
};
/** What an order of a selection was shown at. */
export type ShownOrder = {
  order_id: string;
  addition: boolean;
  goods: number;
  freight: number;
  fees: number;
  total: number;
};
/** How an order is billed, and what it takes from stock. */
export type Bill = NewInvoiceOrder & {
  name: string;
  demand: PayingOrder['demand'];
};
/** An order that the job looked at: its bill, or why it cannot be paid as it was shown (a kept sentence). */
export type EvaluatedOrder = { order_id: string; version: number; bill: Bill | null; problem: string | null };

export async function insertSelection(
  ctx: AccountCtx,
  selection: Pick<Selection, 'id' | 'created_by' | 'expires_at' | 'orders' | 'total' | 'currency'>,
  orders: readonly ShownOrder[],
): Promise<void> {
  await ctx.db
    .insertInto('payment_selections')
    .values({ account_id: ctx.account, created_at: ctx.now, ...selection })
    .execute();
  await sql`
    INSERT INTO payment_selection_orders (account_id, selection_id, order_id, addition, goods, freight, fees, total)
    SELECT ${ctx.account}, ${selection.id}, r.order_id, r.addition, r.goods, r.freight, r.fees, r.total
    FROM json_to_recordset(${JSON.stringify(orders)}::json)
      AS r(order_id uuid, addition boolean, goods bigint, freight bigint, fees bigint, total bigint)`.execute(ctx.db);
}

/** A selection, kept still until the transaction ends. */
export async function lockSelection(ctx: AccountCtx, id: string): Promise<Selection | undefined> {
  const { rows } = await sql<Selection>`
    SELECT id, created_by, expires_at, orders, total, currency, state, job_id, invoice_id FROM payment_selections
    WHERE account_id = ${ctx.account} AND id = ${id} FOR UPDATE`.execute(ctx.db);
  return rows[0];
}

type Change = { state: Selection['state']; job_id?: string; invoice_id?: string };

export async function changeSelection(ctx: AccountCtx, id: string, change: Change): Promise<void> {
  await ctx.db
    .updateTable('payment_selections')
    .set(change)
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

/** The next orders of a selection in the sequence of their ids, as they were shown. */
export async function findShown(ctx: AccountCtx, id: string, after: string, limit: number): Promise<ShownOrder[]> {
  const { rows } = await sql<ShownOrder>`
    SELECT order_id, addition, goods, freight, fees, total FROM payment_selection_orders
    WHERE account_id = ${ctx.account} AND selection_id = ${id} AND order_id > ${after} ORDER BY order_id LIMIT ${limit}`.execute(
    ctx.db,
  );
  return rows;
}

/** Keeps what the job found of orders. */
export async function saveEvaluated(ctx: AccountCtx, id: string, orders: readonly EvaluatedOrder[]): Promise<void> {
  await sql`
    UPDATE payment_selection_orders s SET bill = r.bill, order_version = r.version, problem = r.problem
    FROM json_to_recordset(${JSON.stringify(orders)}::json) AS r(order_id uuid, version int, bill jsonb, problem text)
    WHERE s.account_id = ${ctx.account} AND s.selection_id = ${id} AND s.order_id = r.order_id`.execute(ctx.db);
}

/** How many orders cannot be paid as they were shown, with the first reasons. */
export async function findProblems(ctx: AccountCtx, id: string): Promise<{ count: number; first: string[] }> {
  const { rows } = await sql<{ count: number; first: string[] | null }>`
    SELECT count(*)::int AS count, (array_agg(problem ORDER BY order_id))[1:3] AS first FROM payment_selection_orders
    WHERE account_id = ${ctx.account} AND selection_id = ${id} AND problem IS NOT NULL`.execute(ctx.db);
  return { count: rows[0]?.count ?? 0, first: rows[0]?.first ?? [] };
}

/** Lets the transaction keep the bills of ten thousand orders, some 12 MB, in memory; they would go through a file otherwise. */
export async function keepBillsInMemory(ctx: AccountCtx): Promise<void> {
  await sql`SET LOCAL work_mem = '32MB'`.execute(ctx.db);
}

/** What the evaluated orders come to. */
export async function sumBills(ctx: AccountCtx, id: string) {
  const { rows } = await sql<{ orders: number; goods: number; freight: number; fees: number; total: number }>`
    SELECT count(*)::int AS orders, coalesce(sum((bill ->> 'goods')::bigint), 0)::bigint AS goods,
      coalesce(sum((bill ->> 'freight')::bigint), 0)::bigint AS freight, coalesce(sum((bill ->> 'fees')::bigint), 0)::bigint AS fees,
      coalesce(sum((bill ->> 'total')::bigint), 0)::bigint AS total
    FROM payment_selection_orders WHERE account_id = ${ctx.account} AND selection_id = ${id} AND bill IS NOT NULL`.execute(
    ctx.db,
  );
  return rows[0] ?? { orders: 0, goods: 0, freight: 0, fees: 0, total: 0 };
}

/** Whole orders of a selection with the version in which they were evaluated. */
export async function findVersions(ctx: AccountCtx, id: string): Promise<{ order_id: string; version: number }[]> {
  const { rows } = await sql<{ order_id: string; version: number }>`
    SELECT order_id, order_version AS version FROM payment_selection_orders
    WHERE account_id = ${ctx.account} AND selection_id = ${id} AND NOT addition ORDER BY order_id`.execute(ctx.db);
  return rows;
}

/** Orders of a selection of which only what came to them is paid. */
export async function findAdditions(ctx: AccountCtx, id: string): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    SELECT order_id FROM payment_selection_orders
    WHERE account_id = ${ctx.account} AND selection_id = ${id} AND addition ORDER BY order_id`.execute(ctx.db);
  return rows.map((row) => row.order_id);
}

/** Names of the orders that were evaluated by prices which have ended since; the bills are read only where one has. */
export async function findOutdated(ctx: AccountCtx, id: string, prices: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    WITH ended AS MATERIALIZED (
      SELECT p.id FROM prices p
      WHERE p.account_id = ${ctx.account} AND p.id = ANY(${[...prices]}::uuid[]) AND p.valid_to IS NOT NULL
    )
    SELECT DISTINCT s.bill ->> 'name' AS name
    FROM payment_selection_orders s CROSS JOIN LATERAL jsonb_array_elements(s.bill -> 'lines') l
    WHERE s.account_id = ${ctx.account} AND s.selection_id = ${id} AND EXISTS (SELECT FROM ended)
      AND (l ->> 'price_id')::uuid = ANY(ARRAY(SELECT id FROM ended))
    ORDER BY 1`.execute(ctx.db);
  return rows.map((row) => row.name);
}

/** The whole orders as they are billed, in the sequence of their ids. */
export const queryBills = (ctx: AccountCtx, id: string): BilledQuery => sql`
  SELECT b.* FROM payment_selection_orders s CROSS JOIN LATERAL jsonb_to_record(s.bill) AS b(${billedColumns})
  WHERE s.account_id = ${ctx.account} AND s.selection_id = ${id} AND NOT s.addition ORDER BY s.order_id`;

/** What the next whole orders take from stock, in the sequence of their ids. */
export async function findDemands(
  ctx: AccountCtx,
  id: string,
  after: string,
  limit: number,
): Promise<Bill['demand'][]> {
  const { rows } = await sql<{ demand: Bill['demand'] }>`
    SELECT bill -> 'demand' AS demand FROM payment_selection_orders
    WHERE account_id = ${ctx.account} AND selection_id = ${id} AND order_id > ${after} AND NOT addition
    ORDER BY order_id LIMIT ${limit}`.execute(ctx.db);
  return rows.map((row) => row.demand);
}

/** The prices that the whole orders are billed by. */
export async function findPrices(ctx: AccountCtx, id: string): Promise<string[]> {
  const { rows } = await sql<{ price_id: string }>`
    SELECT DISTINCT l ->> 'price_id' AS price_id
    FROM payment_selection_orders s CROSS JOIN LATERAL jsonb_array_elements(s.bill -> 'lines') l
    WHERE s.account_id = ${ctx.account} AND s.selection_id = ${id} AND NOT s.addition AND l ->> 'price_id' IS NOT NULL`.execute(
    ctx.db,
  );
  return rows.map((row) => row.price_id);
}

/** Previews that nobody paid, and what payments were made of, once they are of no use. */
export async function dropOld(ctx: Ctx, before: Date): Promise<void> {
  await sql`DELETE FROM payment_selections WHERE expires_at < ${before} AND state <> 'paying'`.execute(ctx.db);
}
