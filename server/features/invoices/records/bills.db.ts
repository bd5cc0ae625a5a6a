import { sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';
import { type Filter, type InvoiceRow, matching } from './invoices.db.ts';

/** An invoice, or a credit note with its amount below zero, as a bill of the provider. */
export type BillRow = Pick<
  InvoiceRow,
  'id' | 'currency' | 'goods' | 'freight' | 'fees' | 'total' | 'seller' | 'billed_to' | 'issued_at'
> & {
  number: string;
  /** When it is to be paid. */
  due_at: Date;
  /** The invoice that a credit note is given for; null where it is the invoice itself. */
  credit_of: string | null;
};

/** Which bills: by the state and number of their invoices, and by their own days in the zone of the account. */
export type BillFilter = Omit<Filter, 'issued' | 'sort' | 'after'> & {
  from?: string | undefined;
  to?: string | undefined;
};

/** Invoices and credit notes of the filter; each by its own day of issue. */
function bills(ctx: AccountCtx, { from, to, ...filter }: BillFilter) {
  const start = (day: string, days: number) =>
    sql`(${day}::date + ${days}::int)::timestamp AT TIME ZONE (SELECT a.time_zone FROM accounts a WHERE a.id = ${ctx.account})`;
  const within = sql.join(
    [
      sql`true`,
      ...(from === undefined ? [] : [sql`issued_at >= ${start(from, 0)}`]),
      ...(to === undefined ? [] : [sql`issued_at < ${start(to, 1)}`]),
    ],
    sql` AND `,
  );
  const invoices = sql`SELECT i.* FROM invoices i WHERE ${matching(ctx, filter)}`;
  return sql`
    SELECT id, 'INV-' || number AS number, NULL AS credit_of, currency, goods, freight, fees, total, seller, billed_to, issued_at, coalesce(price_valid_until, issued_at) AS due_at
    FROM (${invoices}) i WHERE ${within}
    UNION ALL
    SELECT c.id, 'CN-' || c.number, 'INV-' || i.number, i.currency, 0, 0, 0, -c.amount, i.seller, i.billed_to, c.issued_at, c.issued_at
    FROM (SELECT * FROM credit_notes WHERE account_id = ${ctx.account} AND ${within}) c
    JOIN (${invoices}) i ON i.account_id = c.account_id AND i.id = c.invoice_id`;
}

/** A batch of bills, the oldest first, behind the one named `after`. */
export async function listBills(
  ctx: AccountCtx,
  filter: BillFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<BillRow[]> {
  const last = sql`SELECT issued_at, id FROM invoices WHERE account_id = ${ctx.account} AND id = ${after}
    UNION ALL SELECT issued_at, id FROM credit_notes WHERE account_id = ${ctx.account} AND id = ${after}`;
  const behind = after === null ? sql`true` : sql`(b.issued_at, b.id) > (${last})`;
  const { rows } = await sql<BillRow>`
    SELECT * FROM (${bills(ctx, filter)}) b WHERE ${behind} ORDER BY b.issued_at, b.id LIMIT ${limit}`.execute(ctx.db);
  return rows;
}

/** Lines that bills have in a file: one for each kind of cost, and one for a credit note. */
export async function countBillLines(ctx: AccountCtx, filter: BillFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT coalesce(sum((goods <> 0)::int + (freight <> 0)::int + (fees <> 0)::int + (credit_of IS NOT NULL)::int), 0)::int AS n
    FROM (${bills(ctx, filter)}) b`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** What bills come to. */
export type Sums = {
  currency: string;
  invoices: number;
  credit_notes: number;
  goods: number;
  freight: number;
  fees: number;
  billed: number;
  credited: number;
  total: number;
};

export async function sumBills(ctx: AccountCtx, filter: BillFilter): Promise<Sums> {
  const { rows } = await sql<Sums>`
    SELECT a.currency, count(b.id) FILTER (WHERE b.credit_of IS NULL)::int AS invoices, count(b.credit_of)::int AS credit_notes,
      coalesce(sum(b.goods), 0)::bigint AS goods, coalesce(sum(b.freight), 0)::bigint AS freight,
      coalesce(sum(b.fees), 0)::bigint AS fees,
      coalesce(sum(b.total) FILTER (WHERE b.credit_of IS NULL), 0)::bigint AS billed,
      coalesce(-sum(b.total) FILTER (WHERE b.credit_of IS NOT NULL), 0)::bigint AS credited,
      coalesce(sum(b.total), 0)::bigint AS total
    FROM accounts a LEFT JOIN (${bills(ctx, filter)}) b ON b.currency = a.currency
    WHERE a.id = ${ctx.account} GROUP BY a.currency`.execute(ctx.db);
  const [sums] = rows;
  if (!sums) throw new Error('the account is missing');
  return sums;
}

/** The zone in which the account counts its days. */
export async function findZone(ctx: AccountCtx): Promise<string> {
  const account = ctx.db.selectFrom('accounts').select('time_zone').where('id', '=', ctx.account);
  return (await account.executeTakeFirstOrThrow()).time_zone;
}
