import type { LackingLine } from '#contract/order-lacks.ts';
import { requireStore, type MerchantCtx, notFound } from '#server/db/context.ts';
import { evaluate } from './review.service.ts';

/** The lines of an order that lack a price, and the country that they lack it for, as it is now. */
export async function lackOfOrder(
  ctx: MerchantCtx,
  id: string,
): Promise<{ country: string | null; lines: readonly LackingLine[] }> {
  const [order] = await evaluate(ctx, [id], false);
  if (!order) throw notFound('order');
  requireStore(ctx.actor, order.row.store_id);
  return { country: order.row.country, lines: order.state.lacking };
}

/** What these orders lack, of the stores that the reader may see. */
export async function lacksOfOrders(ctx: MerchantCtx, ids: readonly string[]) {
  const { stores } = ctx.actor;
  const seen = (await evaluate(ctx, ids, false)).filter(({ row }) => stores === null || stores.includes(row.store_id));
  return seen.map(({ row, state }) => ({
    id: row.id,
    name: row.name,
    country: row.country,
    lines: state.lacking,
  }));
}
