import { sql } from 'kysely';
import type { Channel, FreightFormula, Weighing } from '#contract/shipping.ts';
import type { Ctx } from '#server/db/context.ts';

/** Channels in use, by name. They belong to the provider, not to an account. */
export async function findChannels(ctx: Ctx): Promise<Channel[]> {
  return ctx.db
    .selectFrom('channels')
    .select(['id', 'code', 'name', 'carrier'])
    .where('active', '=', true)
    .orderBy('name')
    .execute();
}

export type RateRow = {
  id: string;
  channel: { id: string; name: string };
  destination: string;
  valid_from: Date;
  offered: boolean;
  currency: string;
  formula: FreightFormula;
  weighing: Weighing;
  days_p50: number;
  days_p90: number;
  tax_mode: 'DDP' | 'IOSS' | 'DDU';
  max_weight_g: number | null;
  refuses: ('battery' | 'liquid' | 'magnet')[];
  remote: { prefixes: string[]; amount: number }[];
};
export type RateVersionRow = RateRow & {
  author: string | null;
  created_at: Date;
  state: 'current' | 'planned' | 'ended';
};

const columns = sql`r.id, json_build_object('id', c.id, 'name', c.name) AS channel, r.destination, r.valid_from, r.offered, r.currency, r.formula,
  json_build_object('divisor', r.divisor, 'step_g', r.step_g) AS weighing, r.days_p50, r.days_p90, r.tax_mode, r.max_weight_g, r.refuses, r.remote`;
const newestFirst = sql`r.valid_from DESC, r.created_at DESC, r.id DESC`;

/** What counts at a moment, one row per channel that goes there. */
export async function findRates(ctx: Ctx, destination: string, at: Date): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    SELECT * FROM (
      SELECT DISTINCT ON (r.channel_id) ${columns}
      FROM channel_rates r JOIN channels c ON c.id = r.channel_id AND c.active
      WHERE r.destination = ${destination} AND r.valid_from <= ${at}
      ORDER BY r.channel_id, ${newestFirst}) AS known
    WHERE offered ORDER BY channel->>'name'`.execute(ctx.db);
  return rows;
}

// A version ends where the next one of its channel and country begins.
const versions = (ctx: Ctx) => sql`
  SELECT r.*, CASE WHEN r.valid_from > ${ctx.now} THEN 'planned'
      WHEN row_number() OVER (PARTITION BY r.channel_id, r.destination, r.valid_from > ${ctx.now} ORDER BY ${newestFirst}) = 1 THEN 'current'
      ELSE 'ended' END AS state
  FROM channel_rates r`;
const withAuthor = sql`, coalesce(nullif(u.nick_name, ''), u.username) AS author, r.created_at, r.state`;
const joined = sql`r JOIN channels c ON c.id = r.channel_id LEFT JOIN users u ON u.id = r.created_by`;

type RateFilter = { channel_id?: string | undefined; destination?: string | undefined };
const fits = (filter: RateFilter) => sql`
  (${filter.channel_id ?? null}::uuid IS NULL OR r.channel_id = ${filter.channel_id ?? null})
  AND (${filter.destination ?? null}::text IS NULL OR r.destination = ${filter.destination ?? null})`;

/** Versions that count now or later, by country and channel. */
export async function findLiveRates(ctx: Ctx, filter: RateFilter, page: { offset: number; limit: number }) {
  const { rows } = await sql<RateVersionRow & { total: number }>`
    SELECT ${columns}${withAuthor}, count(*) OVER ()::int AS total
    FROM (${versions(ctx)}) ${joined}
    WHERE r.state <> 'ended' AND ${fits(filter)}
    ORDER BY r.destination, c.name, ${newestFirst} OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

/** Every version of one channel to one country, newest first. */
export async function findRateHistory(
  ctx: Ctx,
  filter: { channel_id: string; destination: string },
): Promise<RateVersionRow[]> {
  const { rows } = await sql<RateVersionRow>`
    SELECT ${columns}${withAuthor} FROM (${versions(ctx)}) ${joined}
    WHERE r.channel_id = ${filter.channel_id} AND r.destination = ${filter.destination}
    ORDER BY ${newestFirst} LIMIT 200`.execute(ctx.db);
  return rows;
}

export type NewRate = {
  id: string;
  channel_id: string;
  destination: string;
  valid_from: Date;
  offered: boolean;
  currency: string;
  formula: FreightFormula;
  divisor: number | null;
  step_g: number;
  days_p50: number;
  days_p90: number;
  tax_mode: string;
  max_weight_g: number | null;
  refuses: string[];
  remote: { prefixes: string[]; amount: number }[];
  created_by: string;
};

export async function insertRate(ctx: Ctx, rate: NewRate): Promise<void> {
  await ctx.db
    .insertInto('channel_rates')
    .values({
      ...rate,
      formula: JSON.stringify(rate.formula),
      remote: JSON.stringify(rate.remote),
      created_at: ctx.now,
    })
    .execute();
}

export async function channelExists(ctx: Ctx, id: string): Promise<boolean> {
  const found = await ctx.db.selectFrom('channels').select('id').where('id', '=', id).executeTakeFirst();
  return found !== undefined;
}
