import type { NotificationMessage } from '#contract/notification-events.ts';
import type { Ctx } from '#server/db/context.ts';
import { crossings } from './stock-watch.db.ts';

/** Who is told when a level asks for it. */
export type Watch = { notify(ctx: Ctx, message: NotificationMessage): Promise<void> };

/** Tells the client once when a SKU falls to its threshold, and once when none is left while orders wait. */
export async function watchLevels(ctx: Ctx, needs: Watch, accountId: string, skuIds: readonly string[]): Promise<void> {
  if (skuIds.length === 0) return;
  for (const sku of await crossings(ctx, accountId, [...new Set(skuIds)])) {
    const about = { account_id: accountId, subject: sku.sku_id, link: `/ProductStock/index?sku=${sku.sku_id}` };
    const params = { code: sku.code, title: sku.title, available: sku.available };
    if (sku.wanting)
      await needs.notify(ctx, { ...about, event: 'stock_out', params: { ...params, orders: sku.orders } });
    else await needs.notify(ctx, { ...about, event: 'stock_low', params: { ...params, threshold: sku.threshold } });
  }
}
