import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

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

/** SKUs that show one of the pictures, with the account's lowest price. */
export async function findCatalogHits(ctx: Ctx, accountId: string, pictures: readonly string[]): Promise<CatalogHit[]> {
  const { rows } = await sql<CatalogHit>`
    SELECT s.id, s.picture, s.title, s.code, s.weight_g, s.lead_days, s.moq, s.status,
      (SELECT json_build_object('amount', min(p.unit_price), 'currency', min(p.currency)) FROM prices p
       WHERE p.account_id = ${accountId} AND p.catalog_sku_id = s.id AND p.valid_to IS NULL HAVING count(*) > 0) AS price
    FROM catalog_skus s
    WHERE s.picture = ANY(${pictures}::text[]) AND s.status <> 'discontinued'
      AND (s.owner_account_id IS NULL OR s.owner_account_id = ${accountId})
    ORDER BY s.code`.execute(ctx.db);
  return rows;
}

/** What a mapped variant costs at least, over the variants of product `p`. */
export const costOf = sql`(
  SELECT json_build_object('amount', min(u.cost), 'currency', min(u.currency))
  FROM (SELECT sum(m.quantity * x.low)::bigint AS cost, min(x.currency) AS currency
        FROM store_variants v
        JOIN mapping_components m ON m.account_id = v.account_id AND m.variant_id = v.id AND m.version = v.mapping_version
        CROSS JOIN LATERAL (SELECT min(r.unit_price) AS low, min(r.currency) AS currency FROM prices r
          WHERE r.account_id = m.account_id AND r.catalog_sku_id = m.catalog_sku_id AND r.valid_to IS NULL) x
        WHERE v.account_id = p.account_id AND v.product_id = p.id AND v.removed_at IS NULL AND v.mapping_state = 'mapped'
        GROUP BY v.id HAVING bool_and(x.low IS NOT NULL)) u
  HAVING count(*) > 0)`;

/** Products of the account that show one of the pictures. */
export async function findOwnHits(
  ctx: Ctx,
  accountId: string,
  stores: readonly string[] | null,
  pictures: readonly string[],
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
    WHERE p.account_id = ${accountId} AND p.picture = ANY(${pictures}::text[]) AND p.removed_at IS NULL
      ${stores ? sql`AND p.store_id = ANY(${stores}::uuid[])` : sql``}
    ORDER BY p.external_updated_at DESC, p.id`.execute(ctx.db);
  return rows;
}
