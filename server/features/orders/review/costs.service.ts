import { requireStore, type MerchantCtx, notFound, readerLanguage, type AccountCtx } from '#server/db/context.ts';
import { keptSentence } from '#server/lib/refusal-texts.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { type PricedLine, priceWithin } from '#server/features/shipping/index.ts';
import { findAccountCurrency, findBilledLines, findChangedLines } from '../records/orders.db.ts';
import { evaluate } from './review.service.ts';
import { findPrices } from '../records/facts.db.ts';
import { findStoreRules } from '../records/account-rules.db.ts';

type Inputs = { pools?: { price_id?: string | null }[]; own_stock?: boolean };
type Line = {
  code: string;
  title: string;
  sku: string | null;
  quantity: number;
  unit_amount: number;
  amount: number;
  price_id: string | null;
  inputs: unknown;
};

/** The lines of an order's cost, each with the prices that it was computed from: as billed, else as it would be billed now. */
export async function orderCosts(ctx: MerchantCtx, id: string) {
  const [order] = await evaluate(ctx, [id], false);
  if (!order) throw notFound('order');
  requireStore(ctx.actor, order.row.store_id);
  const billed = [...(await findBilledLines(ctx, id)), ...(await findChangedLines(ctx, id))];
  const lines: readonly Line[] = billed.length > 0 ? billed : (order.cost?.lines ?? []);
  return {
    billed: billed.length > 0,
    currency: order.cost?.currency ?? order.row.cost_currency ?? (await findAccountCurrency(ctx)),
    lines: lines.map(({ price_id, inputs, ...line }) => {
      const { pools = [], own_stock = false } = inputs as Inputs; // as priceOrder wrote them
      const pooled = pools.flatMap((pool) => pool.price_id ?? []);
      const title = keptSentence(readerLanguage(ctx), line.title);
      return { ...line, title, own_stock, price_ids: price_id === null ? [...new Set(pooled)] : [price_id] };
    }),
  };
}

/** One piece of something, on its way from a store to a country. */
type ToEstimate = {
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
  ctx: AccountCtx,
  wanted: readonly ToEstimate[],
): Promise<Map<string, { amount: number; currency: string }>> {
  const prices = groupBy(
    await findPrices(
      ctx,
      wanted.flatMap(({ components, country }) => components.map(({ sku_id }) => ({ sku_id, country }))),
    ),
    (price) => price.destination,
  );
  const rules = await findStoreRules(ctx, [...new Set(wanted.map((one) => one.store_id))]);
  const costs = new Map<string, { amount: number; currency: string }>();
  for (const { key, store_id, country, components } of wanted) {
    const line = { line_id: key, title: key, quantity: 1, components };
    const there = prices.get(country) ?? [];
    const pricing = priceWithin([line], there, country, rules.get(store_id)?.default_channels[country]);
    if (pricing.kind === 'priced') costs.set(key, { amount: pricing.cost.total, currency: pricing.cost.currency });
  }
  return costs;
}
