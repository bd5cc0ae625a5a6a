import { type RawBuilder, sql } from 'kysely';
import type { Days } from '#contract/statistics-rules.ts';
import type { StatisticsGroup } from '#contract/statistics-rules.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { measureColumns, type Sums, summed } from './statistics-sums.ts';

/** Whose orders are summed up; `stores` null means all. */
export type Filter = {
  stores: readonly string[] | null;
  country?: string | undefined;
  product_id?: string | undefined;
};

/** Sums and the differences that are not folded yet, of one snapshot, for some days. */
function kept(ctx: AccountCtx, { from, to }: Days, filter: Filter, places: boolean): RawBuilder<unknown> {
  const { stores, country } = filter;
  const where = sql`account_id = ${ctx.account} AND day BETWEEN ${from}::date AND ${to}::date
    ${stores ? sql`AND store_id = ANY(${[...stores]}::uuid[])` : sql``} ${country ? sql`AND country = ${country}` : sql``}`;
  const keys = places ? sql`day, store_id, country, channel_id` : sql`day, store_id`;
  return sql`(
    SELECT ${keys}, ${measureColumns} FROM ${places ? sql`statistics_places` : sql`statistics_days`} WHERE ${where}
    UNION ALL
    SELECT ${keys}, ${measureColumns} FROM statistics_changes WHERE ${where}) kept`;
}

export type DaySums = Sums & { day: string };

/** The sums of each day that has any. */
export async function sumsByDay(ctx: AccountCtx, days: Days, filter: Filter): Promise<DaySums[]> {
  const { rows } = await sql<DaySums>`
    SELECT day::text AS day, ${summed} FROM ${kept(ctx, days, filter, filter.country !== undefined)}
    GROUP BY kept.day ORDER BY kept.day`.execute(ctx.db);
  return rows;
}

export type GroupSums = Sums & { key: string | null; name: string | null };

const groups: Record<StatisticsGroup, { key: RawBuilder<unknown>; name: RawBuilder<unknown>; places: boolean }> = {
  store: {
    key: sql`store_id`,
    name: sql`(SELECT s.name FROM stores s WHERE s.account_id = app_account() AND s.id = g.key)`,
    places: false,
  },
  country: { key: sql`country`, name: sql`NULL::text`, places: true },
  channel: { key: sql`channel_id`, name: sql`(SELECT c.name FROM channels c WHERE c.id = g.key)`, places: true },
};

/** The statement of the sums by store, country or channel, for the test that looks at its plan. */
export function groupStatement(ctx: AccountCtx, days: Days, filter: Filter, by: StatisticsGroup) {
  const { key, name, places } = groups[by];
  return sql<GroupSums>`
    SELECT g.key::text AS key, ${name} AS name, ${measureColumns}
    FROM (SELECT ${key} AS key, ${summed} FROM ${kept(ctx, days, filter, places || filter.country !== undefined)} GROUP BY ${key}) g
    WHERE g.orders <> 0 ORDER BY g.sales DESC, g.orders DESC, g.key`;
}

export async function sumsByGroup(
  ctx: AccountCtx,
  days: Days,
  filter: Filter,
  by: StatisticsGroup,
): Promise<GroupSums[]> {
  return (await groupStatement(ctx, days, filter, by).execute(ctx.db)).rows;
}

export type CheckRow = {
  currency: string;
  time_zone: string;
  /** The account's day. */
  today: string;
  checked_at: Date | null;
  orders: number;
  corrected: number;
  corrected_at: Date | null;
  pending: boolean;
};

/** The account's currency, time zone and day, and when its sums were last checked. */
export async function findCheck(ctx: AccountCtx): Promise<CheckRow> {
  const { rows } = await sql<CheckRow>`
    SELECT a.currency, a.time_zone, (${ctx.now}::timestamptz AT TIME ZONE a.time_zone)::date::text AS today,
      c.checked_at, coalesce(c.orders, 0) AS orders, coalesce(c.corrected, 0) AS corrected, c.corrected_at,
      coalesce(c.time_zone <> a.time_zone OR c.currency <> a.currency, false) AS pending
    FROM accounts a LEFT JOIN statistics_checks c ON c.account_id = a.id WHERE a.id = ${ctx.account}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('the account of this session is gone');
  return row;
}
