import { sql } from 'kysely';
import type { mappingOutcomes, mappingSources, Drift } from '#contract/mappings.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import type { Component, Rule } from '../records/components.ts';
import type { Confirmed } from './drift.ts';

const pathOf = (url: ReturnType<typeof sql>) => sql`regexp_replace(${url}, '^[a-z]+://[^/]*|[?#].*$', '', 'g')`;
const pictureAt = pathOf(sql`coalesce(v.image_url, p.image_url)`);

/** What the shop shows of variant `v` of product `p` now. */
const snapshotOf = sql`jsonb_build_object('product_title', p.title, 'title', v.title, 'options', v.options, 'sku', v.sku, 'picture', ${pictureAt})`;
const confirmedPicture = sql`CASE WHEN v.image_url IS NULL THEN p.picture ELSE v.picture END`;

export type ConfirmedRow = Confirmed & {
  id: string;
  product_id: string;
  mapping_state: 'mapped' | 'needs_review';
  drift: Drift[] | null;
};
export type Where = { productIds: readonly string[] } | { skuId: string };

/** Mapped variants of the products, or those that consist of the SKU, with what was confirmed and what is now. */
export async function findConfirmed(ctx: AccountCtx, where: Where): Promise<ConfirmedRow[]> {
  const chosen =
    'productIds' in where
      ? sql`v.product_id = ANY(${where.productIds}::uuid[])`
      : sql`v.id IN (SELECT c.variant_id FROM mapping_components c WHERE c.account_id = ${ctx.account} AND c.catalog_sku_id = ${where.skuId})`;
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
    WHERE v.account_id = ${ctx.account} AND ${chosen} AND v.mapping_state IN ('mapped', 'needs_review')
    ORDER BY v.id`.execute(ctx.db);
  return rows;
}

/** Writes what drifted (null: nothing) and the state that follows. */
export async function saveDrift(
  ctx: AccountCtx,
  variants: readonly { id: string; drift: Drift[] | null }[],
): Promise<void> {
  if (variants.length === 0) return;
  await sql`
    UPDATE store_variants v SET drift = r.drift, mapping_state = CASE WHEN r.drift IS NULL THEN 'mapped' ELSE 'needs_review' END
    FROM json_to_recordset(${JSON.stringify(variants)}::json) AS r(id uuid, drift jsonb)
    WHERE v.account_id = ${ctx.account} AND v.id = r.id AND v.mapping_state IN ('mapped', 'needs_review')`.execute(
    ctx.db,
  );
}

/** Accounts that have something mapped to the SKU now. */
export async function findUsers(ctx: Ctx, skuId: string): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT DISTINCT account_id FROM mapping_components WHERE catalog_sku_id = ${skuId}`.execute(ctx.db);
  return rows.map((row) => row.account_id);
}

export type MappingInput = {
  variant_id: string;
  source: (typeof mappingSources)[number];
  components: Component[];
  confidence?: number;
  rules?: Rule[];
  /** The merchant knows that an item is discontinued and uses what is left. */
  until_sold_out?: boolean;
  /** `mapped` when left out; the others have no components. */
  outcome?: (typeof mappingOutcomes)[number];
  restored_from?: number | null;
};
export type Versioned = MappingInput & { version: number };

/** The variants with the number their next mapping gets, locked in the order of their ids. */
export async function lockVariants(
  ctx: AccountCtx,
  ids: readonly string[],
): Promise<{ id: string; product_id: string; next_version: number }[]> {
  // NO KEY: orders with these variants may be written meanwhile. Numbers are read after the wait, in a statement of their own.
  await sql`SELECT FROM store_variants WHERE account_id = ${ctx.account} AND id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    ctx.db,
  );
  const { rows } = await sql<{ id: string; product_id: string; next_version: number }>`
    SELECT v.id, v.product_id,
           1 + coalesce((SELECT max(m.version) FROM mappings m WHERE m.account_id = v.account_id AND m.variant_id = v.id), 0) AS next_version
    FROM store_variants v WHERE v.account_id = ${ctx.account} AND v.id = ANY(${ids}::uuid[])
    ORDER BY v.id`.execute(ctx.db);
  return rows;
}

export type OfferedSku = { id: string; code: string; title: string; discontinued: boolean };

/** Those of the SKUs that may be given to the account: shared ones and its own. */
export async function findOffered(ctx: AccountCtx, ids: readonly string[]): Promise<OfferedSku[]> {
  const { rows } = await sql<OfferedSku>`
    SELECT id, code, title, status = 'discontinued' AS discontinued FROM catalog_skus
    WHERE id = ANY(${ids}::uuid[]) AND (owner_account_id IS NULL OR owner_account_id = ${ctx.account})`.execute(ctx.db);
  return rows;
}

/** Writes versions with what the shop shows of each variant now; drift is told by that. */
export async function insertMappings(ctx: AccountCtx, mappings: readonly Versioned[]): Promise<void> {
  const userId = 'user_id' in ctx.actor ? ctx.actor.user_id : null;
  const author = ctx.actor.kind === 'merchant' || ctx.actor.kind === 'staff' ? ctx.actor.name : null;
  await sql`
    INSERT INTO mappings (account_id, variant_id, version, source, confidence, outcome, until_sold_out, restored_from, variant_snapshot, picture,
      created_by, author_name, created_at)
    SELECT ${ctx.account}, r.variant_id, r.version, r.source, coalesce(r.confidence, 1), coalesce(r.outcome, 'mapped'),
           coalesce(r.until_sold_out, false), r.restored_from, ${snapshotOf}, ${confirmedPicture}, ${userId}, ${author}, ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(mappings)}::json)
      AS r(variant_id uuid, version int, source text, confidence real, outcome text, until_sold_out boolean, restored_from int)
    JOIN store_variants v ON v.account_id = ${ctx.account} AND v.id = r.variant_id
    JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id`.execute(ctx.db);
}

/** Writes what versions consist of: rule 0 for everywhere, then the rules of places and days. */
export async function insertRecipes(ctx: AccountCtx, mappings: readonly Versioned[]): Promise<void> {
  const rules = mappings.flatMap(({ variant_id, version, rules: list = [] }) =>
    list.map((rule, index) => ({ variant_id, version, rule: index + 1, ...rule })),
  );
  if (rules.length > 0) {
    await sql`
      INSERT INTO mapping_rules (account_id, variant_id, version, rule, countries, valid_from, valid_to)
      SELECT ${ctx.account}, r.variant_id, r.version, r.rule, ARRAY(SELECT json_array_elements_text(r.countries)), r.valid_from, r.valid_to
      FROM json_to_recordset(${JSON.stringify(rules)}::json)
        AS r(variant_id uuid, version int, rule int, countries json, valid_from date, valid_to date)`.execute(ctx.db);
  }
  const everywhere = mappings.map((mapping) => ({ ...mapping, rule: 0 }));
  const parts = [...everywhere, ...rules].flatMap(({ variant_id, version, rule, components }) =>
    components.map((part, index) => ({ variant_id, version, rule, line: index + 1, ...part })),
  );
  if (parts.length === 0) return;
  await sql`
    INSERT INTO mapping_components (account_id, variant_id, version, rule, line, catalog_sku_id, quantity, sku_snapshot)
    SELECT ${ctx.account}, r.variant_id, r.version, r.rule, r.line, r.catalog_sku_id, r.quantity, k.attributes
    FROM json_to_recordset(${JSON.stringify(parts)}::json)
      AS r(variant_id uuid, version int, rule int, line int, catalog_sku_id uuid, quantity int)
    JOIN catalog_skus k ON k.id = r.catalog_sku_id`.execute(ctx.db);
}

/** Makes the versions those that count from now on. */
export async function markCurrent(ctx: AccountCtx, mappings: readonly Versioned[]): Promise<void> {
  await sql`
    UPDATE store_variants v SET mapping_state = coalesce(r.outcome, 'mapped'), mapping_version = r.version, drift = NULL
    FROM json_to_recordset(${JSON.stringify(mappings)}::json) AS r(variant_id uuid, version int, outcome text)
    WHERE v.account_id = ${ctx.account} AND v.id = r.variant_id`.execute(ctx.db);
}

/** Gives variants the state that their open suggestion means; answers the products of those that changed. */
export async function markSuggested(ctx: AccountCtx, variantIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    UPDATE store_variants v SET mapping_state = w.state
    FROM (
      SELECT c.id, CASE WHEN EXISTS (SELECT 1 FROM mapping_suggestions s WHERE s.account_id = c.account_id AND s.variant_id = c.id AND s.state = 'open')
        THEN 'suggested' ELSE 'unmapped' END AS state
      FROM store_variants c WHERE c.account_id = ${ctx.account} AND c.id = ANY(${variantIds}::uuid[])
    ) w
    WHERE v.account_id = ${ctx.account} AND v.id = w.id AND v.mapping_state IN ('unmapped', 'suggested') AND v.mapping_state <> w.state
    RETURNING v.product_id`.execute(ctx.db);
  return [...new Set(rows.map((row) => row.product_id))];
}

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
