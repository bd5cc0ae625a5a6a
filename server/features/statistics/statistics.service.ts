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
import { type Actor, coveredStores, type MerchantCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { adsByDay } from './statistics-ads.db.ts';
import { productByDay, productByStore, topProducts } from './statistics-details.db.ts';
import { findCheck, type Filter, sumsByDay, sumsByGroup } from './statistics.db.ts';
import { type Ads, figuresOf, figuresOfProduct, measures, noSums, type Sums } from './statistics-sums.ts';

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
  const figures = figuresFor(filter, costs);
  const now = await steps(ctx, days, filter, step);
  const before = await steps(ctx, beforeDays, filter, step);
  return {
    days,
    before_days: beforeDays,
    step,
    currency,
    time_zone,
    costs: costs && filter.product_id === undefined,
    totals: figures(total(now), totalAds(now)),
    before: figures(total(before), totalAds(before)),
    series: now.map(({ day, sums, ads }, place) => ({
      day,
      figures: figures(sums, ads),
      before_day: before[place]?.day ?? null,
      before: before[place] ? figures(before[place].sums, before[place].ads) : null,
    })),
    check,
  };
}

/** How the figures of a filter follow from its sums. */
export const figuresFor = ({ product_id }: Filter, costs: boolean) =>
  product_id === undefined
    ? (sums: Sums, ads: Ads = null) => figuresOf(sums, costs, ads)
    : (sums: Sums) => figuresOfProduct(sums, costs);

/** The sales figures of a period by store, country or shipping method; of a product by store alone. */
export async function getBreakdown(ctx: MerchantCtx, query: ParsedOf<typeof statistics.breakdown>['query']) {
  const [days, filter] = [requireDays(query), filterOf(ctx, query)];
  const figures = figuresFor(filter, seesCosts(ctx.actor));
  if (filter.product_id === undefined) {
    const groups = await sumsByGroup(ctx, days, filter, query.by);
    return groups.map(({ key, name, ...sums }) => ({ key, name, figures: figures(sums) }));
  }
  if (query.by !== 'store') throw appError('invalid_input', { text: 'statistics.product_by_store' }, 'by');
  const stores = await productByStore(ctx, days, filter);
  return stores.map(({ key, name, ...sums }) => ({ key, name, figures: figures({ ...noSums, ...sums }) }));
}

/** The products that sold most in a period, with what they cost us to buy for the merchant, without shipping. */
export async function getProducts(ctx: MerchantCtx, query: ParsedOf<typeof statistics.products>['query']) {
  const costs = seesCosts(ctx.actor);
  const found = await topProducts(ctx, requireDays(query), filterOf(ctx, query), {
    sort: costs ? query.sort : 'sales',
    most: query.most,
  });
  return found.map(({ goods, goods_no_rate, no_cost, picture, upto, whole, ...row }, place) => ({
    ...row,
    share_bp: whole > 0 ? Math.round(((upto - (found[place - 1]?.upto ?? 0)) * 10_000) / whole) : null,
    upto_bp: whole > 0 ? Math.round((upto * 10_000) / whole) : null,
    picture_url: picture,
    no_cost: costs ? no_cost : null,
    goods: costs && no_cost === 0 ? goods : null,
    profit: costs && no_cost === 0 ? row.sales - (goods - goods_no_rate) : null,
  }));
}

/** The period of a query; one that ends before it begins, or is too long, is refused. */
export function requireDays({ from, to }: Days): Days {
  if (from > to) throw appError('invalid_input', { text: 'statistics.days_turned' }, 'to');
  if (daysIn({ from, to }) > maxStatisticsDays)
    throw appError('invalid_input', { text: 'statistics.too_long' }, 'from');
  return { from, to };
}

type Filters = {
  store_id?: readonly string[] | undefined;
  country?: string | undefined;
  product_id?: string | undefined;
};

/** What the query's filters mean for this reader. A product's sums are not kept by country. */
export function filterOf(ctx: MerchantCtx, { store_id, country, product_id }: Filters): Filter {
  if (product_id !== undefined && country !== undefined)
    throw appError('invalid_input', { text: 'statistics.product_or_country' }, 'country');
  return { stores: coveredStores(ctx.actor, store_id), country, product_id };
}

const add = (sums: Sums, more: Sums): Sums =>
  Object.fromEntries(measures.map((name) => [name, sums[name] + more[name]])) as Sums; // of all names

type StepSums = { day: string; sums: Sums; ads: Ads };

const total = (all: readonly StepSums[]): Sums => all.reduce((sum, { sums }) => add(sum, sums), noSums);

const addAds = (ads: Ads, more: Ads): Ads =>
  ads && more && { ads: ads.ads + more.ads, ads_no_rate: ads.ads_no_rate + more.ads_no_rate };
const noAds = { ads: 0, ads_no_rate: 0 };
const totalAds = (all: readonly StepSums[]): Ads => all.reduce((sum: Ads, { ads }) => addAds(sum, ads), noAds);

/** The sums of each day that has any, of orders or of the product that is chosen. */
async function daysOf(ctx: MerchantCtx, period: Days, filter: Filter): Promise<(Sums & { day: string })[]> {
  if (filter.product_id === undefined) return sumsByDay(ctx, period, filter);
  return (await productByDay(ctx, period, filter)).map((day) => ({ ...noSums, ...day }));
}

/** Sums and ad spend of a period by step; a step without orders is there too. Ads belong to no country and no product. */
async function steps(ctx: MerchantCtx, period: Days, filter: Filter, step: StatisticsStep): Promise<StepSums[]> {
  const sums = new Map<string, Sums>();
  for (const day of await daysOf(ctx, period, filter)) {
    const first = stepOf(day.day, step);
    sums.set(first, add(sums.get(first) ?? noSums, day));
  }
  const ads = new Map<string, Ads>();
  const hasAds = filter.country === undefined && filter.product_id === undefined;
  for (const day of hasAds ? await adsByDay(ctx, period, filter.stores) : []) {
    const first = stepOf(day.day, step);
    ads.set(first, addAds(ads.get(first) ?? noAds, day));
  }
  return stepsOf(period, step).map((day) => ({
    day,
    sums: sums.get(day) ?? noSums,
    ads: hasAds ? (ads.get(day) ?? noAds) : null,
  }));
}
