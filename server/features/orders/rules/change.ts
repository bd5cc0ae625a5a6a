import type { CarrierDemands } from '#contract/address-rules.ts';
import { priceAllowed } from './allowed.ts';
import type { ComponentRow, OfferRow } from './rows.ts';
import type { Cost, CostLine, PricedLine } from '#server/features/shipping/index.ts';
import { keepSentence, type Phrase } from '#server/lib/refusal-texts.ts';

export type Sums = { goods: number; freight: number; fees: number; total: number };

/** Where a paid order shall go and how: `keep` is the channel it has, `named` the one that somebody chose. */
export type WantedWay = { country: string; named: string | null; keep: string | null; ofStore: string | undefined };

export type PricedShipping = { cost: Cost; carrier: CarrierDemands };

/**
 * What the units that were paid cost on the way that is wanted, by the prices of today; a sentence where they cannot go that
 * way. Without a named channel it keeps its own where that serves the country, then the store’s, then the cheapest.
 */
export function priceShipping(
  way: WantedWay,
  lines: readonly PricedLine[],
  prices: readonly OfferRow[],
  own: ReadonlyMap<string, number>,
): PricedShipping | Phrase {
  const { country, named, keep, ofStore } = way;
  const there = prices.filter((price) => price.destination === country);
  const price = (first: string | null) =>
    priceAllowed({ country, chosen: named, ofStore: first ?? undefined }, lines, there, own);
  const tried = price(named ?? keep);
  const fits = tried.pricing.kind === 'priced' && tried.pricing.cost.channel_id === (named ?? keep);
  const { pricing, restricted } = fits || named !== null ? tried : price(ofStore ?? null);
  if (pricing.kind !== 'priced') return { text: 'orders.no_rate_to', params: { country } };
  const { cost } = pricing;
  if (named !== null && cost.channel_id !== named) return { text: 'orders.channel_no_rate' };
  if (restricted.length > 0) return { text: 'orders.channel_restricted', params: { channel: cost.channel } };
  const offer = there.find((one) => one.channel_id === cost.channel_id);
  if (!offer) throw new Error('a priced channel has a price');
  return { cost, carrier: offer.carrier };
}

/** The new cost of an order whose fees stay: they are of what happened to it, not of its way. */
export function sumsOf(cost: Cost, fees: number): Sums {
  const { goods, freight } = cost;
  return { goods, freight, fees: cost.fees + fees, total: goods + freight + cost.fees + fees };
}

/** The lines of the new cost less what was paid before: they add up to the difference, and each can be computed again. */
export function linesOfChange(cost: Cost, was: Sums): CostLine[] {
  const less = (code: CostLine['code'], title: Phrase, amount: number): CostLine[] =>
    amount === 0
      ? []
      : [
          {
            code,
            title: keepSentence(title),
            sku: null,
            quantity: -1,
            unit_amount: amount,
            amount: -amount,
            price_id: null,
            inputs: { paid_before: true },
          },
        ];
  return [
    ...cost.lines,
    ...less('goods', { text: 'bill-lines.goods_before' }, was.goods),
    ...less('freight', { text: 'bill-lines.freight_before' }, was.freight),
  ];
}

/** SKUs that two recipes have in other numbers: another country may have its own (a plug, a manual). */
export function madeUpAlike(a: readonly ComponentRow[], b: readonly ComponentRow[]): boolean {
  const key = (parts: readonly ComponentRow[]) =>
    parts
      .map((part) => `${part.sku_id}:${part.quantity}`)
      .toSorted()
      .join();
  return key(a) === key(b);
}
