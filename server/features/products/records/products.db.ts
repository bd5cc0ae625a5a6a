import { sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import type { mappingStates, productStatuses } from '#contract/products.ts';
import type { QuoteStatus } from '#contract/quotes.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { last30Days } from '#server/db/last-30-days.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { conditions, type Filter, newest, openStatuses, sequence, toMap, withPriceChange } from './filter.db.ts';

export type { Filter } from './filter.db.ts';
type Quote = { id: string; number: string; status: QuoteStatus };

export type ProductRow = {
  id: string;
  store: { id: string; name: string };
  title: string;
  status: (typeof productStatuses)[number];
  vendor: string | null;
  tags: string[];
  picture_url: string | null;
  url: string | null;
  variants: number;
  variants_mapped: number;
  price_min: number | null;
  price_max: number | null;
  price_currency: string | null;
  cost_min: number | null;
  cost_max: number | null;
  cost_currency: string | null;
  landed_country: string | null;
  landed_min: number | null;
  landed_max: number | null;
  landed_currency: string | null;
  margin_low: number | null;
  margin_high: number | null;
  margin_rate: string | null;
  margin_rate_day: string | null;
  margin_rate_source: 'ecb' | 'staff' | null;
  unpriced: boolean;
  discontinued: boolean;
  orders_30d: number;
  orders_waiting: number;
  mapping_state: (typeof mappingStates)[number];
  open_quote: Quote | null;
  last_quote: Quote | null;
  external_updated_at: Date;
};

/** Variants that count: still in the shop, and shipped. */
const live = sql`v.account_id = p.account_id AND v.product_id = p.id AND v.removed_at IS NULL AND v.requires_shipping`;
const quote = sql`json_build_object('id', q.id, 'number', 'Q-' || q.number, 'status', q.status)`;

/** What a row shows; no query per row. */
const columns = sql`
  p.id, json_build_object('id', s.id, 'name', s.name) AS store, p.title, p.status, p.vendor, p.tags, '/api/pictures/' || p.picture AS picture_url, p.url,
  p.variants, p.variants_mapped, p.price_min, p.price_max, p.price_currency, k.cost_min, k.cost_max, k.cost_currency,
  f.country AS landed_country, f.landed_min, f.landed_max, f.currency AS landed_currency, f.margin_low, f.margin_high,
  trim_scale(f.margin_rate)::text AS margin_rate, f.margin_rate_day::text AS margin_rate_day, f.margin_rate_source,
  coalesce(f.unpriced, false) AS unpriced, coalesce(f.discontinued, false) AS discontinued,
  o.orders_30d, o.orders_waiting, p.mapping_state, p.external_updated_at,
  (SELECT ${quote} FROM quotes q
     WHERE q.account_id = p.account_id AND q.product_id = p.id AND q.status IN ${openStatuses} LIMIT 1) AS open_quote,
  (SELECT ${quote} FROM quotes q
     WHERE q.account_id = p.account_id AND q.product_id = p.id ORDER BY q.submitted_at DESC, q.id DESC LIMIT 1) AS last_quote`;

const joins = (accountId: string, now: Date) => sql`
  JOIN stores s ON s.account_id = p.account_id AND s.id = p.store_id
  LEFT JOIN product_figures f ON f.account_id = p.account_id AND f.product_id = p.id
  CROSS JOIN LATERAL (
    SELECT min(u.low) AS cost_min, max(u.high) AS cost_max, min(u.currency) AS cost_currency
    FROM (SELECT sum(m.quantity * x.low)::bigint AS low, sum(m.quantity * x.high)::bigint AS high, min(x.currency) AS currency
          FROM store_variants v
          JOIN mapping_components m ON m.account_id = v.account_id AND m.variant_id = v.id AND m.version = v.mapping_version AND m.rule = 0
          CROSS JOIN LATERAL (SELECT min(r.unit_price) AS low, max(r.unit_price) AS high, min(r.currency) AS currency FROM prices r
            WHERE r.account_id = m.account_id AND r.catalog_sku_id = m.catalog_sku_id AND r.valid_to IS NULL) x
          WHERE ${live} AND v.mapping_state = 'mapped'
          GROUP BY v.id HAVING bool_and(x.low IS NOT NULL)) u) k
  CROSS JOIN LATERAL (
    SELECT (SELECT count(*)::int FROM order_products n
              WHERE n.account_id = p.account_id AND n.product_id = p.id AND n.placed_at >= ${last30Days(accountId, now)}) AS orders_30d,
           (SELECT count(*)::int FROM order_products n
              WHERE n.account_id = p.account_id AND n.product_id = p.id AND n.waiting) AS orders_waiting) o`;

type Page = { offset: number; limit: number };

/** The statement of a page of the list, for the test that looks at its plan. */
export function pageStatement(accountId: string, filter: Filter, page: Page, sort?: string) {
  const { join, by } = sequence(accountId, sort, filter.now);
  return sql<ProductRow>`
    SELECT ${columns}
    FROM (SELECT p.*, row_number() OVER (ORDER BY ${by}) AS place FROM store_products p ${join} WHERE ${conditions(accountId, filter)}
      ORDER BY ${by} OFFSET ${page.offset} LIMIT ${page.limit}) p
    ${joins(accountId, filter.now)} ORDER BY p.place`;
}

export async function findPage(ctx: AccountCtx, filter: Filter, page: Page, sort?: string): Promise<ProductRow[]> {
  return (await pageStatement(ctx.account, filter, page, sort).execute(ctx.db)).rows;
}

export async function countMatching(ctx: AccountCtx, filter: Filter, most = maxListDepth + 1): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 FROM store_products p WHERE ${conditions(ctx.account, filter)}`, most);
}

/** Where a batch ended: the next one begins behind it. */
export type Cursor = { changed_at: string; id: string };

/** Ids of the products that match behind a cursor, newest change first; for exports and bulk actions, which read all of a list. */
export async function findBatch(
  ctx: AccountCtx,
  filter: Filter,
  after: Cursor | null,
  limit: number,
): Promise<Cursor[]> {
  const behind = after
    ? sql`AND (p.external_updated_at, p.id) < (${after.changed_at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<Cursor>`
    SELECT p.id, to_json(p.external_updated_at) #>> '{}' AS changed_at FROM store_products p
    WHERE ${conditions(ctx.account, filter)} ${behind} ORDER BY ${newest} LIMIT ${limit}`.execute(ctx.db);
  return rows;
}

/** Rows of the list for these products, newest change first. */
export async function findByIds(
  ctx: AccountCtx,
  ids: readonly string[],
  stores: readonly string[] | null,
): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    SELECT ${columns} FROM store_products p ${joins(ctx.account, ctx.now)}
    WHERE ${conditions(ctx.account, { tab: 'all', stores, ids, now: ctx.now })} ORDER BY ${newest}`.execute(ctx.db);
  return rows;
}

/** Tabs of products that stand in another one as well. */
const overlaps: ReadonlySet<string> = new Set(['quoting', 'price_change']);

/** Products per tab; those without a price that are asked for stand in the tab of open quotes alone. */
export async function tabCounts(ctx: AccountCtx, stores: readonly string[] | null): Promise<Record<string, number>> {
  const inStores = stores ? sql`AND p.store_id = ANY(${stores}::uuid[])` : sql``;
  const { rows } = await sql<{ tab: string; n: number }>`
    SELECT CASE WHEN p.mapping_state IN ('unmapped', 'suggested') AND NOT ${toMap} THEN 'asked' ELSE p.mapping_state END AS tab, count(*)::int AS n FROM store_products p
    WHERE p.account_id = ${ctx.account} AND p.removed_at IS NULL ${inStores} GROUP BY 1
    UNION ALL
    SELECT 'quoting', count(*)::int FROM quotes q
    JOIN store_products p ON p.account_id = q.account_id AND p.id = q.product_id AND p.removed_at IS NULL ${inStores}
    WHERE q.account_id = ${ctx.account} AND q.status IN ${openStatuses}
    UNION ALL
    SELECT 'price_change', count(*)::int FROM store_products p
    WHERE p.account_id = ${ctx.account} AND p.removed_at IS NULL ${inStores} AND p.id IN (${withPriceChange(ctx.account)})`.execute(
    ctx.db,
  );
  const counts = Object.fromEntries(rows.filter(({ tab }) => tab !== 'asked').map((row) => [row.tab, row.n]));
  const all = rows.reduce((sum, row) => sum + (overlaps.has(row.tab) ? 0 : row.n), 0);
  return { all, unmapped: 0, suggested: 0, needs_review: 0, mapped: 0, not_ours: 0, ...counts };
}

export type Facets = { vendors: string[]; tags: string[] };
const mostFacets = 200;

/** Vendors and tags that the products have, most frequent first. */
export async function findFacets(ctx: AccountCtx, stores: readonly string[] | null): Promise<Facets> {
  const own = sql`p.account_id = ${ctx.account} AND p.removed_at IS NULL ${stores ? sql`AND p.store_id = ANY(${stores}::uuid[])` : sql``}`;
  const { rows } = await sql<Facets>`
    SELECT ARRAY(SELECT p.vendor FROM store_products p WHERE ${own} AND p.vendor IS NOT NULL
                 GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${mostFacets}) AS vendors,
           ARRAY(SELECT t.tag FROM store_products p, unnest(p.tags) AS t(tag) WHERE ${own}
                 GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${mostFacets}) AS tags`.execute(ctx.db);
  return rows[0] ?? { vendors: [], tags: [] };
}

type SkuChoiceRow = {
  id: string;
  code: string;
  title: string;
  weight_g: number;
  lead_days: number;
  moq: number;
  status: 'active' | 'low' | 'discontinued';
  picture_url: string | null;
  attributes: Record<string, string>;
  cost: number | null;
  cost_currency: string | null;
  used_here: number;
};

/**
 * Items that may be chosen for a product: those its variants consist of first, then by how many words of the search (or of
 * the product's title) they have, priced ones before others. An item that is asked for stands before all. Discontinued items only when the search names their code.
 */
export async function findChoices(
  ctx: AccountCtx,
  product: { id: string; title: string },
  asked: { q?: string | undefined; sku?: string | undefined },
  limit: number,
): Promise<SkuChoiceRow[]> {
  const q = asked.q === '' ? undefined : asked.q;
  const wanted = asked.sku ?? null;
  const words = wordsOf(q ?? product.title);
  const { rows } = await sql<SkuChoiceRow>`
    SELECT k.id, k.code, k.title, k.weight_g, k.lead_days, k.moq, k.status, '/api/pictures/' || k.picture AS picture_url, k.attributes,
      x.cost, x.cost_currency, coalesce(u.n, 0) AS used_here
    FROM (
      SELECT s.*, (SELECT count(*)::int FROM unnest(${words}::text[]) AS w(word)
          WHERE strpos(lower(s.title || ' ' || s.code || ' ' || coalesce((SELECT string_agg(a.value, ' ') FROM jsonb_each_text(s.attributes) a), '')), w.word) > 0) AS hits
      FROM catalog_skus s WHERE (s.owner_account_id IS NULL OR s.owner_account_id = ${ctx.account})
        AND (s.status <> 'discontinued' OR lower(s.code) = ANY(${words}::text[]) OR s.id = ${wanted})
    ) k
    LEFT JOIN (
      SELECT c.catalog_sku_id, count(*)::int AS n FROM store_variants v
      JOIN mapping_components c ON c.account_id = v.account_id AND c.variant_id = v.id AND c.version = v.mapping_version
      WHERE v.account_id = ${ctx.account} AND v.product_id = ${product.id} GROUP BY 1) u ON u.catalog_sku_id = k.id
    LEFT JOIN LATERAL (
      SELECT min(r.unit_price) AS cost, min(r.currency) AS cost_currency FROM prices r
      WHERE r.account_id = ${ctx.account} AND r.catalog_sku_id = k.id AND r.valid_to IS NULL) x ON true
    WHERE k.id = ${wanted} OR ${q ? sql`k.hits = ${words.length}` : sql`k.hits > 0 OR u.n > 0 OR x.cost IS NOT NULL`}
    ORDER BY k.id IS NOT DISTINCT FROM ${wanted}::uuid DESC, coalesce(u.n, 0) DESC, k.hits DESC, x.cost IS NULL, k.code LIMIT ${limit}`.execute(
    ctx.db,
  );
  return rows;
}

const wordsOf = (text: string) =>
  [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,/|]+/)
        .filter((word) => word.length > 1),
    ),
  ].slice(0, 12);

export type Candidate = {
  id: string;
  title: string;
  external_id: string;
  store: { id: string; status: string; platform: string };
  mapping_state: (typeof mappingStates)[number];
  /** Variants that are shipped, and how many of them are marked as not ours. */
  shipped: number;
  not_ours: number;
  open_quote: string | null;
};

/** Products with what decides whether an action can be done on them; those outside the stores are left out. */
export async function findCandidates(
  ctx: AccountCtx,
  ids: readonly string[],
  stores: readonly string[] | null,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT p.id, p.title, p.external_id, json_build_object('id', s.id, 'status', s.status, 'platform', s.platform) AS store, p.mapping_state,
      p.variants AS shipped,
      (SELECT count(*)::int FROM store_variants v WHERE v.account_id = p.account_id AND v.product_id = p.id AND v.removed_at IS NULL
         AND v.requires_shipping AND v.mapping_state = 'not_ours') AS not_ours,
      (SELECT 'Q-' || q.number FROM quotes q WHERE q.account_id = p.account_id AND q.product_id = p.id
         AND q.status IN ('submitted', 'in_progress', 'need_info', 'quoted', 'countered') LIMIT 1) AS open_quote
    FROM store_products p
    JOIN stores s ON s.account_id = p.account_id AND s.id = p.store_id
    WHERE p.account_id = ${ctx.account} AND p.id = ANY(${ids}::uuid[]) AND p.removed_at IS NULL
      AND ${stores ? sql`p.store_id = ANY(${stores}::uuid[])` : sql`true`}`.execute(ctx.db);
  return rows;
}

/** How many products match, and the one that does where there is one. */
export async function countOf(ctx: AccountCtx, filter: Filter): Promise<{ count: number; only_id: string | null }> {
  const { rows } = await sql<{ count: number; only_id: string | null }>`
    SELECT count(*)::int AS count, CASE WHEN count(*) = 1 THEN min(p.id::text)::uuid END AS only_id
    FROM store_products p WHERE ${conditions(ctx.account, filter)}`.execute(ctx.db);
  return rows[0] ?? { count: 0, only_id: null };
}
