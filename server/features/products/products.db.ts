import { type RawBuilder, sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import type { productTabs } from '#contract/products.ts';
import type { Ctx } from '#server/db/context.ts';

export type Filter = { tab: (typeof productTabs)[number]; stores: readonly string[] | null; q?: string | undefined };

export type ProductRow = {
  id: string;
  store: { id: string; name: string };
  title: string;
  status: 'active' | 'draft' | 'archived' | 'unlisted';
  vendor: string | null;
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
  orders_30d: number;
  orders_waiting: number;
  mapping_state: 'unmapped' | 'suggested' | 'needs_review' | 'mapped' | 'not_ours';
  open_quote: { id: string; number: string; status: string } | null;
  external_updated_at: Date;
};

const openStatuses = sql`('submitted', 'in_progress', 'need_info', 'quoted', 'countered')`;
const newest = sql`p.external_updated_at DESC, p.id DESC`;

function conditions(accountId: string, filter: Filter): RawBuilder<unknown> {
  const parts = [sql`p.account_id = ${accountId}`, sql`p.removed_at IS NULL`];
  if (filter.stores) parts.push(sql`p.store_id = ANY(${filter.stores}::uuid[])`);
  if (filter.tab === 'quoting') {
    parts.push(
      sql`EXISTS (SELECT 1 FROM quotes q WHERE q.account_id = ${accountId} AND q.product_id = p.id AND q.status IN ${openStatuses})`,
    );
  } else if (filter.tab !== 'all') parts.push(sql`p.mapping_state = ${filter.tab}`);
  if (filter.q) {
    const { q } = filter;
    // strpos, not LIKE: it filters the account's own rows, which the index on account_id has found (decision 37)
    parts.push(sql`(strpos(lower(p.title), ${q.toLowerCase()}) > 0 OR p.external_id = ${q} OR p.id IN (
      SELECT v.product_id FROM store_variants v
      WHERE v.account_id = ${accountId} AND (lower(v.sku) = ${q.toLowerCase()} OR v.external_id = ${q})))`);
  }
  return sql.join(parts, sql` AND `);
}

/** Variants that count: still in the shop, and shipped. */
const live = sql`v.account_id = p.account_id AND v.product_id = p.id AND v.removed_at IS NULL AND v.requires_shipping`;

/** What a row shows; no query per row. */
const columns = sql`
  p.id, json_build_object('id', s.id, 'name', s.name) AS store, p.title, p.status, p.vendor, '/api/pictures/' || p.picture AS picture_url, p.url,
  p.variants, p.variants_mapped, p.price_min, p.price_max, p.price_currency, k.cost_min, k.cost_max, k.cost_currency,
  n.orders_30d, n.orders_waiting, p.mapping_state, p.external_updated_at,
  (SELECT json_build_object('id', q.id, 'number', 'Q-' || q.number, 'status', q.status) FROM quotes q
     WHERE q.account_id = p.account_id AND q.product_id = p.id AND q.status IN ${openStatuses} LIMIT 1) AS open_quote`;

const joins = (now: Date) => sql`
  JOIN stores s ON s.account_id = p.account_id AND s.id = p.store_id
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
    SELECT count(DISTINCT o.id) FILTER (WHERE o.placed_at >= ${now}::timestamptz - interval '30 days')::int AS orders_30d,
           count(DISTINCT o.id) FILTER (WHERE o.stage IN ('imported', 'quoting'))::int AS orders_waiting
    FROM store_variants v
    JOIN order_lines l ON l.account_id = v.account_id AND l.variant_id = v.id
    JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id
    WHERE ${live} AND o.stage <> 'cancelled') n`;

/** The statement of a page of the list, for the test that looks at its plan. */
export function pageStatement(accountId: string, filter: Filter, page: { offset: number; limit: number }, now: Date) {
  return sql<ProductRow>`
    SELECT ${columns}
    FROM (SELECT p.* FROM store_products p WHERE ${conditions(accountId, filter)} ORDER BY ${newest} OFFSET ${page.offset} LIMIT ${page.limit}) p
    ${joins(now)} ORDER BY ${newest}`;
}

export async function findPage(
  ctx: Ctx,
  accountId: string,
  filter: Filter,
  page: { offset: number; limit: number },
): Promise<ProductRow[]> {
  return (await pageStatement(accountId, filter, page, ctx.now).execute(ctx.db)).rows;
}

export async function countMatching(ctx: Ctx, accountId: string, filter: Filter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (SELECT 1 FROM store_products p WHERE ${conditions(accountId, filter)} LIMIT ${maxListDepth + 1}) found`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}

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
    WHERE q.account_id = ${accountId} AND q.status IN ${openStatuses}`.execute(ctx.db);
  const counts = Object.fromEntries(rows.map((row) => [row.tab, row.n]));
  const all = rows.reduce((sum, row) => sum + (row.tab === 'quoting' ? 0 : row.n), 0);
  return { all, unmapped: 0, suggested: 0, needs_review: 0, mapped: 0, not_ours: 0, ...counts };
}

export async function findProduct(ctx: Ctx, accountId: string, id: string): Promise<ProductRow | undefined> {
  const { rows } = await sql<ProductRow>`
    SELECT ${columns} FROM store_products p ${joins(ctx.now)}
    WHERE p.account_id = ${accountId} AND p.id = ${id} AND p.removed_at IS NULL`.execute(ctx.db);
  return rows[0];
}
