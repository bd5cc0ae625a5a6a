import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { PriceBreak, QcVerdict, StockOrderStatus, StockOrderSums } from '#contract/stock-order-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

/** Those of the SKUs that the account may have stocked, with what an order of them must keep to. */
export async function findOfferable(ctx: AccountCtx, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; code: string; moq: number; pack: number }>`
    SELECT id, code, moq, pack FROM catalog_skus
    WHERE id = ANY(${[...ids]}::uuid[]) AND status <> 'discontinued' AND (owner_account_id IS NULL OR owner_account_id = ${ctx.account})`.execute(
    ctx.db,
  );
  return rows;
}

export async function findAccount(ctx: AccountCtx) {
  return ctx.db
    .selectFrom('accounts')
    .select(['name', 'currency'])
    .where('id', '=', ctx.account)
    .executeTakeFirstOrThrow();
}

export async function hasWarehouse(ctx: Ctx, id: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('warehouses')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
  return found !== undefined;
}

export type NewOrder = {
  account_id: string;
  id: string;
  warehouse_id: string;
  wanted_by: string | null;
  branding: string;
  note: string;
  currency: string;
  requested_by: string;
};
export type NewLine = { line: number; sku_id: string; quantity: number; moq: number; pack: number };

/** Adds a request; answers its number. */
export async function insertOrder(ctx: Ctx, order: NewOrder, lines: readonly NewLine[]): Promise<string> {
  const { number } = await ctx.db
    .insertInto('stock_orders')
    .values({ ...order, status: 'requested', requested_at: ctx.now })
    .returning('number')
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('stock_order_lines')
    .values(lines.map((line) => ({ account_id: order.account_id, stock_order_id: order.id, ...line })))
    .execute();
  return `PO-${number}`;
}

/** What changes of an order beside its state. */
export type Change = Partial<
  StockOrderSums & {
    deposit_percent: number;
    freight_kg: number;
    branding_fee: number;
    ready_on: string;
    eta: string;
    valid_until: string;
    answer: string;
    tracking: string;
  }
>;

/** Writes the order's new state and remembers when it came to it. */
export async function saveState(
  ctx: Ctx,
  order: { account_id: string; id: string; status: StockOrderStatus },
  status: StockOrderStatus,
  change: Change = {},
  note = '',
): Promise<void> {
  const { account_id, id } = order;
  await ctx.db
    .updateTable('stock_orders')
    .set(({ eb }) => ({ ...change, status, version: eb('version', '+', 1) }))
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
  if (status !== order.status || note !== '') await remember(ctx, order, status, note);
}

/** Adds to the history of an order. */
export async function remember(
  ctx: Ctx,
  { account_id, id }: { account_id: string; id: string },
  status: StockOrderStatus,
  note: string,
): Promise<void> {
  const actor_name = 'name' in ctx.actor ? ctx.actor.name : null;
  await ctx.db
    .insertInto('stock_order_events')
    .values({
      account_id,
      id: uuid(),
      stock_order_id: id,
      status,
      at: ctx.now,
      actor_kind: ctx.actor.kind,
      actor_name,
      note,
    })
    .execute();
}

export type QuotedLine = {
  line: number;
  quantity: number;
  unit_price: number;
  breaks: readonly PriceBreak[];
  moq: number;
  pack: number;
  delivery_piece: number | null;
};

export async function saveLines(
  ctx: Ctx,
  { account_id, id }: { account_id: string; id: string },
  lines: readonly QuotedLine[],
): Promise<void> {
  await sql`
    UPDATE stock_order_lines l SET quantity = n.quantity, unit_price = n.unit_price, breaks = n.breaks, moq = n.moq, pack = n.pack, delivery_piece = n.delivery_piece
    FROM json_to_recordset(${JSON.stringify(lines)}::json)
      AS n(line int, quantity int, unit_price bigint, breaks jsonb, moq int, pack int, delivery_piece bigint)
    WHERE l.account_id = ${account_id} AND l.stock_order_id = ${id} AND l.line = n.line`.execute(ctx.db);
}

export type Receipt = {
  id: string;
  verdict: QcVerdict;
  note: string;
  counts: readonly { line: number; good_qty: number; damaged_qty: number }[];
  file_ids: readonly string[];
};

/** Writes a delivery down and adds it to the order's lines. */
export async function insertReceipt(
  ctx: Ctx,
  { account_id, id }: { account_id: string; id: string },
  receipt: Receipt,
): Promise<void> {
  const { id: receipt_id, verdict, note, counts, file_ids } = receipt;
  const actor_name = 'name' in ctx.actor ? ctx.actor.name : null;
  await ctx.db
    .insertInto('stock_order_receipts')
    .values({ account_id, id: receipt_id, stock_order_id: id, at: ctx.now, actor_name, verdict, note })
    .execute();
  await ctx.db
    .insertInto('stock_order_counts')
    .values(counts.map((count) => ({ account_id, receipt_id, ...count })))
    .execute();
  if (file_ids.length > 0)
    await ctx.db
      .insertInto('stock_order_pictures')
      .values(file_ids.map((file_id, index) => ({ account_id, receipt_id, position: index + 1, file_id })))
      .execute();
  await sql`
    UPDATE stock_order_lines l SET received = l.received + n.good_qty + n.damaged_qty, damaged = l.damaged + n.damaged_qty
    FROM json_to_recordset(${JSON.stringify(counts)}::json) AS n(line int, good_qty int, damaged_qty int)
    WHERE l.account_id = ${account_id} AND l.stock_order_id = ${id} AND l.line = n.line`.execute(ctx.db);
}
