import { sql } from 'kysely';
import type { Channel, FreightFormula, Weighing } from '#contract/shipping.ts';
import type { Ctx, AccountCtx } from '#server/db/context.ts';

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

/** What counts at a moment, one row per country and channel that goes there. */
export async function findRates(ctx: Ctx, destinations: readonly string[], at: Date): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    SELECT * FROM (
      SELECT DISTINCT ON (r.destination, r.channel_id) ${columns}
      FROM channel_rates r JOIN channels c ON c.id = r.channel_id AND c.active
      WHERE r.destination = ANY(${[...destinations]}::text[]) AND r.valid_from <= ${at}
      ORDER BY r.destination, r.channel_id, ${newestFirst}) AS known
    WHERE offered ORDER BY destination, channel->>'name'`.execute(ctx.db);
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

export type Part = {
  sku_id: string;
  code: string;
  title: string;
  weight_g: number;
  volume_mm3: number;
  lead_days: number;
  flags: string[];
  quantity: number;
};
type VariantRow = {
  store_id: string;
  title: string;
  price: number | null;
  currency: string | null;
  parts: Part[];
};

const part = sql`'sku_id', s.id, 'code', s.code, 'title', s.title, 'weight_g', s.weight_g,
  'volume_mm3', coalesce(s.length_mm::bigint * s.width_mm * s.height_mm, 0), 'lead_days', s.lead_days, 'flags', s.flags`;

/** A store variant with what it stands for now; no parts while it is not mapped. */
export async function findVariant(ctx: AccountCtx, id: string): Promise<VariantRow | undefined> {
  const { rows } = await sql<VariantRow>`
    SELECT v.store_id, v.title, v.price, v.currency,
      (SELECT coalesce(json_agg(json_build_object(${part}, 'quantity', c.quantity) ORDER BY c.line), '[]')
       FROM mapping_components c JOIN catalog_skus s ON s.id = c.catalog_sku_id
       WHERE c.account_id = v.account_id AND c.variant_id = v.id AND c.version = v.mapping_version AND c.rule = 0
         AND v.mapping_state IN ('mapped', 'needs_review')) AS parts
    FROM store_variants v WHERE v.account_id = ${ctx.account} AND v.id = ${id}`.execute(ctx.db);
  return rows[0];
}

/** Catalogue SKUs that the account may see. */
export async function findSkus(ctx: Ctx, ids: readonly string[]): Promise<Part[]> {
  const { rows } = await sql<{ part: Part }>`
    SELECT json_build_object(${part}, 'quantity', 1) AS part FROM catalog_skus s WHERE s.id = ANY(${ids}::uuid[])`.execute(
    ctx.db,
  );
  return rows.map((row) => row.part);
}

/** How many days deliveries took lately, p50 and p90, by channel and country. */
export const findTransit = (ctx: Ctx) =>
  ctx.db
    .selectFrom('transit_windows')
    .select(['channel_id', 'country', 'days_p50 as min', 'days_p90 as max'])
    .orderBy('channel_id')
    .orderBy('country')
    .execute();

/** Joins how long deliveries took lately by the channel of rows with a destination; for `daysOfPrice`. */
export const measuredDays = (rows: string) =>
  sql`LEFT JOIN transit_windows measured ON measured.channel_id = ${sql.ref(`${rows}.channel_id`)} AND measured.country = ${sql.ref(`${rows}.destination`)}`;

/** The days on the way by a price: the p50 and p90 of own deliveries, where there are enough of them, else those of the price. */
export const daysOfPrice = (rows: string) =>
  sql`coalesce(measured.days_p50, ${sql.ref(`${rows}.days_min`)}) AS days_min, coalesce(measured.days_p90, ${sql.ref(`${rows}.days_max`)}) AS days_max`;

export type AgreedPrice = {
  id: string;
  sku_id: string;
  channel_id: string;
  channel: string;
  unit_price: number;
  currency: string;
  formula: FreightFormula;
  weighing: Weighing;
  days_min: number;
  days_max: number;
  tax_mode: 'DDP' | 'IOSS' | 'DDU';
};

/** The merchant's current prices of these SKUs to one country. */
export async function findAgreed(
  ctx: AccountCtx,
  skuIds: readonly string[],
  destination: string,
): Promise<AgreedPrice[]> {
  const { rows } = await sql<AgreedPrice>`
    SELECT p.id, p.catalog_sku_id AS sku_id, p.channel_id, c.name AS channel, p.unit_price, p.currency, p.formula,
      json_build_object('divisor', p.divisor, 'step_g', p.step_g) AS weighing, ${daysOfPrice('p')}, p.tax_mode
    FROM prices p JOIN channels c ON c.id = p.channel_id AND c.active ${measuredDays('p')}
    WHERE p.account_id = ${ctx.account} AND p.catalog_sku_id = ANY(${skuIds}::uuid[]) AND p.destination = ${destination} AND p.valid_to IS NULL
    ORDER BY p.id`.execute(ctx.db);
  return rows;
}
