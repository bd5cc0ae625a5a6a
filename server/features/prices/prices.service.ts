import { v7 as uuid } from 'uuid';
import type { AccountCtx } from '#server/db/context.ts';
import * as changes from './price-changes.db.ts';
import * as rows from './prices.db.ts';
import { resolveNotifications } from '#server/features/notifications/index.ts';
import { skuFiguresChanged } from '#server/features/products/index.ts';

export type { CurrentPrice, PriceInput } from './prices.db.ts';

/**
 * Makes these the merchant's prices from now on: the row that was current for the same SKU, destination and channel
 * ends, so that every bill can name the row it used; proposals about it are closed, and figures of products follow. Amounts in
 * minor units. At most one row per such triple.
 */
export async function writePrices(ctx: AccountCtx, prices: readonly rows.PriceInput[]): Promise<void> {
  if (prices.length === 0) return;
  await rows.lockPrices(ctx);
  await rows.endPrices(ctx, prices);
  await rows.insertPrices(
    ctx,
    prices.map((price) => ({ ...price, id: price.id ?? uuid() })),
  );
  await resolveProposals(ctx, await changes.supersede(ctx, prices));
  await skuFiguresChanged(ctx, [...new Set(prices.map((price) => price.catalog_sku_id))]);
}

/** Nobody has to act on those of the proposals any more in which everything is decided. */
export async function resolveProposals(ctx: AccountCtx, proposalIds: readonly string[]): Promise<void> {
  if (proposalIds.length === 0) return;
  for (const id of await changes.findSettled(ctx, proposalIds))
    await resolveNotifications(ctx, id, ['price_proposed', 'price_reminder', 'price_due']);
}

/** The merchant's prices of these SKUs to one country that count now, one per channel. */
export async function currentPrices(
  ctx: AccountCtx,
  skuIds: readonly string[],
  destination: string,
): Promise<rows.CurrentPrice[]> {
  return skuIds.length === 0 ? [] : rows.findCurrent(ctx, skuIds, destination);
}
