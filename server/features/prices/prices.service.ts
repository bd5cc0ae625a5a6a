import { v7 as uuid } from 'uuid';
import type { Ctx } from '#server/db/context.ts';
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
export async function writePrices(ctx: Ctx, accountId: string, prices: readonly rows.PriceInput[]): Promise<void> {
  if (prices.length === 0) return;
  await rows.lockPrices(ctx, accountId);
  await rows.endPrices(ctx, accountId, prices);
  await rows.insertPrices(
    ctx,
    accountId,
    prices.map((price) => ({ ...price, id: price.id ?? uuid() })),
  );
  await resolveProposals(ctx, accountId, await changes.supersede(ctx, accountId, prices));
  await skuFiguresChanged(ctx, accountId, [...new Set(prices.map((price) => price.catalog_sku_id))]);
}

/** Nobody has to act on those of the proposals any more in which everything is decided. */
export async function resolveProposals(ctx: Ctx, accountId: string, proposalIds: readonly string[]): Promise<void> {
  if (proposalIds.length === 0) return;
  for (const id of await changes.findSettled(ctx, accountId, proposalIds))
    await resolveNotifications(ctx, accountId, id, ['price_proposed', 'price_reminder', 'price_due']);
}

/** The merchant's prices of these SKUs to one country that count now, one per channel. */
export async function currentPrices(
  ctx: Ctx,
  accountId: string,
  skuIds: readonly string[],
  destination: string,
): Promise<rows.CurrentPrice[]> {
  return skuIds.length === 0 ? [] : rows.findCurrent(ctx, accountId, skuIds, destination);
}
