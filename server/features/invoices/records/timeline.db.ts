import { sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';
import { seesStore } from '#server/db/store-scope.ts';

export type TimelineBill = {
  id: string;
  invoice_id: string;
  number: string;
  at: Date;
  currency: string;
  total: number;
  ledger_seq: number;
  lines: TimelineLine[];
  credits: { number: string; amount: number; at: string; reason: string }[];
};
/** Lines of changes that cost less or the same: they are on no invoice, and sum up to what was given back. */
export async function findChangedLines(ctx: AccountCtx, orderId: string): Promise<TimelineLine[]> {
  const { rows } = await sql<TimelineLine>`
    SELECT l.code, l.title, l.sku, l.quantity, l.unit_amount, l.amount, l.inputs,
      CASE WHEN p.id IS NULL THEN NULL ELSE json_build_object('unit_price', p.unit_price, 'valid_from', p.valid_from, 'quote', NULL) END AS price
    FROM order_changes c
    CROSS JOIN LATERAL jsonb_to_recordset(c.lines)
      AS l(code text, title text, sku text, quantity int, unit_amount bigint, amount bigint, price_id uuid, inputs jsonb)
    LEFT JOIN prices p ON p.account_id = c.account_id AND p.id = l.price_id
    WHERE c.account_id = ${ctx.account} AND c.order_id = ${orderId} AND c.invoice_id IS NULL ORDER BY c.order_version`.execute(
    ctx.db,
  );
  return rows;
}

export type TimelineLine = {
  code: string;
  title: string;
  sku: string | null;
  quantity: number;
  unit_amount: number;
  amount: number;
  inputs: Record<string, unknown>;
  /** The row of the price list that it was charged by, and the quote that made it. */
  price: {
    unit_price: number;
    valid_from: string;
    quote: { id: string; number: string; version: number } | null;
  } | null;
};

/** What was billed and paid for an order, line by line, with the prices that it was charged by. */
export async function findTimelineBills(ctx: AccountCtx, orderId: string): Promise<TimelineBill[]> {
  const { rows } = await sql<TimelineBill>`
    SELECT io.id, n.id AS invoice_id, 'INV-' || n.number AS number, n.paid_at AS at, n.currency, io.total, n.ledger_seq,
      (SELECT coalesce(json_agg(json_build_object('code', l.code, 'title', l.title, 'sku', l.sku, 'quantity', l.quantity,
          'unit_amount', l.unit_amount, 'amount', l.amount, 'inputs', l.inputs,
          'price', CASE WHEN p.id IS NULL THEN NULL ELSE json_build_object('unit_price', p.unit_price, 'valid_from', p.valid_from,
            'quote', CASE WHEN q.id IS NULL THEN NULL ELSE json_build_object('id', q.id, 'number', 'Q-' || q.number, 'version', p.quote_version) END) END)
        ORDER BY l.line), '[]')
       FROM invoice_lines l
       LEFT JOIN prices p ON p.account_id = l.account_id AND p.id = l.price_id
       LEFT JOIN quotes q ON q.account_id = p.account_id AND q.id = p.quote_id AND ${seesStore(ctx.actor, sql`q.store_id`)}
       WHERE l.account_id = io.account_id AND l.invoice_order_id = io.id) AS lines,
      (SELECT coalesce(json_agg(json_build_object('number', 'CN-' || c.number, 'amount', c.amount, 'at', c.issued_at, 'reason', c.reason)
        ORDER BY c.number), '[]')
       FROM credit_notes c WHERE c.account_id = io.account_id AND c.invoice_order_id = io.id) AS credits
    FROM invoice_orders io JOIN invoices n ON n.account_id = io.account_id AND n.id = io.invoice_id
    WHERE io.account_id = ${ctx.account} AND io.order_id = ${orderId} AND n.paid_at IS NOT NULL ORDER BY io.part`.execute(
    ctx.db,
  );
  return rows;
}
