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
import { type Actor, demandStore, type MerchantCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { findCheck, type DaySums, type Filter, sumsByDay, sumsByGroup } from './statistics.db.ts';
import { figuresOf, measures, noSums, type Sums } from './statistics-sums.ts';

type Query = ParsedOf<typeof statistics.get>['query'];

/** Whether somebody may see what the provider bills, and so what is left of the sales. */
export const seesCosts = (actor: Actor): boolean =>
  actor.kind !== 'merchant' || allows(actor.rights, 'invoices', 'view');

/** The sales figures of a period, by step and in total, beside those of the period that it is compared with. */
export async function getStatistics(ctx: MerchantCtx, query: Query) {
  const days = demandDays(query);
  const filter = filterOf(ctx, query);
  const { currency, time_zone, ...check } = await findCheck(ctx);
  const costs = seesCosts(ctx.actor);
  const step = query.step ?? usualStep(days);
  const beforeDays = comparedDays(days, query.compare);
  const now = byStep(await sumsByDay(ctx, days, filter), days, step);
  const before = byStep(await sumsByDay(ctx, beforeDays, filter), beforeDays, step);
  return {
    days,
    before_days: beforeDays,
    step,
    currency,
    time_zone,
    costs,
    totals: figuresOf(total(now), costs),
    before: figuresOf(total(before), costs),
    series: now.map(({ day, sums }, place) => ({
      day,
      figures: figuresOf(sums, costs),
      before_day: before[place]?.day ?? null,
      before: before[place] ? figuresOf(before[place].sums, costs) : null,
    })),
    check,
  };
}

/** The sales figures of a period by store, country or shipping method. */
export async function getBreakdown(ctx: MerchantCtx, query: ParsedOf<typeof statistics.breakdown>['query']) {
  const groups = await sumsByGroup(ctx, demandDays(query), filterOf(ctx, query), query.by);
  return groups.map(({ key, name, ...sums }) => ({ key, name, figures: figuresOf(sums, seesCosts(ctx.actor)) }));
}

/** The period of a query; one that ends before it begins, or is too long, is refused. */
export function demandDays({ from, to }: Days): Days {
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
  if (query.store_id !== undefined) demandStore(ctx.actor, query.store_id);
  return { stores: query.store_id === undefined ? ctx.actor.stores : [query.store_id], country: query.country };
}

const add = (sums: Sums, more: Sums): Sums =>
  Object.fromEntries(measures.map((name) => [name, sums[name] + more[name]])) as Sums; // of all names

type StepSums = { day: string; sums: Sums };

const total = (steps: readonly StepSums[]): Sums => steps.reduce((sum, { sums }) => add(sum, sums), noSums);

/** Days put together into steps; a step without orders is there too. */
function byStep(days: readonly DaySums[], period: Days, step: StatisticsStep): StepSums[] {
  const found = new Map<string, Sums>();
  for (const day of days) {
    const first = stepOf(day.day, step);
    found.set(first, add(found.get(first) ?? noSums, day));
  }
  return stepsOf(period, step).map((day) => ({ day, sums: found.get(day) ?? noSums }));
}
