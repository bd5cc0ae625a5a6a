import { type RawBuilder, sql } from 'kysely';
import type { mappingOutcomes, mappingSources, Drift } from '#contract/mappings.ts';
import type { mappingStates } from '#contract/products.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { variantTitle } from '#server/db/variant-title.ts';
import { last30Days } from '#server/db/last-30-days.ts';

type SkuRow = {
  id: string;
  code: string;
  title: string;
  weight_g: number;
  lead_days: number;
  moq: number;
  status: 'active' | 'low' | 'discontinued';
  picture_url: string | null;
  attributes: Record<string, string>;
};
export type ComponentRow = { quantity: number; sku: SkuRow };
export type RuleRow = {
  countries: string[];
  valid_from: string | null;
  valid_to: string | null;
  components: ComponentRow[];
};
type Recipe = { components: ComponentRow[]; rules: RuleRow[] };

export type VariantRow = Recipe & {
  id: string;
  title: string;
  sku: string;
  options: { name: string; value: string }[];
  price: number | null;
  currency: string | null;
  weight_g: number | null;
  picture_url: string | null;
  mapping_state: (typeof mappingStates)[number] | 'retired';
  mapping_version: number | null;
  source: (typeof mappingSources)[number] | null;
  confidence: number | null;
  until_sold_out: boolean;
  author: string | null;
  mapped_at: Date | null;
  drift: Drift[];
  picture_before_url: string | null;
  orders_30d: number;
  requires_shipping: boolean;
};

const skuJson = sql`json_build_object('id', k.id, 'code', k.code, 'title', k.title, 'weight_g', k.weight_g, 'lead_days', k.lead_days,
  'moq', k.moq, 'status', k.status, 'picture_url', '/api/pictures/' || k.picture, 'attributes', k.attributes)`;

/** What version `m` consists of under a rule. */
const componentsUnder = (rule: RawBuilder<unknown>) => sql`
  (SELECT coalesce(json_agg(json_build_object('quantity', c.quantity, 'sku', ${skuJson}) ORDER BY c.line), '[]')
   FROM mapping_components c JOIN catalog_skus k ON k.id = c.catalog_sku_id
   WHERE c.account_id = m.account_id AND c.variant_id = m.variant_id AND c.version = m.version AND c.rule = ${rule})`;

const rulesOf = sql`
  (SELECT coalesce(json_agg(json_build_object('countries', r.countries, 'valid_from', r.valid_from, 'valid_to', r.valid_to,
      'components', ${componentsUnder(sql`r.rule`)}) ORDER BY r.rule), '[]')
   FROM mapping_rules r WHERE r.account_id = m.account_id AND r.variant_id = m.variant_id AND r.version = m.version)`;

/** Variants of a product in the shop's order; those that are gone only when asked for, and then last. */
export async function findVariants(
  ctx: AccountCtx,
  productId: string,
  options: { retired: boolean },
): Promise<VariantRow[]> {
  const { rows } = await sql<VariantRow>`
    SELECT v.id, ${variantTitle(sql`v.title`, sql`p.title`)} AS title, v.sku, v.options, v.price, v.currency, v.weight_g, v.requires_shipping,
      '/api/pictures/' || CASE WHEN v.image_url IS NULL THEN p.picture ELSE coalesce(v.picture, p.picture) END AS picture_url,
      CASE WHEN v.removed_at IS NULL THEN v.mapping_state ELSE 'retired' END AS mapping_state, v.mapping_version,
      m.source, m.confidence, coalesce(m.until_sold_out, false) AS until_sold_out, m.author_name AS author, m.created_at AS mapped_at,
      coalesce(v.drift, '[]') AS drift, CASE WHEN v.drift IS NOT NULL THEN '/api/pictures/' || m.picture END AS picture_before_url,
      coalesce(n.orders, 0) AS orders_30d, ${componentsUnder(sql`0`)} AS components, ${rulesOf} AS rules
    FROM store_variants v
    JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id
    LEFT JOIN mappings m ON m.account_id = v.account_id AND m.variant_id = v.id AND m.version = v.mapping_version
    LEFT JOIN (
      SELECT l.variant_id, count(DISTINCT o.id)::int AS orders
      FROM store_variants w
      JOIN order_lines l ON l.account_id = w.account_id AND l.variant_id = w.id
      JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id
      WHERE w.account_id = ${ctx.account} AND w.product_id = ${productId} AND o.stage <> 'cancelled'
        AND o.placed_at >= ${last30Days(ctx.account, ctx.now)}
      GROUP BY 1) n ON n.variant_id = v.id
    WHERE v.account_id = ${ctx.account} AND v.product_id = ${productId} AND (v.removed_at IS NULL OR ${options.retired})
    ORDER BY v.removed_at IS NOT NULL, v.position, v.id`.execute(ctx.db);
  return rows;
}

export type VersionRow = Recipe & {
  variant_id: string;
  version: number;
  outcome: (typeof mappingOutcomes)[number];
  source: (typeof mappingSources)[number];
  confidence: number;
  until_sold_out: boolean;
  restored_from: number | null;
  author: string | null;
  created_at: Date;
};

const versionColumns = sql`m.variant_id, m.version, m.outcome, m.source, m.confidence, m.until_sold_out, m.restored_from,
  m.author_name AS author, m.created_at, ${componentsUnder(sql`0`)} AS components, ${rulesOf} AS rules`;

/** All versions of a variant of the product, newest first; undefined when the product has no such variant. */
export async function findVersions(
  ctx: AccountCtx,
  variant: { id: string; product_id: string },
): Promise<VersionRow[] | undefined> {
  const known = await ctx.db
    .selectFrom('store_variants')
    .select('id')
    .where('account_id', '=', ctx.account)
    .where('id', '=', variant.id)
    .where('product_id', '=', variant.product_id)
    .executeTakeFirst();
  if (!known) return undefined;
  const { rows } = await sql<VersionRow>`
    SELECT ${versionColumns} FROM mappings m
    WHERE m.account_id = ${ctx.account} AND m.variant_id = ${variant.id} ORDER BY m.version DESC`.execute(ctx.db);
  return rows;
}

/** Where a variant stands, for a decision about it. */
export type StandingRow = {
  id: string;
  product_id: string;
  removed: boolean;
  mapping_state: (typeof mappingStates)[number];
  version: number;
};

/** The variants locked in the order of their ids, read after the wait. */
export async function lockStanding(ctx: AccountCtx, ids: readonly string[]): Promise<StandingRow[]> {
  await sql`SELECT FROM store_variants WHERE account_id = ${ctx.account} AND id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    ctx.db,
  );
  const { rows } = await sql<StandingRow>`
    SELECT id, product_id, removed_at IS NOT NULL AS removed, mapping_state, coalesce(mapping_version, 0) AS version
    FROM store_variants WHERE account_id = ${ctx.account} AND id = ANY(${ids}::uuid[])`.execute(ctx.db);
  return rows;
}

/** Named versions; version 0 means the newest that says what the variant consists of. */
export async function findNamed(
  ctx: AccountCtx,
  wanted: readonly { variant_id: string; version: number }[],
): Promise<VersionRow[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<VersionRow>`
    SELECT ${versionColumns}
    FROM json_to_recordset(${JSON.stringify(wanted)}::json) AS r(variant_id uuid, version int)
    JOIN mappings m ON m.account_id = ${ctx.account} AND m.variant_id = r.variant_id AND m.version = CASE WHEN r.version > 0 THEN r.version
      ELSE (SELECT max(x.version) FROM mappings x WHERE x.account_id = m.account_id AND x.variant_id = m.variant_id AND x.outcome = 'mapped') END`.execute(
    ctx.db,
  );
  return rows;
}

export type PartRow = { product_id: string; variant_id: string; sku_id: string; quantity: number };

/** What the mapped variants of the products consist of where no rule says otherwise. */
export async function findParts(ctx: AccountCtx, productIds: readonly string[]): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    SELECT v.product_id, v.id AS variant_id, c.catalog_sku_id AS sku_id, sum(c.quantity)::int AS quantity
    FROM store_variants v
    JOIN mapping_components c ON c.account_id = v.account_id AND c.variant_id = v.id AND c.version = v.mapping_version AND c.rule = 0
    WHERE v.account_id = ${ctx.account} AND v.product_id = ANY(${productIds}::uuid[]) AND v.removed_at IS NULL AND v.requires_shipping
      AND v.mapping_state IN ('mapped', 'needs_review')
    GROUP BY 1, 2, 3`.execute(ctx.db);
  return rows;
}

type ItemRow = {
  id: string;
  code: string;
  title: string;
  weight_g: number;
  lead_days: number;
  moq: number;
  status: 'active' | 'low' | 'discontinued';
  picture_url: string | null;
};

/** Catalogue items by their ids, in the sequence of their codes. */
export async function findItems(ctx: Ctx, ids: readonly string[]): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    SELECT k.id, k.code, k.title, k.weight_g, k.lead_days, k.moq, k.status, '/api/pictures/' || k.picture AS picture_url
    FROM catalog_skus k WHERE k.id = ANY(${ids}::uuid[]) ORDER BY k.code`.execute(ctx.db);
  return rows;
}
