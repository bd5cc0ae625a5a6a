import { type DeliveryDays, deliveryDays } from '#contract/delivery-days.ts';
import { goodsKinds } from '#contract/freight.ts';
import { chargeableWeight, type CostOffer, freightOf, volumeWeight } from '#contract/shipping.ts';
import { convertedToday } from '#server/features/exchange-rates/index.ts';
import { requireStore, type MerchantCtx, notFound } from '#server/db/context.ts';
import * as rows from './shipping.db.ts';
import { priceOffers } from './pricing.ts';
type Offer = {
  channel_id: string;
  channel: string;
  weight_g: number;
  charged_g: number;
  volume_g: number;
  goods: number;
  freight: number;
  total: number;
  currency: string;
  days: DeliveryDays;
};

export type CostQuestion = {
  variant_id?: string | undefined;
  skus?: { id: string; quantity: number }[] | undefined;
  quantity: number;
  destination: string;
  zip?: string | undefined;
};

type Goods = { parts: rows.Part[]; store_price: { amount: number; currency: string } | null };

/**
 * What goods cost to a country by each channel: the merchant's own prices first, computed as an order is, then the
 * provider's rates for channels without one. Nothing is promised by it: it writes nothing.
 */
export async function costOf(ctx: MerchantCtx, question: CostQuestion) {
  const { parts, store_price } = await goodsOf(ctx, question);
  if (parts.length === 0) return { missing: 'unmapped' as const, store_price, converted: null, offers: [] };
  const ids = [...new Set(parts.map((part) => part.sku_id))];
  const prices = await rows.findAgreed(ctx, ids, question.destination);
  const rates = await rows.findRates(ctx, [question.destination], ctx.now);
  const line = { line_id: 'goods', title: 'goods', quantity: question.quantity, components: parts };
  const parcel = { ...weigh(parts, question.quantity), kinds: kindsOf(parts) };
  const priced = priceOffers([line], prices, question.destination);
  const currency = priced[0]?.currency;
  const converted = store_price && currency !== undefined ? await convertedToday(ctx, store_price, currency) : null;
  const sale = converted?.price ?? store_price;
  const agreed = priced.map((offer) => agreedOffer(offer, prices, rates, parcel, sale));
  const others = rates
    .filter(({ channel }) => !agreed.some((offer) => offer.channel.id === channel.id))
    .map((rate) => listOffer(rate, parts, parcel, question.zip))
    .sort((a, b) => a.freight - b.freight || a.days.max - b.days.max);
  const offers = [...agreed, ...others].filter(isCountable);
  return { missing: offers.length === 0 ? ('no_channel' as const) : null, store_price, converted, offers };
}

/** Whether all figures of an offer can be written down exactly: a ton of parcels by the gram cannot. */
const isCountable = ({ weight, freight, total }: CostOffer) =>
  [...Object.values(weight), freight, total ?? 0].every((figure) => Number.isSafeInteger(figure));

async function goodsOf(ctx: MerchantCtx, question: CostQuestion): Promise<Goods> {
  if (question.variant_id !== undefined) {
    const variant = await rows.findVariant(ctx, question.variant_id);
    if (!variant) throw notFound('variant');
    requireStore(ctx.actor, variant.store_id);
    const { price, currency, parts } = variant;
    const store_price = price === null || currency === null ? null : { amount: price * question.quantity, currency };
    return { parts, store_price };
  }
  const asked = question.skus ?? [];
  const known = await rows.findSkus(
    ctx,
    asked.map(({ id }) => id),
  );
  const parts = asked.map(({ id, quantity }) => {
    const sku = known.find((one) => one.sku_id === id);
    if (!sku) throw notFound('sku');
    return { ...sku, quantity };
  });
  return { parts, store_price: null };
}

type Parcel = { weight_g: number; volume_mm3: number; kinds: (typeof goodsKinds)[number][] };

function weigh(parts: readonly rows.Part[], quantity: number) {
  return {
    weight_g: parts.reduce((sum, part) => sum + part.weight_g * part.quantity * quantity, 0),
    volume_mm3: parts.reduce((sum, part) => sum + part.volume_mm3 * part.quantity * quantity, 0),
  };
}

const kindsOf = (parts: readonly rows.Part[]) =>
  goodsKinds.filter((kind) => parts.some((part) => part.flags.includes(kind)));

function restrictionsOf(rate: rows.RateRow | undefined, parcel: Parcel): CostOffer['restrictions'] {
  if (!rate) return [];
  const refused = parcel.kinds.filter((kind) => rate.refuses.includes(kind));
  const heavy = rate.max_weight_g !== null && parcel.weight_g > rate.max_weight_g;
  return [
    ...refused.map((kind) => ({ code: 'goods' as const, kind })),
    ...(heavy && rate.max_weight_g !== null ? [{ code: 'too_heavy' as const, max_weight_g: rate.max_weight_g }] : []),
  ];
}

function agreedOffer(
  offer: Offer,
  prices: readonly rows.AgreedPrice[],
  rates: readonly rows.RateRow[],
  parcel: Parcel,
  sale: Goods['store_price'],
): CostOffer {
  const { channel_id, channel, goods, freight, total, currency, days } = offer;
  const rate = rates.find((one) => one.channel.id === channel_id);
  return {
    channel: { id: channel_id, name: channel },
    source: 'agreed',
    currency,
    weight: { actual_g: offer.weight_g, volume_g: offer.volume_g, charged_g: offer.charged_g },
    goods,
    freight,
    fees: [],
    total,
    days,
    tax_mode: prices.find((price) => price.channel_id === channel_id)?.tax_mode ?? 'DDU',
    profit: sale?.currency === currency ? sale.amount - total : null,
    restrictions: restrictionsOf(rate, parcel),
  };
}

/** Until the last of the goods is ready. */
const readyDays = (parts: readonly rows.Part[]) => Math.max(0, ...parts.map((part) => part.lead_days));

function listOffer(
  rate: rows.RateRow,
  parts: readonly rows.Part[],
  parcel: Parcel,
  zip: string | undefined,
): CostOffer {
  const charged_g = chargeableWeight(parcel, rate.weighing);
  const code = (zip ?? '').toUpperCase().replaceAll(' ', '');
  const remote = rate.remote.find(
    ({ prefixes }) => code !== '' && prefixes.some((prefix) => code.startsWith(prefix.replaceAll(' ', ''))),
  );
  return {
    channel: rate.channel,
    source: 'list',
    currency: rate.currency,
    weight: { actual_g: parcel.weight_g, volume_g: volumeWeight(parcel.volume_mm3, rate.weighing.divisor), charged_g },
    goods: null,
    freight: freightOf(rate.formula, charged_g),
    fees: remote ? [{ code: 'remote_area', amount: remote.amount }] : [],
    total: null,
    days: deliveryDays(readyDays(parts), { min: rate.days_p50, max: rate.days_p90 }),
    tax_mode: rate.tax_mode,
    profit: null,
    restrictions: restrictionsOf(rate, parcel),
  };
}
