import { type RawBuilder, sql } from 'kysely';

/** When the last 30 days of the account `a` began: today and the 29 days before it, in its time zone, as in its statistics. */
export const last30DaysOf = (now: Date): RawBuilder<Date> =>
  sql<Date>`(((${now}::timestamptz AT TIME ZONE a.time_zone)::date - 29)::timestamp AT TIME ZONE a.time_zone)`;

/** The same of an account that the statement has no row of. */
export const last30Days = (accountId: string, now: Date): RawBuilder<Date> =>
  sql<Date>`(SELECT ${last30DaysOf(now)} FROM accounts a WHERE a.id = ${accountId})`;
