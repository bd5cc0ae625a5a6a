import { type RawBuilder, sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';

type Money = { amount: number; currency: string };
export type CatalogHit = {
  id: string;
  picture: string;
  title: string;
  code: string;
  weight_g: number;
  lead_days: number;
  moq: number;
  status: 'active' | 'low' | 'discontinued';
  price: Money | null;
};
export type OwnHit = {
  id: string;
  picture: string;
  title: string;
  store: { id: string; name: string };
  sells_min: Money | null;
  sells_max: Money | null;
  price: Money | null;
  mapping_state: 'unmapped' | 'suggested' | 'needs_review' | 'mapped' | 'not_ours';
};

/** Something of SKU `id` could be sent today: of the account's own stock or of the provider's. */
const inStock = (accountId: string, id: RawBuilder<unknown>) => sql`EXISTS (
  SELECT 1 FROM stock_levels l WHERE l.account_id IN (${accountId}, provider_account()) AND l.sku_id = ${id} AND l.available > 0)`;

/** SKUs that show one of the pictures, or the first of a product that shows it, with the account's lowest price. */
export async function findCatalogHits(
  ctx: AccountCtx,
  pictures: readonly string[],
  stocked: boolean,
): Promise<CatalogHit[]> {
  const offered = sql`s.status <> 'discontinued' AND (s.owner_account_id IS NULL OR s.owner_account_id = ${ctx.account})`;
  const { rows } = await sql<CatalogHit>`
    WITH shown AS (
      SELECT s.id, s.picture FROM catalog_skus s WHERE s.picture = ANY(${pictures}::text[]) AND ${offered}
      UNION ALL
      SELECT f.id, c.picture FROM catalog_pictures c
      CROSS JOIN LATERAL (SELECT s.id FROM catalog_skus s WHERE s.product_id = c.product_id AND ${offered} ORDER BY s.position, s.code LIMIT 1) f
      WHERE c.picture = ANY(${pictures}::text[])
        AND NOT EXISTS (SELECT 1 FROM catalog_skus o WHERE o.product_id = c.product_id AND o.picture = c.picture))
    SELECT s.id, shown.picture, s.title, s.code, s.weight_g, s.lead_days, s.moq, s.status,
      (SELECT json_build_object('amount', min(p.unit_price), 'currency', min(p.currency)) FROM prices p
       WHERE p.account_id = ${ctx.account} AND p.catalog_sku_id = s.id AND p.valid_to IS NULL HAVING count(*) > 0) AS price
    FROM shown JOIN catalog_skus s ON s.id = shown.id
    WHERE ${stocked ? inStock(ctx.account, sql`s.id`) : sql`true`}
    ORDER BY s.code`.execute(ctx.db);
  return rows;
}

/** What a mapped variant costs at least, over the variants of product `p`. */
export const costOf = sql`(
  SELECT json_build_object('amount', min(u.cost), 'currency', min(u.currency))
  FROM (SELECT sum(m.quantity * x.low)::bigint AS cost, min(x.currency) AS currency
        FROM store_variants v
        JOIN mapping_components m ON m.account_id = v.account_id AND m.variant_id = v.id AND m.version = v.mapping_version AND m.rule = 0
        CROSS JOIN LATERAL (SELECT min(r.unit_price) AS low, min(r.currency) AS currency FROM prices r
          WHERE r.account_id = m.account_id AND r.catalog_sku_id = m.catalog_sku_id AND r.valid_to IS NULL) x
        WHERE v.account_id = p.account_id AND v.product_id = p.id AND v.removed_at IS NULL AND v.mapping_state = 'mapped'
        GROUP BY v.id HAVING bool_and(x.low IS NOT NULL)) u
  HAVING count(*) > 0)`;

/** Everything that some variant of product `p` consists of could be sent today. */
const canBeSent = (accountId: string) => sql`EXISTS (
  SELECT 1 FROM store_variants v
  JOIN mapping_components m ON m.account_id = v.account_id AND m.variant_id = v.id AND m.version = v.mapping_version AND m.rule = 0
  WHERE v.account_id = p.account_id AND v.product_id = p.id AND v.removed_at IS NULL AND v.mapping_state = 'mapped'
  GROUP BY v.id HAVING bool_and(${inStock(accountId, sql`m.catalog_sku_id`)}))`;

/** Products of the account that show one of the pictures. */
export async function findOwnHits(
  ctx: AccountCtx,
  stores: readonly string[] | null,
  pictures: readonly string[],
  stocked: boolean,
): Promise<OwnHit[]> {
  const { rows } = await sql<OwnHit>`
    SELECT p.id, p.picture, p.title, json_build_object('id', s.id, 'name', s.name) AS store, p.mapping_state,
      CASE WHEN c.low IS NOT NULL THEN json_build_object('amount', c.low, 'currency', c.currency) END AS sells_min,
      CASE WHEN c.high IS NOT NULL THEN json_build_object('amount', c.high, 'currency', c.currency) END AS sells_max,
      ${costOf} AS price
    FROM store_products p
    JOIN stores s ON s.account_id = p.account_id AND s.id = p.store_id
    CROSS JOIN LATERAL (
      SELECT min(v.price) AS low, max(v.price) AS high, min(v.currency) AS currency FROM store_variants v
      WHERE v.account_id = p.account_id AND v.product_id = p.id AND v.removed_at IS NULL) c
    WHERE p.account_id = ${ctx.account} AND p.picture = ANY(${pictures}::text[]) AND p.removed_at IS NULL
      ${stores ? sql`AND p.store_id = ANY(${stores}::uuid[])` : sql``} ${stocked ? sql`AND ${canBeSent(ctx.account)}` : sql``}
    ORDER BY p.external_updated_at DESC, p.id`.execute(ctx.db);
  return rows;
}
