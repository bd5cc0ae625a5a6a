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
