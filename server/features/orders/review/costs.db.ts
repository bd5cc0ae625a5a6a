import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

/** The lines that an order was billed with. */
export async function findBilled(ctx: Ctx, accountId: string, orderId: string) {
  return ctx.db
    .selectFrom('invoice_orders as o')
    .innerJoin('invoice_lines as l', (join) =>
      join.onRef('l.account_id', '=', 'o.account_id').onRef('l.invoice_order_id', '=', 'o.id'),
    )
    .select(['l.code', 'l.title', 'l.sku', 'l.quantity', 'l.unit_amount', 'l.amount', 'l.price_id', 'l.inputs'])
    .where('o.account_id', '=', accountId)
    .where('o.order_id', '=', orderId)
    .orderBy('o.part')
    .orderBy('l.line')
    .execute();
}

type ChangedLine = Awaited<ReturnType<typeof findBilled>>[number];

/** Lines of ways that cost less than the one before, or the same: they are on no invoice, and add up to what came back. */
export async function findChanged(ctx: Ctx, accountId: string, orderId: string): Promise<ChangedLine[]> {
  const { rows } = await sql<ChangedLine>`
    SELECT l.code, l.title, l.sku, l.quantity, l.unit_amount, l.amount, l.price_id, l.inputs
    FROM order_changes c
    CROSS JOIN LATERAL jsonb_to_recordset(c.lines)
      AS l(code text, title text, sku text, quantity int, unit_amount bigint, amount bigint, price_id uuid, inputs jsonb)
    WHERE c.account_id = ${accountId} AND c.order_id = ${orderId} AND c.invoice_id IS NULL ORDER BY c.order_version`.execute(
    ctx.db,
  );
  return rows;
}
