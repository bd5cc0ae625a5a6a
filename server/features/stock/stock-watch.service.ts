import type { NotificationEvent, NotificationMessage } from '#contract/notification-events.ts';
import type { Ctx } from '#server/db/context.ts';
import { crossings, deadStock } from './stock-watch.db.ts';

/** Who is told when a level asks for it. */
export type Watch = { notify(ctx: Ctx, message: NotificationMessage): Promise<void> };

/** The same, for matters that wait for somebody. */
export type RequestWatch = Watch & {
  settle(ctx: Ctx, accountId: string, subject: string, events: readonly NotificationEvent[]): Promise<void>;
};

/** Tells clients once of SKUs that have been stored for 90 days without one sold; again when that happens anew. */
export async function watchDeadStock(ctx: Ctx, needs: Watch): Promise<number> {
  const dead = await deadStock(ctx);
  for (const { account_id, sku_id, code, title, available } of dead)
    await needs.notify(ctx, {
      event: 'stock_dead',
      account_id,
      subject: sku_id,
      params: { code, title, available },
      link: `/ProductStock/index?q=${encodeURIComponent(code)}`,
    });
  return dead.length;
}

/** Tells the client once when a SKU falls to its threshold, and once when none is left while orders wait. */
export async function watchLevels(ctx: Ctx, needs: Watch, accountId: string, skuIds: readonly string[]): Promise<void> {
  if (skuIds.length === 0) return;
  for (const sku of await crossings(ctx, accountId, [...new Set(skuIds)])) {
    const about = {
      account_id: accountId,
      subject: sku.sku_id,
      link: `/ProductStock/index?q=${encodeURIComponent(sku.code)}`,
    };
    const params = { code: sku.code, title: sku.title, available: sku.available };
    if (sku.wanting)
      await needs.notify(ctx, { ...about, event: 'stock_out', params: { ...params, orders: sku.orders } });
    else await needs.notify(ctx, { ...about, event: 'stock_low', params: { ...params, threshold: sku.threshold } });
  }
}
