import type { ParsedOf } from '#contract/endpoint.ts';
import type { Conversion, exchangeRates } from '#contract/exchange-rates.ts';
import type { ListQuery, Money } from '#contract/shared.ts';
import type { PublishedRate, RateSource } from '#server/connectors/exchange-rates/rate-source.ts';
import { audit } from '#server/db/audit.ts';
import type { Ctx, Entry, StaffCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { convertMinor } from './convert.ts';
import * as rows from './exchange-rates.db.ts';
import { ratesKnown } from './exchange-rates.events.ts';

const dayMs = 86_400_000;
/** Rates of a working day are out at 16:00 in Frankfurt; so long after midnight UTC they are there in summer and winter. */
const publishedAfterMs = 15.5 * 3_600_000;

/** The last working day whose rates should be out. */
function lastPublished(now: Date): string {
  let at = new Date(now.getTime() - publishedAfterMs);
  while (at.getUTCDay() === 0 || at.getUTCDay() === 6) at = new Date(at.getTime() - dayMs);
  return at.toISOString().slice(0, 10);
}

/** Reads what was published since the last time; answers how many days got rates. A source that is away is asked again in an hour. */
export async function fetchRates(entry: Entry, source: RateSource): Promise<number> {
  const newest = await entry.run('all_accounts', (ctx) => rows.findNewestDay(ctx, source.name));
  if (newest !== null && newest >= lastPublished(entry.now)) return 0;
  let published: PublishedRate[];
  try {
    published = await source.read();
  } catch (error) {
    entry.log.warn({ err: error }, 'exchange rates not read');
    return 0;
  }
  return entry.run('all_accounts', async (ctx) => {
    const days = await rows.insertPublished(ctx, source.name, published);
    const [from] = days;
    const to = days.at(-1);
    if (from !== undefined && to !== undefined) await ratesKnown.emit(ctx, { from, to });
    return days.length;
  });
}

/** Currencies with their newest rates, for staff. */
export async function listRates(ctx: StaffCtx, query: ListQuery) {
  return {
    data: await rows.findPage(ctx, query.q, pageOf(query)),
    meta: metaOf(query, await rows.count(ctx, query.q)),
  };
}

/** Enters a rate; what was converted by another keeps that one. */
export async function enterRate(ctx: StaffCtx, rate: ParsedOf<typeof exchangeRates.enter>['body']) {
  if (rate.day > ctx.now.toISOString().slice(0, 10))
    throw appError('invalid_input', { text: 'exchange-rates.day_ahead' }, 'day');
  await rows.saveEntered(ctx, { ...rate, created_by: ctx.actor.user_id });
  await ratesKnown.emit(ctx, { from: rate.day, to: rate.day });
  await audit(ctx, { action: 'exchangeRates.enter', entity: 'exchange_rates', details: rate });
  return { done: true as const };
}

/** How amounts in one currency are converted into another today; null where they are the same, or no rate is young enough. */
export async function conversionToday(ctx: Ctx, from: string, to: string): Promise<Conversion | null> {
  return from === to ? null : ((await rows.findConversion(ctx, from, to)) ?? null);
}

/** An amount in another currency: as it is where it is in that one already; null without a rate. */
export function inCurrency(money: Money, currency: string, conversion: Conversion | null): Money | null {
  if (money.currency === currency) return money;
  return conversion && { amount: convertMinor(money.amount, conversion), currency };
}

/** A price in another currency at today's rate; null where it is in that one already, or no rate is young enough. */
export async function convertedToday(ctx: Ctx, money: Money, currency: string) {
  const conversion = await conversionToday(ctx, money.currency, currency);
  const price = conversion && inCurrency(money, currency, conversion);
  return price && { price, conversion };
}
