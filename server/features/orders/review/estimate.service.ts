import type { Ctx } from '#server/db/context.ts';
import { findPrices } from '../records/facts.db.ts';
import { findStoreRules } from '../records/account-rules.db.ts';
import { type PricedLine, priceWithin } from '#server/features/shipping/index.ts';

/** One piece of something, on its way from a store to a country. */
export type ToEstimate = {
  key: string;
  store_id: string;
  country: string;
  components: PricedLine['components'];
};

/**
 * What an order of one piece would cost, by key; without a price or a channel for all of it there is none. Priced as orders
 * are: the channel that the store named for the country, else the cheapest.
 */
export async function estimateOrders(
  ctx: Ctx,
  accountId: string,
  wanted: readonly ToEstimate[],
): Promise<Map<string, { amount: number; currency: string }>> {
  const skus = [...new Set(wanted.flatMap((one) => one.components.map((part) => part.sku_id)))];
  const countries = [...new Set(wanted.map((one) => one.country))];
  const prices = skus.length === 0 ? [] : await findPrices(ctx, accountId, skus, countries);
  const rules = await findStoreRules(ctx, accountId, [...new Set(wanted.map((one) => one.store_id))]);
  const costs = new Map<string, { amount: number; currency: string }>();
  for (const { key, store_id, country, components } of wanted) {
    const line = { line_id: key, title: key, quantity: 1, components };
    const there = prices.filter((price) => price.destination === country);
    const pricing = priceWithin([line], there, country, rules.get(store_id)?.default_channels[country]);
    if (pricing.kind === 'priced') costs.set(key, { amount: pricing.cost.total, currency: pricing.cost.currency });
  }
  return costs;
}
