import { type Cost, type Price, type PricedLine, priceOrder } from '#server/features/shipping/index.ts';

/** How far an order's cost lies above that at the prices agreed to last. */
export type OverGuard = { was: number; now: number; currency: string; guard_pct: number };

type Past = {
  lines: readonly PricedLine[];
  prices: readonly Price[];
  agreed: readonly Price[];
  /** Pieces of own stock, whose goods cost nothing then as now. */
  own: ReadonlyMap<string, number> | undefined;
};

/**
 * Whether an order costs more than its store's guard lets pass: the same lines on the same channel, at the prices that
 * the merchant paid or agreed to last. Goods that were never paid before count at their price now.
 */
export function guardedBy(
  guard_pct: number | null,
  cost: Cost,
  { lines, prices, agreed, own }: Past,
): OverGuard | null {
  if (guard_pct === null) return null;
  const known = new Map(agreed.map((price) => [price.sku_id, price]));
  const then = prices
    .filter((price) => price.channel_id === cost.channel_id)
    .map((price) => ({ ...(known.get(price.sku_id) ?? price), channel_id: cost.channel_id, channel: price.channel }));
  const before = priceOrder(lines, then, '', own);
  if (before.kind !== 'priced' || before.cost.currency !== cost.currency) return null;
  const was = before.cost.total;
  return cost.total * 100 > was * (100 + guard_pct)
    ? { was, now: cost.total, currency: cost.currency, guard_pct }
    : null;
}
