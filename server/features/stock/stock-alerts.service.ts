import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { crossings, deadStock } from './stock-list.db.ts';
import { notify } from '#server/features/notifications/index.ts';

/** Tells clients once of SKUs that have been stored for 90 days without one sold; again when that happens again. */
export async function watchDeadStock(ctx: Ctx): Promise<number> {
  const dead = await deadStock(ctx);
  for (const { account_id, sku_id, code, title, available } of dead)
    await notify(ctx, {
      event: 'stock_dead',
      account_id,
      subject: sku_id,
      params: { code, title, available },
      link: `/ProductStock/index?q=${encodeURIComponent(code)}`,
    });
  return dead.length;
}

/** Tells the client once when a SKU falls to its threshold, and once when none is left while orders wait. */
export async function checkStockLevels(ctx: AccountCtx, skuIds: readonly string[]): Promise<void> {
  if (skuIds.length === 0) return;
  for (const sku of await crossings(ctx, [...new Set(skuIds)])) {
    const about = {
      account_id: ctx.account,
      subject: sku.sku_id,
      link: `/ProductStock/index?q=${encodeURIComponent(sku.code)}`,
    };
    const params = { code: sku.code, title: sku.title, available: sku.available };
    if (sku.wanting) await notify(ctx, { ...about, event: 'stock_out', params: { ...params, orders: sku.orders } });
    else await notify(ctx, { ...about, event: 'stock_low', params: { ...params, threshold: sku.threshold } });
  }
}
