import { leastParcels, shiftDay, spread } from '#contract/statistics-rules.ts';
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
    const sum = (of: (row: rows.DeliveryRow) => number) => delivered.reduce((total, row) => total + of(row), 0);
    const { p50, p90 } = spread(delivered);
    const promised = sum((row) => row.promised);
    const { parcels = 0, claims = 0, asked = 0, granted = 0 } = claimed ?? {};
    return {
      channel: { id: way.channel_id, name: way.channel },
      country: way.country,
      delivered: sum((row) => row.parcels),
      p50,
      p90,
      on_time_bp: promised > 0 ? Math.round(((promised - sum((row) => row.late)) * 10_000) / promised) : null,
      parcels,
      claims,
      claims_bp: parcels > 0 ? Math.round((claims * 10_000) / parcels) : null,
      asked,
      granted,
    };
  });
  return ways.sort((a, b) => b.delivered + b.parcels - (a.delivered + a.parcels));
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
  const ways = await measuredWays(ctx, { from: shiftDay(today, -recentDays), to: today }, filter);
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
