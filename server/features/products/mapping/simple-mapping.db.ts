import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

type StoreRef = { account_id: string; id: string };
export type PlainVariant = { sku_id: string; variant_id: string; title: string; sku: string; mapped: boolean };

/** Adds products that stand for catalogue items of a store, marked as gone from the shop: they are in no list. */
export async function insertPlain(
  ctx: Ctx,
  store: StoreRef,
  skus: readonly { sku_id: string; product_id: string; variant_id: string }[],
): Promise<void> {
  await sql`
    WITH wanted AS (
      SELECT r.product_id, r.variant_id, 'sku:' || k.id AS external_id, k.title, k.code, k.weight_g, k.picture
      FROM json_to_recordset(${JSON.stringify(skus)}::json) AS r(sku_id uuid, product_id uuid, variant_id uuid)
      JOIN catalog_skus k ON k.id = r.sku_id AND (k.owner_account_id IS NULL OR k.owner_account_id = ${store.account_id})
    ), products AS (
      INSERT INTO store_products (account_id, id, store_id, external_id, title, picture, external_updated_at, removed_at, created_at)
      SELECT ${store.account_id}, product_id, ${store.id}, external_id, title, picture, ${ctx.now}, ${ctx.now}, ${ctx.now} FROM wanted
      ORDER BY external_id
      ON CONFLICT (account_id, store_id, external_id) DO NOTHING
      RETURNING id
    )
    INSERT INTO store_variants (account_id, id, product_id, store_id, external_id, title, sku, weight_g, picture, removed_at)
    SELECT ${store.account_id}, variant_id, product_id, ${store.id}, external_id, title, code, weight_g, picture, ${ctx.now}
    FROM wanted WHERE product_id IN (SELECT id FROM products)`.execute(ctx.db);
}

/** The variants that stand for these items in the store. */
export async function findPlain(ctx: Ctx, store: StoreRef, skuIds: readonly string[]): Promise<PlainVariant[]> {
  const { rows } = await sql<PlainVariant>`
    SELECT k.id AS sku_id, v.id AS variant_id, v.title, v.sku,
      v.mapping_state = 'mapped' AND (SELECT array_agg(c.catalog_sku_id || ' ' || c.quantity || ' ' || c.rule) FROM mapping_components c
        WHERE c.account_id = v.account_id AND c.variant_id = v.id AND c.version = v.mapping_version) = ARRAY[k.id || ' 1 0'] AS mapped
    FROM unnest(${[...skuIds]}::uuid[]) AS k(id)
    JOIN store_variants v ON v.account_id = ${store.account_id} AND v.store_id = ${store.id} AND v.external_id = 'sku:' || k.id`.execute(
    ctx.db,
  );
  return rows;
}
