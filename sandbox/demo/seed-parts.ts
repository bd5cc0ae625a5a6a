import { splitOrder, splitPreview } from '#server/features/orders/split-merge/split.service.ts';
import type { Account, Context } from './seed-merchant.ts';

/** A merchant sends one piece of an order that waits for payment by itself. */
export async function splitOne({ thread }: Context, { account_id, owner }: Account): Promise<void> {
  await thread.as(owner).run({ account_id }, async (ctx) => {
    const order = await ctx.db
      .selectFrom('orders')
      .select(['id', 'version'])
      .where('account_id', '=', account_id)
      .where('stage', '=', 'awaiting_payment')
      .where('units', '>', 2)
      .orderBy('placed_at', 'desc')
      .executeTakeFirst();
    if (!order) return;
    const line = await ctx.db
      .selectFrom('order_lines')
      .select('id')
      .where('account_id', '=', account_id)
      .where('order_id', '=', order.id)
      .where('requires_shipping', '=', true)
      .orderBy('position')
      .executeTakeFirstOrThrow();
    const body = { version: order.version, lines: [{ line_id: line.id, quantity: 1 }] };
    const { total } = await splitPreview(ctx, order.id, body);
    await splitOrder(ctx, order.id, { ...body, expected_total: total });
  });
}
