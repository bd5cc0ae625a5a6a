import { anyCarrier, type CarrierDemands } from '#contract/address-rules.ts';
import { type Restriction, restrictionsOf } from './parcel-blocks.ts';
import type { OfferRow } from './rows.ts';
import { type PricedLine, priceWithin, type Pricing } from '#server/features/shipping/index.ts';

/** How an order may go: where to, the channel chosen for it, and the one that its store names for the country. */
type Way = { country: string; chosen: string | null; ofStore: string | undefined };

/**
 * The cost on a channel that takes the goods: the one chosen for the order, that of its store, else the cheapest. Where none
 * does, or the chosen one no longer does, the cost stands with what is in its way.
 */
export function priceAllowed(
  { country, chosen: channelId, ofStore }: Way,
  toPrice: readonly PricedLine[],
  prices: readonly OfferRow[],
  own?: ReadonlyMap<string, number>,
): { pricing: Pricing; restricted: readonly Restriction[] } {
  const limited = restrictionsOf(
    prices,
    toPrice.flatMap((line) => line.components),
  );
  const wanted = channelId ?? ofStore;
  const price = (some: readonly OfferRow[]) => priceWithin(toPrice, some, country, wanted, own);
  const chosen = channelId === null ? undefined : limited.get(channelId);
  if (chosen) return { pricing: price(prices), restricted: [chosen] };
  const pricing = price(prices.filter((one) => !limited.has(one.channel_id)));
  if (pricing.kind === 'priced' || limited.size === 0) return { pricing, restricted: [] };
  const anyway = price(prices);
  return { pricing: anyway, restricted: anyway.kind === 'priced' ? [...limited.values()] : [] };
}

/** What the carrier of the channel asks for. */
export function carrierOf(
  prices: readonly OfferRow[],
  country: string | null,
  pricing: Pricing | undefined,
): CarrierDemands {
  if (pricing?.kind !== 'priced') return anyCarrier;
  const { channel_id } = pricing.cost;
  return (
    prices.find((price) => price.channel_id === channel_id && price.destination === country)?.carrier ?? anyCarrier
  );
}
