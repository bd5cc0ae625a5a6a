import { sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import type { mappingStates, productStatuses } from '#contract/products.ts';
import type { QuoteStatus } from '#contract/quotes.ts';
import type { Ctx } from '#server/db/context.ts';
import { conditions, type Filter, newest, openStatuses, sequence, withPriceChange } from './filter.db.ts';

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
  coalesce(f.unpriced, false) AS unpriced, coalesce(f.discontinued, false) AS discontinued,
  o.orders_30d, o.orders_waiting, p.mapping_state, p.external_updated_at,
  (SELECT ${quote} FROM quotes q
     WHERE q.account_id = p.account_id AND q.product_id = p.id AND q.status IN ${openStatuses} LIMIT 1) AS open_quote,
  (SELECT ${quote} FROM quotes q
     WHERE q.account_id = p.account_id AND q.product_id = p.id ORDER BY q.submitted_at DESC, q.id DESC LIMIT 1) AS last_quote`;

const joins = (now: Date) => sql`
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
              WHERE n.account_id = p.account_id AND n.product_id = p.id AND n.placed_at >= ${now}::timestamptz - interval '30 days') AS orders_30d,
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
    ${joins(filter.now)} ORDER BY p.place`;
}

export async function findPage(
  ctx: Ctx,
  accountId: string,
  filter: Filter,
  page: Page,
  sort?: string,
): Promise<ProductRow[]> {
  return (await pageStatement(accountId, filter, page, sort).execute(ctx.db)).rows;
}

export async function countMatching(
  ctx: Ctx,
  accountId: string,
  filter: Filter,
  most = maxListDepth + 1,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (SELECT 1 FROM store_products p WHERE ${conditions(accountId, filter)} LIMIT ${most}) found`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}

/** Where a batch ended: the next one begins behind it. */
export type Cursor = { changed_at: string; id: string };

/** Ids of the products that match behind a cursor, newest change first; for exports and bulk acts, which read all of a list. */
export async function findBatch(
  ctx: Ctx,
  accountId: string,
  filter: Filter,
  after: Cursor | null,
  limit: number,
): Promise<Cursor[]> {
  const behind = after
    ? sql`AND (p.external_updated_at, p.id) < (${after.changed_at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<Cursor>`
    SELECT p.id, to_json(p.external_updated_at) #>> '{}' AS changed_at FROM store_products p
    WHERE ${conditions(accountId, filter)} ${behind} ORDER BY ${newest} LIMIT ${limit}`.execute(ctx.db);
  return rows;
}

/** Rows of the list for these products, newest change first. */
export async function findByIds(
  ctx: Ctx,
  accountId: string,
  ids: readonly string[],
  stores: readonly string[] | null,
): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    SELECT ${columns} FROM store_products p ${joins(ctx.now)}
    WHERE ${conditions(accountId, { tab: 'all', stores, ids, now: ctx.now })} ORDER BY ${newest}`.execute(ctx.db);
  return rows;
}

/** Tabs of products that stand in another one as well. */
const overlaps: ReadonlySet<string> = new Set(['quoting', 'price_change']);

/** Products per tab. */
export async function tabCounts(
  ctx: Ctx,
  accountId: string,
  stores: readonly string[] | null,
): Promise<Record<string, number>> {
  const inStores = stores ? sql`AND p.store_id = ANY(${stores}::uuid[])` : sql``;
  const { rows } = await sql<{ tab: string; n: number }>`
    SELECT p.mapping_state AS tab, count(*)::int AS n FROM store_products p
    WHERE p.account_id = ${accountId} AND p.removed_at IS NULL ${inStores} GROUP BY 1
    UNION ALL
    SELECT 'quoting', count(*)::int FROM quotes q
    JOIN store_products p ON p.account_id = q.account_id AND p.id = q.product_id AND p.removed_at IS NULL ${inStores}
    WHERE q.account_id = ${accountId} AND q.status IN ${openStatuses}
    UNION ALL
    SELECT 'price_change', count(*)::int FROM store_products p
    WHERE p.account_id = ${accountId} AND p.removed_at IS NULL ${inStores} AND p.id IN (${withPriceChange(accountId)})`.execute(
    ctx.db,
  );
  const counts = Object.fromEntries(rows.map((row) => [row.tab, row.n]));
  const all = rows.reduce((sum, row) => sum + (overlaps.has(row.tab) ? 0 : row.n), 0);
  return { all, unmapped: 0, suggested: 0, needs_review: 0, mapped: 0, not_ours: 0, ...counts };
}

export type Facets = { vendors: string[]; tags: string[] };
const mostFacets = 200;

/** Vendors and tags that the products have, most frequent first. */
export async function findFacets(ctx: Ctx, accountId: string, stores: readonly string[] | null): Promise<Facets> {
  const own = sql`p.account_id = ${accountId} AND p.removed_at IS NULL ${stores ? sql`AND p.store_id = ANY(${stores}::uuid[])` : sql``}`;
  const { rows } = await sql<Facets>`
    SELECT ARRAY(SELECT p.vendor FROM store_products p WHERE ${own} AND p.vendor IS NOT NULL
                 GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${mostFacets}) AS vendors,
           ARRAY(SELECT t.tag FROM store_products p, unnest(p.tags) AS t(tag) WHERE ${own}
                 GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${mostFacets}) AS tags`.execute(ctx.db);
  return rows[0] ?? { vendors: [], tags: [] };
}
