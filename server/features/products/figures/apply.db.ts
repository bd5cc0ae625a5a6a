import { sql } from 'kysely';
import type { ShopProduct } from '#server/connectors/connector.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

export type StoreRef = { account_id: string; id: string };
export type StoredProduct = { id: string; external_id: string; external_updated_at: Date };

/** Adds or changes products; rows that are newer here, or equal, stay untouched. Answers what was written. */
export async function upsertProducts(
  ctx: Ctx,
  store: StoreRef,
  products: readonly (Omit<ShopProduct, 'variants'> & { id: string })[],
): Promise<{ external_id: string; created: boolean }[]> {
  const { rows } = await sql<{ external_id: string; created: boolean }>`
    INSERT INTO store_products AS p (account_id, id, store_id, external_id, title, handle, status, vendor, product_type, tags, url, image_url,
      external_created_at, external_updated_at, created_at)
    SELECT ${store.account_id}, r.id, ${store.id}, r.external_id, r.title, r.handle, r.status, r.vendor, r.product_type,
      ARRAY(SELECT json_array_elements_text(r.tags)), r.url, r.image_url, r.created_at, r.updated_at, ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(products)}::json)
      AS r(id uuid, external_id text, title text, handle text, status text, vendor text, product_type text, tags json, url text, image_url text,
           created_at timestamptz, updated_at timestamptz)
    ORDER BY r.external_id
    ON CONFLICT (account_id, store_id, external_id) DO UPDATE SET
      title = excluded.title, handle = excluded.handle, status = excluded.status, vendor = excluded.vendor,
      product_type = excluded.product_type, tags = excluded.tags, url = excluded.url, image_url = excluded.image_url,
      picture = CASE WHEN p.image_url IS NOT DISTINCT FROM excluded.image_url THEN p.picture END,
      external_created_at = excluded.external_created_at, external_updated_at = excluded.external_updated_at, removed_at = NULL
    WHERE p.external_updated_at <= excluded.external_updated_at
      AND (p.title, p.handle, p.status, p.vendor, p.product_type, p.tags, p.url, p.image_url, p.external_updated_at, p.removed_at IS NULL)
        IS DISTINCT FROM (excluded.title, excluded.handle, excluded.status, excluded.vendor, excluded.product_type, excluded.tags, excluded.url,
          excluded.image_url, excluded.external_updated_at, true)
    RETURNING p.external_id, (xmax = 0) AS created`.execute(ctx.db);
  return rows;
}

/** The products as they stand now, locked in the order of their ids at the shop. */
export async function lockProducts(
  ctx: Ctx,
  store: StoreRef,
  externalIds: readonly string[],
): Promise<StoredProduct[]> {
  const { rows } = await sql<StoredProduct>`
    SELECT id, external_id, external_updated_at FROM store_products
    WHERE account_id = ${store.account_id} AND store_id = ${store.id} AND external_id = ANY(${externalIds}::text[])
    ORDER BY external_id FOR NO KEY UPDATE`.execute(ctx.db);
  return rows;
}

export type VariantInput = ShopProduct['variants'][number] & { id: string; product_id: string; currency: string };
export type WrittenVariant = { id: string; product_id: string; created: boolean };

export async function upsertVariants(
  ctx: Ctx,
  store: StoreRef,
  variants: readonly VariantInput[],
): Promise<WrittenVariant[]> {
  if (variants.length === 0) return [];
  const { rows } = await sql<WrittenVariant>`
    INSERT INTO store_variants AS v (account_id, id, product_id, store_id, external_id, title, sku, barcode, options, price, compare_at, currency,
      weight_g, inventory_item_id, requires_shipping, position, image_url)
    SELECT ${store.account_id}, r.id, r.product_id, ${store.id}, r.external_id, r.title, r.sku, r.barcode, r.options, r.price, r.compare_at,
      r.currency, r.weight_g, r.inventory_item_id, r.requires_shipping, r.position, r.image_url
    FROM json_to_recordset(${JSON.stringify(variants)}::json)
      AS r(id uuid, product_id uuid, external_id text, title text, sku text, barcode text, options jsonb, price bigint, compare_at bigint,
           currency text, weight_g int, inventory_item_id text, requires_shipping boolean, position int, image_url text)
    ORDER BY r.external_id
    ON CONFLICT (account_id, store_id, external_id) DO UPDATE SET
      product_id = excluded.product_id, title = excluded.title, sku = excluded.sku, barcode = excluded.barcode, options = excluded.options,
      price = excluded.price, compare_at = excluded.compare_at, currency = excluded.currency, weight_g = excluded.weight_g,
      inventory_item_id = excluded.inventory_item_id, requires_shipping = excluded.requires_shipping, position = excluded.position,
      image_url = excluded.image_url, picture = CASE WHEN v.image_url IS NOT DISTINCT FROM excluded.image_url THEN v.picture END,
      removed_at = NULL
    WHERE (v.product_id, v.title, v.sku, v.barcode, v.options, v.price, v.compare_at, v.currency, v.weight_g, v.inventory_item_id,
           v.requires_shipping, v.position, v.image_url, v.removed_at IS NULL)
      IS DISTINCT FROM (excluded.product_id, excluded.title, excluded.sku, excluded.barcode, excluded.options, excluded.price,
           excluded.compare_at, excluded.currency, excluded.weight_g, excluded.inventory_item_id, excluded.requires_shipping,
           excluded.position, excluded.image_url, true)
    RETURNING v.id, v.product_id, (xmax = 0) AS created`.execute(ctx.db);
  return rows;
}

/** Marks variants that the shop no longer names; open orders keep their link to them. */
export async function markRemoved(
  ctx: AccountCtx,
  productIds: readonly string[],
  keptIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    UPDATE store_variants SET removed_at = ${ctx.now}
    WHERE account_id = ${ctx.account} AND product_id = ANY(${productIds}::uuid[]) AND removed_at IS NULL AND NOT external_id = ANY(${keptIds}::text[])
    RETURNING product_id`.execute(ctx.db);
  return [...new Set(rows.map((row) => row.product_id))];
}

/**
 * Gives each product the state of the variant that needs attention most, and the figures of its list row; what is not
 * shipped does not count.
 */
export async function saveStates(ctx: AccountCtx, productIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE store_products p SET mapping_state = d.state, variants = d.variants, variants_mapped = d.mapped,
      price_min = d.low, price_max = d.high, price_currency = d.currency
    FROM (
      SELECT c.id, f.*, coalesce((
        SELECT v.mapping_state FROM store_variants v
        WHERE v.account_id = c.account_id AND v.product_id = c.id AND v.removed_at IS NULL
          AND (v.requires_shipping OR v.mapping_state <> 'unmapped')
        ORDER BY array_position(ARRAY['needs_review', 'unmapped', 'suggested', 'mapped', 'not_ours'], v.mapping_state) LIMIT 1),
        CASE WHEN EXISTS (SELECT 1 FROM store_variants v WHERE v.account_id = c.account_id AND v.product_id = c.id AND v.removed_at IS NULL)
          THEN 'not_ours' ELSE 'unmapped' END) AS state
      FROM store_products c CROSS JOIN LATERAL (
        SELECT count(*)::int AS variants, count(*) FILTER (WHERE v.mapping_state = 'mapped')::int AS mapped,
               min(v.price) AS low, max(v.price) AS high, min(v.currency) AS currency
        FROM store_variants v WHERE v.account_id = c.account_id AND v.product_id = c.id AND v.removed_at IS NULL AND v.requires_shipping) f
      WHERE c.account_id = ${ctx.account} AND c.id = ANY(${productIds}::uuid[])
    ) d
    WHERE p.account_id = ${ctx.account} AND p.id = d.id
      AND (p.mapping_state, p.variants, p.variants_mapped, p.price_min, p.price_max, p.price_currency)
        IS DISTINCT FROM (d.state, d.variants, d.mapped, d.low, d.high, d.currency)`.execute(ctx.db);
}

export async function markProductRemoved(ctx: Ctx, store: StoreRef, externalId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    UPDATE store_products SET removed_at = ${ctx.now}
    WHERE account_id = ${store.account_id} AND store_id = ${store.id} AND external_id = ${externalId} AND removed_at IS NULL
    RETURNING id`.execute(ctx.db);
  return rows[0]?.id;
}

/** The currency that the store's prices are in. */
export async function findStoreCurrency(ctx: Ctx, store: StoreRef): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('stores')
    .select('currency')
    .where('account_id', '=', store.account_id)
    .where('id', '=', store.id)
    .executeTakeFirst();
  return row?.currency ?? null;
}
