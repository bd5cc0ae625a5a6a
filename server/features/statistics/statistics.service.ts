import type { ParsedOf } from '#contract/endpoint.ts';
import { allows } from '#contract/rights.ts';
import type { statistics } from '#contract/statistics.ts';
import {
  comparedDays,
  type Days,
  daysIn,
  maxStatisticsDays,
  type StatisticsStep,
  stepOf,
  stepsOf,
  usualStep,
} from '#contract/statistics-rules.ts';
import { type Actor, requireStore, type MerchantCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { adsByDay } from './statistics-ads.db.ts';
import { topProducts } from './statistics-details.db.ts';
import { findCheck, type Filter, sumsByDay, sumsByGroup } from './statistics.db.ts';
import { type Ads, figuresOf, measures, noSums, type Sums } from './statistics-sums.ts';

type Query = ParsedOf<typeof statistics.get>['query'];

/** Whether somebody may see what the provider bills, and so what is left of the sales. */
export const seesCosts = (actor: Actor): boolean =>
  actor.kind !== 'merchant' || allows(actor.rights, 'invoices', 'view');

/** The sales figures of a period, by step and in total, beside those of the period that it is compared with. */
export async function getStatistics(ctx: MerchantCtx, query: Query) {
  const days = requireDays(query);
  const filter = filterOf(ctx, query);
  const { currency, time_zone, today: _, ...check } = await findCheck(ctx);
  const costs = seesCosts(ctx.actor);
  const step = query.step ?? usualStep(days);
  const beforeDays = comparedDays(days, query.compare);
  const now = await steps(ctx, days, filter, step);
  const before = await steps(ctx, beforeDays, filter, step);
  return {
    days,
    before_days: beforeDays,
    step,
    currency,
    time_zone,
    costs,
    totals: figuresOf(total(now), costs, totalAds(now)),
    before: figuresOf(total(before), costs, totalAds(before)),
    series: now.map(({ day, sums, ads }, place) => ({
      day,
      figures: figuresOf(sums, costs, ads),
      before_day: before[place]?.day ?? null,
      before: before[place] ? figuresOf(before[place].sums, costs, before[place].ads) : null,
    })),
    check,
  };
}

/** The sales figures of a period by store, country or shipping method. */
export async function getBreakdown(ctx: MerchantCtx, query: ParsedOf<typeof statistics.breakdown>['query']) {
  const groups = await sumsByGroup(ctx, requireDays(query), filterOf(ctx, query), query.by);
  return groups.map(({ key, name, ...sums }) => ({ key, name, figures: figuresOf(sums, seesCosts(ctx.actor)) }));
}

/** The products that sold most in a period, with what they cost us to buy for the merchant, without shipping. */
export async function getProducts(ctx: MerchantCtx, query: ParsedOf<typeof statistics.products>['query']) {
  const { stores } = filterOf(ctx, query);
  const costs = seesCosts(ctx.actor);
  const found = await topProducts(ctx, requireDays(query), stores, {
    sort: costs ? query.sort : 'sales',
    most: query.most,
  });
  return found.map(({ goods, no_cost, picture, ...row }) => ({
    ...row,
    picture_url: picture,
    goods: costs && no_cost === 0 ? goods : null,
    profit: costs && no_cost === 0 ? row.sales - goods : null,
  }));
}

/** The period of a query; one that ends before it begins, or is too long, is refused. */
export function requireDays({ from, to }: Days): Days {
  if (from > to) throw appError('invalid_input', { text: 'statistics.days_turned' }, 'to');
  if (daysIn({ from, to }) > maxStatisticsDays)
    throw appError('invalid_input', { text: 'statistics.too_long' }, 'from');
  return { from, to };
}

/** What the query's filters mean for this reader. */
export function filterOf(
  ctx: MerchantCtx,
  query: { store_id?: string | undefined; country?: string | undefined },
): Filter {
  if (query.store_id !== undefined) requireStore(ctx.actor, query.store_id);
  return { stores: query.store_id === undefined ? ctx.actor.stores : [query.store_id], country: query.country };
}

const add = (sums: Sums, more: Sums): Sums =>
  Object.fromEntries(measures.map((name) => [name, sums[name] + more[name]])) as Sums; // of all names

type StepSums = { day: string; sums: Sums; ads: Ads };

const total = (all: readonly StepSums[]): Sums => all.reduce((sum, { sums }) => add(sum, sums), noSums);

const addAds = (ads: Ads, more: Ads): Ads =>
  ads && more && { ads: ads.ads + more.ads, ads_no_rate: ads.ads_no_rate + more.ads_no_rate };
const noAds = { ads: 0, ads_no_rate: 0 };
const totalAds = (all: readonly StepSums[]): Ads => all.reduce((sum: Ads, { ads }) => addAds(sum, ads), noAds);

/** Sums and ad spend of a period by step; a step without orders is there too. Ads belong to no country. */
async function steps(ctx: MerchantCtx, period: Days, filter: Filter, step: StatisticsStep): Promise<StepSums[]> {
  const sums = new Map<string, Sums>();
  for (const day of await sumsByDay(ctx, period, filter)) {
    const first = stepOf(day.day, step);
    sums.set(first, add(sums.get(first) ?? noSums, day));
  }
  const ads = new Map<string, Ads>();
  for (const day of filter.country === undefined ? await adsByDay(ctx, period, filter.stores) : []) {
    const first = stepOf(day.day, step);
    ads.set(first, addAds(ads.get(first) ?? noAds, day));
  }
  return stepsOf(period, step).map((day) => ({
    day,
    sums: sums.get(day) ?? noSums,
    ads: filter.country === undefined ? (ads.get(day) ?? noAds) : null,
  }));
}
