import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { type Span, within } from '#server/db/day-span.ts';

export type Invoicing = {
  name: string;
  invoicing: 'checkout' | 'daily';
  valid_hours: number;
  currency: string;
  /** Today in the zone of the account, and when it began. */
  today: string;
  day_began: Date;
  invoiced_on: string | null;
};

/** How an account is invoiced; with `lock` it stays so until the transaction ends. Undefined where there is no such account. */
export async function findInvoicing(ctx: AccountCtx, lock = false): Promise<Invoicing | undefined> {
  const { rows } = await sql<Invoicing>`
    SELECT name, invoicing, invoice_valid_hours AS valid_hours, currency, (${ctx.now}::timestamptz AT TIME ZONE time_zone)::date::text AS today,
      date_trunc('day', ${ctx.now}::timestamptz, time_zone) AS day_began, invoiced_on::text AS invoiced_on
    FROM accounts WHERE id = ${ctx.account} ${lock ? sql`FOR NO KEY UPDATE` : sql``}`.execute(ctx.db);
  return rows[0];
}

/** Orders that an invoice can be issued for; samples are bought by hand. */
const billable = (account: string, placed: Span | undefined) => {
  const parts = [
    sql`account_id = ${account} AND stage = 'awaiting_payment' AND payment = 'none' AND NOT held AND quote_id IS NULL`,
    ...within('placed_at', placed),
  ];
  return sql`FROM orders WHERE ${sql.join(parts, sql` AND `)}`;
};

type Billable = { orders: number; total: number; beyond: number };

/** How many orders of some days, or of all, an invoice can be issued for, what they cost, and how many are beyond an amount. */
export async function sumBillable(
  ctx: AccountCtx,
  placed: Span | undefined,
  upTo: number | undefined,
): Promise<Billable> {
  const { rows } = await sql<Billable>`
    SELECT count(*) FILTER (WHERE within)::int AS orders, coalesce(sum(cost_total) FILTER (WHERE within), 0)::bigint AS total,
      count(*) FILTER (WHERE NOT within)::int AS beyond
    FROM (${summedUp(ctx.account, placed, upTo)}) b`.execute(ctx.db);
  return rows[0] ?? { orders: 0, total: 0, beyond: 0 };
}

/** The orders with what they cost, and whether it stays within an amount with all that were placed before. */
const summedUp = (account: string, placed: Span | undefined, upTo: number | undefined) => sql`
  SELECT id, placed_at, cost_total,
    ${upTo === undefined ? sql`true` : sql`sum(coalesce(cost_total, 0)) OVER (ORDER BY placed_at, id) <= ${upTo}`} AS within
  ${billable(account, placed)}`;

/** The same orders, those placed first at the beginning. */
export async function findBillable(
  ctx: AccountCtx,
  placed: Span | undefined,
  most: number,
  upTo?: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${summedUp(ctx.account, placed, upTo)}) b WHERE within ORDER BY placed_at, id LIMIT ${most}`.execute(
    ctx.db,
  );
  return rows.map((row) => row.id);
}

/** Accounts that are invoiced every night and were not today, from an hour of their own day on. */
export async function findNightly(ctx: Ctx, fromHour: number): Promise<{ account_id: string }[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT id AS account_id FROM accounts
    WHERE invoicing = 'daily' AND extract(hour FROM ${ctx.now}::timestamptz AT TIME ZONE time_zone) >= ${fromHour}
      AND (invoiced_on IS NULL OR invoiced_on < (${ctx.now}::timestamptz AT TIME ZONE time_zone)::date)
    ORDER BY id`.execute(ctx.db);
  return rows;
}

/** Open invoices whose prices have ended, whoever's they are; the longest overdue first. */
export async function findEnded(ctx: Ctx, most: number): Promise<{ account_id: string; id: string }[]> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    SELECT account_id, id FROM invoices WHERE status = 'open' AND price_valid_until <= ${ctx.now}
    ORDER BY price_valid_until LIMIT ${most}`.execute(ctx.db);
  return rows;
}
