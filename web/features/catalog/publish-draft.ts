import { highestPrice, priceOf } from '#contract/publishing-rules.ts';
import { currencyDigits, decimalToMinor, minorToDecimal } from '#web/lib/format.ts';
import type { OfferedDetail } from './catalog-types.ts';

export type PublishItem = Pick<
  OfferedDetail['items'][number],
  'id' | 'code' | 'title' | 'price' | 'status' | 'picture_url'
>;
/** What is typed for each SKU; null leaves it out of the store. */
export type Prices = Readonly<Record<string, string | null>>;
export type Rule = { factor: string; ending: boolean };

/** Hundredths of a factor such as `2.5`; undefined for what is none. */
function hundredths(text: string): number | undefined {
  const value = Number(text.replace(',', '.'));
  return text.trim() !== '' && value >= 1 && value <= 20 ? Math.round(value * 100) : undefined;
}

/** Whether prices of the currency can end on .99. */
export const hasEnding = (currency: string): boolean => currencyDigits(currency) === 2;

/** Prices by the rule; a SKU without a cost in the store's currency keeps what is typed. */
export function fillPrices(items: readonly PublishItem[], prices: Prices, rule: Rule, currency: string): Prices {
  const factor = hundredths(rule.factor);
  if (factor === undefined) return prices;
  const ending = rule.ending && hasEnding(currency);
  const filled = items.map(({ id, price }): [string, string | null] => {
    const typed = prices[id] ?? null;
    if (typed === null || price?.currency !== currency) return [id, typed];
    return [id, minorToDecimal(priceOf(price.amount, factor, ending), currency)];
  });
  return Object.fromEntries(filled);
}

/** All SKUs that can be offered, without prices. */
export const firstPrices = (items: readonly PublishItem[]): Prices =>
  Object.fromEntries(items.map((item) => [item.id, item.status === 'discontinued' ? null : '']));

/** The price of a SKU in minor units; undefined while it is none. */
export function minorPrice(typed: string | null | undefined, currency: string): number | undefined {
  const minor = typed === null || typed === undefined ? undefined : decimalToMinor(typed, currency);
  return minor !== undefined && minor > 0 && minor <= highestPrice ? minor : undefined;
}

/** The SKUs that go into the store with their prices; undefined while one of them has none. */
export function itemsOf(prices: Prices, currency: string): { catalog_sku_id: string; price: number }[] | undefined {
  const chosen = Object.entries(prices).filter(([, typed]) => typed !== null);
  const items = chosen.map(([catalog_sku_id, typed]) => ({ catalog_sku_id, price: minorPrice(typed, currency) ?? 0 }));
  return items.length > 0 && items.every((item) => item.price > 0) ? items : undefined;
}
