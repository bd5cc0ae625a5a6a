import { v7 as uuid } from 'uuid';
import type { Ctx } from '#server/db/context.ts';
import * as rows from './prices.db.ts';

export type { CurrentPrice, PriceInput } from './prices.db.ts';

/**
 * Makes these the merchant's prices from now on: the row that was current for the same SKU, destination and channel
 * ends, so that every bill can name the row it used. Amounts in minor units. At most one row per such triple.
 */
export async function writePrices(ctx: Ctx, accountId: string, prices: readonly rows.PriceInput[]): Promise<void> {
  if (prices.length === 0) return;
  await rows.lockPrices(ctx, accountId);
  await rows.endPrices(ctx, accountId, prices);
  await rows.insertPrices(
    ctx,
    accountId,
    prices.map((price) => ({ ...price, id: uuid() })),
  );
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
