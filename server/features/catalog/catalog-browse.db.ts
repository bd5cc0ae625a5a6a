import { type RawBuilder, sql } from 'kysely';
import type { CatalogFlag } from '#contract/catalog-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { ownEntry } from '#server/lib/own-entry.ts';

export type Browse = {
  /** Shared products and those of this account; null: of everybody, as staff see them. */
  accountId: string | null;
  q?: string | undefined;
  category?: string | undefined;
  status?: 'active' | 'low' | 'discontinued' | undefined;
  without?: readonly CatalogFlag[] | undefined;
  priced?: 'yes' | 'no' | undefined;
  in_stock?: '0' | '1' | undefined;
  price_from?: number | undefined;
  price_to?: number | undefined;
};

export type ProductRow = {
  id: string;
  title: string;
  category: string | null;
  picture_url: string | null;
  code: string;
  skus: number;
  status: 'active' | 'low' | 'discontinued';
  weight_min: number;
  weight_max: number;
  lead_days: number;
  moq: number;
  flags: CatalogFlag[];
  own: boolean;
  description: string;
  version: number;
  client: { id: string; name: string } | null;
};

/** What a product's SKUs say together; it runs out when the last of them does. */
const figures = sql`
  SELECT (array_agg(s.code ORDER BY s.position, s.code))[1] AS code,
    (array_agg(s.picture ORDER BY s.picture IS NULL, s.position, s.code))[1] AS picture,
    count(*)::int AS skus, min(s.weight_g) AS weight_min, max(s.weight_g) AS weight_max, min(s.lead_days) AS lead_days, min(s.moq) AS moq,
    CASE WHEN bool_or(s.status = 'active') THEN 'active' WHEN bool_or(s.status = 'low') THEN 'low' ELSE 'discontinued' END AS status,
    coalesce((SELECT array_agg(DISTINCT f) FROM catalog_skus o, unnest(o.flags) f WHERE o.product_id = p.id), '{}') AS flags
  FROM catalog_skus s WHERE s.product_id = p.id`;

const source = sql`FROM catalog_products p CROSS JOIN LATERAL (${figures}) f`;

function conditions(filter: Browse): RawBuilder<unknown> {
  const { accountId, q, category, status, without, priced, in_stock, price_from, price_to } = filter;
  const parts = [sql`f.skus > 0`];
  const shared = sql`p.owner_account_id IS NULL`;
  parts.push(accountId ? sql`(${shared} OR p.owner_account_id = ${accountId})` : shared);
  if (accountId && !status) parts.push(sql`f.status <> 'discontinued'`);
  if (category) parts.push(sql`p.category = ${category}`);
  if (status) parts.push(sql`f.status = ${status}`);
  if (without?.length) parts.push(sql`NOT f.flags && ${without}::text[]`);
  const priceOf = (which: RawBuilder<unknown>) => sql`EXISTS (SELECT 1 FROM catalog_skus s
    JOIN prices r ON r.account_id = ${accountId} AND r.catalog_sku_id = s.id AND r.valid_to IS NULL
    WHERE s.product_id = p.id AND ${which})`;
  if (priced) parts.push(priced === 'yes' ? priceOf(sql`true`) : sql`NOT ${priceOf(sql`true`)}`);
  if (price_from !== undefined || price_to !== undefined)
    parts.push(priceOf(sql`r.unit_price BETWEEN ${price_from ?? 0} AND ${price_to ?? Number.MAX_SAFE_INTEGER}`));
  if (in_stock === '1')
    parts.push(sql`EXISTS (SELECT 1 FROM catalog_skus s JOIN stock_levels l ON l.sku_id = s.id AND l.available > 0
      AND l.account_id IN (${accountId}, provider_account()) WHERE s.product_id = p.id)`);
  for (const word of (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)) {
    // every word somewhere: in the title, in the options of a SKU, or as the beginning of a code
    parts.push(sql`(strpos(lower(p.title), ${word}) > 0 OR EXISTS (SELECT 1 FROM catalog_skus s WHERE s.product_id = p.id
      AND (strpos(lower(s.title), ${word}) > 0 OR starts_with(lower(s.code), ${word}))))`);
  }
  return sql.join(parts, sql` AND `);
}

const shown = sql`p.id, p.title, p.category, p.description, p.version, p.owner_account_id IS NOT NULL AS own, f.code, f.skus, f.status,
  f.weight_min, f.weight_max, f.lead_days, f.moq, f.flags,
  '/api/pictures/' || coalesce((SELECT c.picture FROM catalog_pictures c WHERE c.product_id = p.id ORDER BY c.position LIMIT 1), f.picture) AS picture_url,
  (SELECT json_build_object('id', a.id, 'name', a.name) FROM accounts a WHERE a.id = p.owner_account_id) AS client`;

const sorts: Record<string, RawBuilder<unknown>> = {
  title: sql`lower(p.title), p.id`,
  weight: sql`f.weight_min, p.id`,
  lead: sql`f.lead_days, p.id`,
};

/** A page of the catalogue, newest first unless sorted. */
export async function findProducts(
  ctx: Ctx,
  filter: Browse,
  page: { offset: number; limit: number; sort?: string | undefined },
): Promise<ProductRow[]> {
  const order = ownEntry(sorts, page.sort ?? '') ?? sql`p.created_at DESC, p.id DESC`;
  const { rows } = await sql<ProductRow>`
    SELECT ${shown} ${source} WHERE ${conditions(filter)} ORDER BY ${order} OFFSET ${page.offset} LIMIT ${page.limit}`.execute(
    ctx.db,
  );
  return rows;
}

export async function countProducts(ctx: Ctx, filter: Browse): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n ${source} WHERE ${conditions(filter)}`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}

export async function findProduct(ctx: Ctx, id: string, accountId: string | null): Promise<ProductRow | undefined> {
  const seen = accountId ? sql`AND (p.owner_account_id IS NULL OR p.owner_account_id = ${accountId})` : sql``;
  const { rows } = await sql<ProductRow>`SELECT ${shown} ${source} WHERE p.id = ${id} ${seen}`.execute(ctx.db);
  return rows[0];
}

export type SkuFullRow = {
  id: string;
  code: string;
  title: string;
  attributes: Record<string, string>;
  weight_g: number;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  flags: CatalogFlag[];
  hs_code: string | null;
  origin: string | null;
  declared_value: number | null;
  lead_days: number;
  moq: number;
  status: 'active' | 'low' | 'discontinued';
  sell_out: boolean;
  picture: string | null;
  picture_url: string | null;
  version: number;
  /** Variants mapped to it: of the account, or of everybody for staff. */
  mapped_variants: number;
};

export async function findSkusOf(ctx: Ctx, productId: string, accountId: string | null): Promise<SkuFullRow[]> {
  const whose = accountId ? sql`AND c.account_id = ${accountId}` : sql``;
  const { rows } = await sql<SkuFullRow>`
    SELECT s.id, s.code, s.title, s.attributes, s.weight_g, s.length_mm, s.width_mm, s.height_mm, s.flags, s.hs_code, s.origin, s.declared_value,
      s.lead_days, s.moq, s.status, s.sell_out, s.picture, '/api/pictures/' || s.picture AS picture_url, s.version,
      (SELECT count(DISTINCT v.id)::int FROM mapping_components c
       JOIN store_variants v ON v.account_id = c.account_id AND v.id = c.variant_id AND v.mapping_version = c.version AND v.removed_at IS NULL
       WHERE c.catalog_sku_id = s.id ${whose}) AS mapped_variants
    FROM catalog_skus s WHERE s.product_id = ${productId} ORDER BY s.position, s.code`.execute(ctx.db);
  return rows;
}

export async function findPictures(ctx: Ctx, productId: string): Promise<{ sha256: string; url: string }[]> {
  const { rows } = await sql<{ sha256: string; url: string }>`
    SELECT c.picture AS sha256, '/api/pictures/' || c.picture AS url FROM catalog_pictures c WHERE c.product_id = ${productId} ORDER BY c.position`.execute(
    ctx.db,
  );
  return rows;
}

export type PriceOf = { product_id: string; sku_id: string; amount: number; currency: string; destinations: string[] };

/** The account's lowest unit price of each SKU of the products, in the currency it has most prices in. */
export async function findPrices(ctx: AccountCtx, productIds: readonly string[]): Promise<PriceOf[]> {
  const { rows } = await sql<PriceOf>`
    SELECT s.product_id, s.id AS sku_id, min(r.unit_price) AS amount, min(r.currency) AS currency,
      array_agg(DISTINCT r.destination ORDER BY r.destination) AS destinations
    FROM catalog_skus s JOIN prices r ON r.account_id = ${ctx.account} AND r.catalog_sku_id = s.id AND r.valid_to IS NULL
    WHERE s.product_id = ANY(${productIds}::uuid[]) GROUP BY s.product_id, s.id`.execute(ctx.db);
  return rows;
}

/** Categories that something offered is in. */
export async function findCategories(ctx: AccountCtx): Promise<string[]> {
  const { rows } = await sql<{ category: string }>`
    SELECT DISTINCT category FROM catalog_products
    WHERE category IS NOT NULL AND (owner_account_id IS NULL OR owner_account_id = ${ctx.account}) ORDER BY category LIMIT 200`.execute(
    ctx.db,
  );
  return rows.map((row) => row.category);
}
