import { type RawBuilder, sql } from 'kysely';
import type { FreightFormula, Weighing } from '#contract/freight.ts';
import type { ChangeReason, ChangeStatus } from '#contract/price-rules.ts';
import type { AccountCtx, Actor, Ctx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { seesStore } from '#server/db/store-scope.ts';
import { underWay } from './price-changes.db.ts';

type Page = { offset: number; limit: number };
type TaxMode = 'DDP' | 'IOSS' | 'DDU';

export type PriceRow = {
  account_id: string;
  id: string;
  sku: { id: string; code: string; title: string; picture_url: string | null };
  destination: string;
  channel: { id: string; name: string };
  unit_price: number;
  currency: string;
  formula: FreightFormula;
  weighing: Weighing;
  days_min: number;
  days_max: number;
  tax_mode: TaxMode;
  valid_from: Date;
  valid_to: Date | null;
  locked_until: Date | null;
  quote: { id: string; number: string; version: number } | null;
  proposal: { id: string; number: string; reason: ChangeReason } | null;
  pending: {
    id: string;
    status: ChangeStatus;
    unit_price: number;
    formula: FreightFormula;
    effective_at: string;
  } | null;
};

const columnsFor = (reader: Actor) => sql`
  p.account_id, p.id, json_build_object('id', k.id, 'code', k.code, 'title', k.title, 'picture_url', '/api/pictures/' || k.picture) AS sku,
  p.destination, json_build_object('id', c.id, 'name', c.name) AS channel, p.unit_price, p.currency, p.formula,
  json_build_object('divisor', p.divisor, 'step_g', p.step_g) AS weighing, p.days_min, p.days_max, p.tax_mode, p.valid_from, p.valid_to,
  p.locked_until,
  (SELECT json_build_object('id', q.id, 'number', 'Q-' || q.number, 'version', p.quote_version) FROM quotes q
    WHERE q.account_id = p.account_id AND q.id = p.quote_id AND ${seesStore(reader, sql`q.store_id`)}) AS quote,
  (SELECT json_build_object('id', o.id, 'number', 'PC-' || o.number, 'reason', o.reason) FROM price_changes x
    JOIN price_proposals o ON o.account_id = x.account_id AND o.id = x.proposal_id
    WHERE x.account_id = p.account_id AND x.new_price_id = p.id LIMIT 1) AS proposal,
  (SELECT json_build_object('id', x.id, 'status', x.status, 'unit_price', x.new_unit_price, 'formula', x.new_formula,
      'effective_at', to_char(x.effective_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) FROM price_changes x
    WHERE x.account_id = p.account_id AND x.status IN ${underWay} AND p.valid_to IS NULL
      AND x.catalog_sku_id = p.catalog_sku_id AND x.destination = p.destination AND x.channel_id = p.channel_id) AS pending`;
const joins = sql`JOIN catalog_skus k ON k.id = p.catalog_sku_id JOIN channels c ON c.id = p.channel_id`;

export type PriceFilter = {
  ended: boolean | null;
  words: readonly string[];
  sku_id?: string | undefined;
  destination?: string | undefined;
  channel_id?: string | undefined;
  /** One client of all; all when left out. */
  account_id?: string | undefined;
};

const and = (parts: readonly RawBuilder<unknown>[]) => sql.join([...parts], sql` AND `);

/** SKUs with a word in their title, or whose code it is; they are the catalogue's, not an account's. */
const ofSkus = (column: RawBuilder<unknown>, words: readonly string[]) =>
  words.length === 0
    ? []
    : [
        sql`${column} IN (SELECT s.id FROM catalog_skus s
              WHERE lower(s.code) = ANY(${[...words]}::text[])
                OR EXISTS (SELECT FROM unnest(${[...words]}::text[]) AS w(word) WHERE strpos(lower(s.title), w.word) > 0))`,
      ];

function matching(accountId: string | null, filter: PriceFilter): RawBuilder<unknown> {
  const account = accountId ?? filter.account_id;
  return and([
    filter.ended === null ? sql`true` : filter.ended ? sql`p.valid_to IS NOT NULL` : sql`p.valid_to IS NULL`,
    ...(account === undefined ? [] : [sql`p.account_id = ${account}`]),
    ...(filter.sku_id ? [sql`p.catalog_sku_id = ${filter.sku_id}`] : []),
    ...(filter.destination ? [sql`p.destination = ${filter.destination}`] : []),
    ...(filter.channel_id ? [sql`p.channel_id = ${filter.channel_id}`] : []),
    ...ofSkus(sql`p.catalog_sku_id`, filter.words),
  ]);
}

/** A page of prices: the merchant's, or with `accountId` null those of all clients. Its statement, for the test that looks at its plan. */
export function pageStatement(reader: Actor, accountId: string | null, filter: PriceFilter, page: Page) {
  const by = filter.ended
    ? sql`p.valid_to DESC, p.id`
    : sql`p.catalog_sku_id, p.destination, p.channel_id, p.account_id, p.valid_from DESC`;
  const again = filter.ended ? sql`p.valid_to DESC, p.id` : by;
  return sql<PriceRow>`
    SELECT ${columnsFor(reader)}
    FROM (SELECT p.* FROM prices p WHERE ${matching(accountId, filter)} ORDER BY ${by} OFFSET ${page.offset} LIMIT ${page.limit}) p
    ${joins} ORDER BY ${again}`;
}

export async function findPage(ctx: Ctx, accountId: string | null, filter: PriceFilter, page: Page) {
  return (await pageStatement(ctx.actor, accountId, filter, page).execute(ctx.db)).rows;
}

export async function countMatching(ctx: Ctx, accountId: string | null, filter: PriceFilter, most: number) {
  return countUpTo(ctx, sql`SELECT FROM prices p WHERE ${matching(accountId, filter)}`, most);
}

/** One price of the account, whether it counts or has ended. */
export async function findPrice(ctx: AccountCtx, id: string): Promise<PriceRow | undefined> {
  const { rows } = await sql<PriceRow>`
    SELECT ${columnsFor(ctx.actor)} FROM prices p ${joins} WHERE p.account_id = ${ctx.account} AND p.id = ${id}`.execute(
    ctx.db,
  );
  return rows[0];
}

/** Names of clients. */
export async function findClients(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return ctx.db
    .selectFrom('accounts')
    .select(['id', 'number', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
}

export type ChangeRow = {
  account_id: string;
  id: string;
  proposal: { id: string; number: string; reason: ChangeReason; note: string };
  sku: PriceRow['sku'];
  destination: string;
  channel: { id: string; name: string };
  currency: string;
  old: { unit_price: number; formula: FreightFormula; delivered: number };
  new: { unit_price: number; formula: FreightFormula; delivered: number };
  rise: { amount: number; bp: number };
  proposed_at: Date;
  effective_at: Date;
  status: ChangeStatus;
  decided_how: 'merchant' | 'rule' | 'falling' | null;
  decided_by: string | null;
  decided_at: Date | null;
  reject_reason: string;
};

export type ChangeFilter = {
  statuses: readonly ChangeStatus[] | null;
  words: readonly string[];
  proposal_id?: string | undefined;
  sku_id?: string | undefined;
  account_id?: string | undefined;
};

function changesMatching(accountId: string | null, filter: ChangeFilter): RawBuilder<unknown> {
  const account = accountId ?? filter.account_id;
  return and([
    filter.statuses === null ? sql`true` : sql`x.status = ANY(${[...filter.statuses]}::text[])`,
    ...(account === undefined ? [] : [sql`x.account_id = ${account}`]),
    ...(filter.proposal_id ? [sql`x.proposal_id = ${filter.proposal_id}`] : []),
    ...(filter.sku_id ? [sql`x.catalog_sku_id = ${filter.sku_id}`] : []),
    ...ofSkus(sql`x.catalog_sku_id`, filter.words),
  ]);
}

/** A page of proposed prices, newest first. Its statement, for the test that looks at its plan. */
export function changesStatement(accountId: string | null, filter: ChangeFilter, page: Page) {
  return sql<ChangeRow>`
    SELECT x.account_id, x.id, json_build_object('id', o.id, 'number', 'PC-' || o.number, 'reason', o.reason, 'note', o.note) AS proposal,
      json_build_object('id', k.id, 'code', k.code, 'title', k.title, 'picture_url', '/api/pictures/' || k.picture) AS sku, x.destination,
      json_build_object('id', c.id, 'name', c.name) AS channel, x.currency,
      json_build_object('unit_price', x.old_unit_price, 'formula', x.old_formula, 'delivered', x.old_delivered) AS old,
      json_build_object('unit_price', x.new_unit_price, 'formula', x.new_formula, 'delivered', x.new_delivered) AS new,
      json_build_object('amount', x.rise, 'bp', x.rise_bp) AS rise, x.created_at AS proposed_at, x.effective_at, x.status, x.decided_how,
      x.decided_by, x.decided_at, x.reject_reason
    FROM (SELECT x.* FROM price_changes x WHERE ${changesMatching(accountId, filter)}
          ORDER BY x.id DESC OFFSET ${page.offset} LIMIT ${page.limit}) x
    JOIN price_proposals o ON o.account_id = x.account_id AND o.id = x.proposal_id
    JOIN catalog_skus k ON k.id = x.catalog_sku_id
    JOIN channels c ON c.id = x.channel_id
    ORDER BY x.id DESC`;
}

export async function findChanges(ctx: Ctx, accountId: string | null, filter: ChangeFilter, page: Page) {
  return (await changesStatement(accountId, filter, page).execute(ctx.db)).rows;
}

/** Proposed prices by state. */
export async function countChanges(
  ctx: Ctx,
  accountId: string | null,
  filter: ChangeFilter,
): Promise<Map<ChangeStatus, number>> {
  const { rows } = await sql<{ status: ChangeStatus; n: number }>`
    SELECT x.status, count(*)::int AS n FROM price_changes x
    WHERE ${changesMatching(accountId, { ...filter, statuses: null })} GROUP BY 1`.execute(ctx.db);
  return new Map(rows.map((row) => [row.status, row.n]));
}

/** How many unpaid orders have each of these SKUs, by account, SKU and country. */
export async function countUnpaid(ctx: Ctx, accounts: readonly string[], skuIds: readonly string[]) {
  if (skuIds.length === 0) return new Map<string, number>();
  const { rows } = await sql<{ key: string; n: number }>`
    SELECT o.account_id || ' ' || m.catalog_sku_id || ' ' || o.country AS key, count(DISTINCT o.id)::int AS n
    FROM orders o
    JOIN order_lines l ON l.account_id = o.account_id AND l.order_id = o.id
    JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
    JOIN mapping_components m ON m.account_id = l.account_id AND m.variant_id = l.variant_id
      AND m.version = coalesce(l.pinned_version, v.mapping_version) AND m.rule = l.mapping_rule
    WHERE o.account_id = ANY(${[...new Set(accounts)]}::uuid[]) AND o.stage IN ('imported', 'quoting', 'awaiting_payment')
      AND m.catalog_sku_id = ANY(${[...new Set(skuIds)]}::uuid[])
    GROUP BY 1`.execute(ctx.db);
  return new Map(rows.map((row) => [row.key, row.n]));
}

export type ChannelRow = {
  id: string;
  code: string;
  name: string;
  carrier: string;
  destinations: {
    country: string;
    days_p50: number;
    days_p90: number;
    tax_mode: TaxMode;
    max_weight_g: number | null;
    refuses: string[];
  }[];
  total: number;
};

/** Channels in use with where they go today. */
export async function findChannels(
  ctx: Ctx,
  { q, destination }: { q?: string | undefined; destination?: string | undefined },
  page: Page,
): Promise<ChannelRow[]> {
  const word = (q ?? '').toLowerCase();
  const { rows } = await sql<ChannelRow>`
    WITH offered AS (
      SELECT * FROM (
        SELECT DISTINCT ON (r.channel_id, r.destination) r.* FROM channel_rates r WHERE r.valid_from <= ${ctx.now}
        ORDER BY r.channel_id, r.destination, r.valid_from DESC, r.created_at DESC, r.id DESC) latest
      WHERE offered)
    SELECT c.id, c.code, c.name, c.carrier, count(*) OVER ()::int AS total,
      (SELECT coalesce(json_agg(json_build_object('country', r.destination, 'days_p50', r.days_p50, 'days_p90', r.days_p90, 'tax_mode', r.tax_mode,
         'max_weight_g', r.max_weight_g, 'refuses', r.refuses) ORDER BY r.destination), '[]') FROM offered r WHERE r.channel_id = c.id) AS destinations
    FROM channels c
    WHERE c.active AND (${word} = '' OR strpos(lower(c.name || ' ' || c.code || ' ' || c.carrier), ${word}) > 0)
      AND (${destination ?? null}::text IS NULL OR EXISTS (SELECT FROM offered r WHERE r.channel_id = c.id AND r.destination = ${destination ?? null}))
    ORDER BY c.name, c.id OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}
