import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

export type BilledRow = {
  id: string;
  invoice_id: string;
  number: number;
  total: number;
  credited: number;
  /** What was paid for units that replacements send: it cannot be given back as well. */
  replaced_worth: number;
  /** What the provider keeps of units that were cancelled: it is not given back with the others. */
  kept: number;
  invoice_total: number;
  invoice_credited: number;
  currency: string;
  ledger_seq: number;
};

/** What was billed for an order and is paid, the latest part first; with `lock` it stays as it is until the transaction ends. */
export async function findBilled(ctx: Ctx, accountId: string, orderId: string, lock = false): Promise<BilledRow[]> {
  const { rows } = await sql<BilledRow>`
    SELECT io.id, io.invoice_id, n.number, io.total, io.credited, io.replaced_worth, io.kept, n.total AS invoice_total, n.credited AS invoice_credited,
      n.currency, n.ledger_seq
    FROM invoice_orders io JOIN invoices n ON n.account_id = io.account_id AND n.id = io.invoice_id
    WHERE io.account_id = ${accountId} AND io.order_id = ${orderId} AND n.paid_at IS NOT NULL
    ORDER BY io.part DESC ${lock ? sql`FOR UPDATE` : sql``}`.execute(ctx.db);
  return rows;
}

export type PaidRow = { order_id: string; paid: number; credited: number; left: number; currency: string };

/** What was billed for each of these orders and is paid, and what of it was given back. */
export async function findPaid(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<PaidRow[]> {
  const { rows } = await sql<PaidRow>`
    SELECT io.order_id, sum(io.total)::bigint AS paid, sum(io.credited)::bigint AS credited,
      sum(io.total - io.credited - io.replaced_worth - io.kept)::bigint AS left, min(n.currency) AS currency
    FROM invoice_orders io JOIN invoices n ON n.account_id = io.account_id AND n.id = io.invoice_id
    WHERE io.account_id = ${accountId} AND io.order_id = ANY(${orderIds}::uuid[]) AND n.paid_at IS NOT NULL
    GROUP BY io.order_id`.execute(ctx.db);
  return rows;
}

export type OrderCredit = { number: string; amount: number; invoice: { id: string; number: string } };

/** Credit notes that were given for a cause. */
export async function findCreditsFor(ctx: Ctx, accountId: string, cause: string): Promise<OrderCredit[]> {
  const { rows } = await sql<OrderCredit>`
    SELECT 'CN-' || c.number AS number, c.amount, json_build_object('id', n.id, 'number', 'INV-' || n.number) AS invoice
    FROM credit_notes c
    JOIN invoice_orders io ON io.account_id = c.account_id AND io.id = c.invoice_order_id
    JOIN invoices n ON n.account_id = c.account_id AND n.id = c.invoice_id
    WHERE c.account_id = ${accountId} AND c.cause = ${cause} ORDER BY c.number`.execute(ctx.db);
  return rows;
}

/** Adds to what replacements hold of an order's bill, or takes from it; the table refuses more than is left of its total. */
export async function addReplaced(ctx: Ctx, accountId: string, id: string, amount: number): Promise<void> {
  await sql`
    UPDATE invoice_orders SET replaced_worth = replaced_worth + ${amount}
    WHERE account_id = ${accountId} AND id = ${id}`.execute(ctx.db);
}

/** Adds to what is kept of an order's bill; the table refuses more than is left of its total. */
export async function addKept(ctx: Ctx, accountId: string, id: string, amount: number): Promise<void> {
  await sql`
    UPDATE invoice_orders SET kept = kept + ${amount} WHERE account_id = ${accountId} AND id = ${id}`.execute(ctx.db);
}

/** Adds to what was given back of an order's bill; the table refuses more than its total. */
export async function addCredited(ctx: Ctx, accountId: string, id: string, amount: number): Promise<void> {
  await sql`
    UPDATE invoice_orders SET credited = credited + ${amount} WHERE account_id = ${accountId} AND id = ${id}`.execute(
    ctx.db,
  );
}
