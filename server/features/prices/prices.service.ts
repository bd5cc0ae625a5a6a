import { v7 as uuid } from 'uuid';
import type { Ctx } from '#server/db/context.ts';
import * as changes from './price-changes.db.ts';
import type { Needs } from './prices-needs.ts';
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
    prices.map((price) => ({ ...price, id: price.id ?? uuid() })),
  );
}

/** The same, and proposals about prices that these took the place of ask for nothing any more. */
export const writePricesWith =
  ({ settle }: Pick<Needs, 'settle'>) =>
  async (ctx: Ctx, accountId: string, prices: readonly rows.PriceInput[]): Promise<void> => {
    await writePrices(ctx, accountId, prices);
    if (prices.length > 0)
      await settleProposals(ctx, { settle }, accountId, await changes.supersede(ctx, accountId, prices));
  };

/** Nobody has to act on those of the proposals any more in which everything is decided. */
export async function settleProposals(
  ctx: Ctx,
  { settle }: Pick<Needs, 'settle'>,
  accountId: string,
  proposalIds: readonly string[],
): Promise<void> {
  if (proposalIds.length === 0) return;
  for (const id of await changes.findSettled(ctx, accountId, proposalIds))
    await settle(ctx, accountId, id, ['price_proposed', 'price_reminder', 'price_due']);
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
