import { type DeliveryStart, leastParcels, shiftDay, spread, waitingAges } from '#contract/statistics-rules.ts';
import type { ParsedOf, ResultOf } from '#contract/endpoint.ts';
import type { statistics } from '#contract/statistics.ts';
import { chargeableWeight, freightOf } from '#contract/shipping.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { inCurrency, conversionToday } from '#server/features/exchange-rates/index.ts';
import { ratesTo } from '#server/features/shipping/index.ts';
import { groupBy } from '#server/lib/group-by.ts';
import * as rows from './statistics-details.db.ts';
import { findCheck, type Filter } from './statistics.db.ts';
import { requireDays, filterOf, seesCosts } from './statistics.service.ts';

/** Orders whose weights are taken for the freight by another shipping method. */
const mostOrders = 500;
/** Products that their claims are shown of. */
const mostProducts = 20;
/** Days of one's own data that a recommendation rests on. */
const recentDays = 365;

type Recommendation = ResultOf<typeof statistics.recommendations>[number];

const keyOf = ({ channel_id, country }: rows.Way) => `${channel_id} ${country ?? ''}`;

/** How long parcels took, how many were late, and how many claims came of them, by shipping method and country. */
export async function getDeliveries(ctx: MerchantCtx, query: ParsedOf<typeof statistics.deliveries>['query']) {
  const ways = await measuredWays(ctx, requireDays(query), filterOf(ctx, query));
  const costs = seesCosts(ctx.actor);
  return ways.map((way) => ({ ...way, granted: costs ? way.granted : null })); // the answer has no more than its schema names
}

type MeasuredWay = Awaited<ReturnType<typeof measuredWays>>[number];

/** Deliveries and claims of each shipping method and country, most parcels first. */
async function measuredWays(ctx: MerchantCtx, days: { from: string; to: string }, filter: Filter) {
  const times = groupBy(await rows.deliveryDays(ctx, days, filter), keyOf);
  const sent = groupBy(await rows.parcelClaims(ctx, days, filter), keyOf);
  const ways = [...new Set([...times.keys(), ...sent.keys()])].flatMap((key) => {
    const delivered = times.get(key) ?? [];
    const claimed = sent.get(key)?.[0];
    const way = delivered[0] ?? claimed;
    if (!way) return [];
    const { parcels = 0, claims = 0, asked = 0, granted = 0, refunded = 0 } = claimed ?? {};
    return {
      channel: { id: way.channel_id, name: way.channel },
      country: way.country,
      ...timesOf(delivered, 'paid'),
      from_shipping: spread(delivered.filter(({ since }) => since === 'shipped')),
      parcels,
      claims,
      claims_bp: share(claims, parcels),
      refunded,
      refunds_bp: share(refunded, parcels),
      asked,
      granted,
    };
  });
  return ways.sort((a, b) => b.delivered - a.delivered || b.parcels - a.parcels);
}

/** A part of all in hundredths of a percent; null of nothing. */
const share = (part: number, all: number) => (all > 0 ? Math.round((part * 10_000) / all) : null);

/** Parcels that arrived, within how many days, and how many of those with a promised day were on time: the one place that says so. */
function timesOf(all: readonly rows.DeliveryRow[], start: DeliveryStart) {
  const sum = (of: (row: rows.DeliveryRow) => number) => all.reduce((total, row) => total + of(row), 0);
  const counted = all.filter(({ since }) => since === start);
  const promised = sum((row) => row.promised);
  return {
    delivered: counted.reduce((total, { parcels }) => total + parcels, 0),
    ...spread(counted),
    on_time_bp: share(promised - sum((row) => row.late), promised),
  };
}

/** How many parcels took how many days, day by day, from payment or from sending. */
export async function getDeliveryTimes(ctx: MerchantCtx, query: ParsedOf<typeof statistics.deliveryTimes>['query']) {
  const found = await rows.deliveryDays(ctx, requireDays(query), {
    ...filterOf(ctx, query),
    channel_id: query.channel_id,
  });
  const { p50, p80, p90, delivered, on_time_bp } = timesOf(found, query.since);
  const byDays = groupBy(
    found.filter(({ since }) => since === query.since),
    ({ days }) => days,
  );
  const days = [...byDays].map(([day, all]) => ({
    days: day,
    parcels: all.reduce((sum, { parcels }) => sum + parcels, 0),
  }));
  return { since: query.since, delivered, p50, p80, p90, on_time_bp, days };
}

/** Units of each product that were claimed and refunded, of those that were sent in the months that a period touches. */
export async function getProductClaims(ctx: MerchantCtx, query: ParsedOf<typeof statistics.productClaims>['query']) {
  const found = await rows.productClaims(ctx, requireDays(query), filterOf(ctx, query), mostProducts);
  const costs = seesCosts(ctx.actor);
  return found.map((row) => ({
    ...row,
    claimed_bp: share(row.claimed, row.units),
    refunded_bp: share(row.refunded, row.units),
    granted: costs ? row.granted : null,
  }));
}

/** Orders that wait for payment, by the days since they were placed, newest first; each age with the days it stands for. */
export async function getWaiting(ctx: MerchantCtx, query: ParsedOf<typeof statistics.waiting>['query']) {
  const { currency, today } = await findCheck(ctx);
  const found = await rows.waitingOrders(ctx, filterOf(ctx, query), waitingAges);
  const costs = seesCosts(ctx.actor);
  const ages = waitingAges.map((least, place) => {
    const next = waitingAges[place + 1];
    const most = next === undefined ? null : next - 1;
    const { orders = 0, amount = 0, no_cost = 0 } = found.find((row) => row.place === place) ?? {};
    return {
      least,
      most,
      from: most === null ? null : shiftDay(today, -most),
      to: shiftDay(today, -least),
      orders,
      amount: costs && (orders === 0 || no_cost < orders) ? amount : null, // what nobody has a price for is unknown
      no_cost: costs ? no_cost : null,
    };
  });
  return { currency, ages };
}

/**
 * What would change if a country's orders went by another shipping method, from the account's own parcels of a year: freight
 * for the weights of its own orders at today's rates, and what its claims cost beyond what was given back. Only for ways with
 * enough delivered parcels on both sides, and only where profit would rise or parcels would arrive sooner.
 */
export async function getRecommendations(ctx: MerchantCtx) {
  const today = ctx.now.toISOString().slice(0, 10);
  const { currency } = await findCheck(ctx);
  const filter = { stores: ctx.actor.stores };
  const days = { from: shiftDay(today, -recentDays), to: today };
  const ways = await measuredWays(ctx, days, filter);
  const enough = ways.filter(
    (way) => way.country !== null && way.delivered >= leastParcels && way.parcels >= leastParcels,
  );
  const found: Recommendation[] = [];
  for (const [country, there] of groupBy(enough, (way) => way.country ?? '')) {
    const [usual, ...others] = there; // most parcels first
    if (!usual || others.length === 0 || !seesCosts(ctx.actor)) continue;
    const goods = await rows.newestGoods(
      ctx,
      { channel_id: usual.channel.id, country, stores: filter.stores },
      mostOrders,
    );
    const freight = await freightBy(ctx, country, goods, currency);
    const stores = await rows.storesSending(ctx, days, { ...filter, channel_id: usual.channel.id, country });
    for (const other of others) {
      const [now, then] = [freight(usual.channel.id), freight(other.channel.id)];
      if (now === null || then === null) continue;
      const profit = Math.round(now - then + claimCost(usual) - claimCost(other));
      if (profit <= 0 && other.p50 >= usual.p50) continue;
      found.push({
        country,
        from: sideOf(usual),
        to: sideOf(other),
        profit_per_parcel: profit,
        currency,
        parcels_a_month: Math.round(usual.parcels / 12),
        stores,
      });
    }
  }
  return found.sort((a, b) => b.profit_per_parcel * b.parcels_a_month - a.profit_per_parcel * a.parcels_a_month);
}

const sideOf = ({ channel, delivered, p50, p90, claims_bp }: MeasuredWay) => ({
  channel,
  parcels: delivered,
  p50,
  p90,
  claims_bp: claims_bp ?? 0,
});

/** What claims cost per parcel beyond what the provider gave back. */
const claimCost = ({ asked, granted, parcels }: MeasuredWay) => Math.max(0, asked - granted) / parcels;

/** The average freight of such goods to a country by a shipping method, at today's rates; null where it is not known. */
async function freightBy(ctx: MerchantCtx, country: string, goods: readonly rows.Parcelled[], currency: string) {
  const rates = await ratesTo(ctx, [country]);
  const conversions = new Map<string, Awaited<ReturnType<typeof conversionToday>>>();
  for (const code of new Set(rates.map((rate) => rate.currency)))
    conversions.set(code, await conversionToday(ctx, code, currency));
  return (channelId: string): number | null => {
    const rate = rates.find(({ channel }) => channel.id === channelId);
    if (!rate || goods.length === 0) return null;
    const amounts = goods.map((parcel) => freightOf(rate.formula, chargeableWeight(parcel, rate.weighing)));
    const total = inCurrency(
      { amount: amounts.reduce((sum, amount) => sum + amount, 0), currency: rate.currency },
      currency,
      conversions.get(rate.currency) ?? null,
    );
    return total && total.amount / goods.length;
  };
}
