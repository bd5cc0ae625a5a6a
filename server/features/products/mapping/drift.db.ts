import { sql } from 'kysely';
import type { Drift } from '#contract/mappings.ts';
import type { Ctx } from '#server/db/context.ts';
import type { Confirmed } from './drift.ts';

const pathOf = (url: ReturnType<typeof sql>) => sql`regexp_replace(${url}, '^[a-z]+://[^/]*|[?#].*$', '', 'g')`;
const pictureAt = pathOf(sql`coalesce(v.image_url, p.image_url)`);

/** What the shop shows of variant `v` of product `p` now. */
export const snapshotOf = sql`jsonb_build_object('product_title', p.title, 'title', v.title, 'options', v.options, 'sku', v.sku, 'picture', ${pictureAt})`;
export const confirmedPicture = sql`CASE WHEN v.image_url IS NULL THEN p.picture ELSE v.picture END`;

export type ConfirmedRow = Confirmed & {
  id: string;
  product_id: string;
  mapping_state: 'mapped' | 'needs_review';
  drift: Drift[] | null;
};
export type Where = { productIds: readonly string[] } | { skuId: string };

/** Mapped variants of the products, or those that consist of the SKU, with what was confirmed and what is now. */
export async function findConfirmed(ctx: Ctx, accountId: string, where: Where): Promise<ConfirmedRow[]> {
  const chosen =
    'productIds' in where
      ? sql`v.product_id = ANY(${where.productIds}::uuid[])`
      : sql`v.id IN (SELECT c.variant_id FROM mapping_components c WHERE c.account_id = ${accountId} AND c.catalog_sku_id = ${where.skuId})`;
  const { rows } = await sql<ConfirmedRow>`
    SELECT v.id, v.product_id, v.mapping_state, v.drift, m.variant_snapshot AS then, ${snapshotOf} AS now, m.picture AS picture_then,
      ${confirmedPicture} AS picture_now, m.until_sold_out,
      (SELECT coalesce(json_agg(json_build_object('code', k.code, 'discontinued', k.status = 'discontinued',
          'attributes', k.attributes, 'confirmed', c.sku_snapshot) ORDER BY c.rule, c.line), '[]')
       FROM mapping_components c JOIN catalog_skus k ON k.id = c.catalog_sku_id
       WHERE c.account_id = v.account_id AND c.variant_id = v.id AND c.version = v.mapping_version) AS items
    FROM store_variants v
    JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id
    JOIN mappings m ON m.account_id = v.account_id AND m.variant_id = v.id AND m.version = v.mapping_version
    WHERE v.account_id = ${accountId} AND ${chosen} AND v.mapping_state IN ('mapped', 'needs_review')
    ORDER BY v.id`.execute(ctx.db);
  return rows;
}

/** Writes what drifted (null: nothing) and the state that follows. */
export async function saveDrift(
  ctx: Ctx,
  accountId: string,
  variants: readonly { id: string; drift: Drift[] | null }[],
): Promise<void> {
  if (variants.length === 0) return;
  await sql`
    UPDATE store_variants v SET drift = r.drift, mapping_state = CASE WHEN r.drift IS NULL THEN 'mapped' ELSE 'needs_review' END
    FROM json_to_recordset(${JSON.stringify(variants)}::json) AS r(id uuid, drift jsonb)
    WHERE v.account_id = ${accountId} AND v.id = r.id AND v.mapping_state IN ('mapped', 'needs_review')`.execute(
    ctx.db,
  );
}

/** Accounts that have something mapped to the SKU now. */
export async function findUsers(ctx: Ctx, skuId: string): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT DISTINCT account_id FROM mapping_components WHERE catalog_sku_id = ${skuId}`.execute(ctx.db);
  return rows.map((row) => row.account_id);
}
