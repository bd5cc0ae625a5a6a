import { sql } from 'kysely';
import type { mappingStates } from '#contract/products.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

export type Part = { sku_id: string; code: string; quantity: number };
export type Rule = { countries: string[]; valid_from: string | null; valid_to: string | null; components: Part[] };
export type VariantRow = {
  id: string;
  product_id: string;
  store_id: string;
  store: string;
  product: string;
  title: string;
  external_id: string;
  sku: string;
  removed: boolean;
  mapping_state: (typeof mappingStates)[number];
  version: number;
  until_sold_out: boolean;
  components: Part[];
  rules: Rule[];
};

const partsUnder = (rule: ReturnType<typeof sql>) => sql`
  (SELECT coalesce(json_agg(json_build_object('sku_id', k.id, 'code', k.code, 'quantity', c.quantity) ORDER BY c.line), '[]')
   FROM mapping_components c JOIN catalog_skus k ON k.id = c.catalog_sku_id
   WHERE c.account_id = m.account_id AND c.variant_id = m.variant_id AND c.version = m.version AND c.rule = ${rule})`;

const columns = sql`
  v.id, v.product_id, v.store_id, s.name AS store, p.title AS product, v.title, v.external_id, v.sku, v.removed_at IS NOT NULL AS removed,
  v.mapping_state, coalesce(v.mapping_version, 0) AS version, coalesce(m.until_sold_out, false) AS until_sold_out, ${partsUnder(sql`0`)} AS components,
  (SELECT coalesce(json_agg(json_build_object('countries', r.countries, 'valid_from', r.valid_from, 'valid_to', r.valid_to,
      'components', ${partsUnder(sql`r.rule`)}) ORDER BY r.rule), '[]')
   FROM mapping_rules r WHERE r.account_id = m.account_id AND r.variant_id = m.variant_id AND r.version = m.version) AS rules`;

const source = sql`
  FROM store_variants v
  JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id
  JOIN stores s ON s.account_id = v.account_id AND s.id = v.store_id
  LEFT JOIN mappings m ON m.account_id = v.account_id AND m.variant_id = v.id AND m.version = v.mapping_version`;

/** Variants of the stores by the shop's ids and by their SKUs; those that are gone by their ids alone. */
export async function findNamed(
  ctx: AccountCtx,
  stores: readonly string[],
  named: { ids: readonly string[]; skus: readonly string[] },
): Promise<VariantRow[]> {
  const { rows } = await sql<VariantRow>`
    SELECT ${columns} ${source}
    WHERE v.account_id = ${ctx.account} AND v.store_id = ANY(${stores}::uuid[])
      AND (v.external_id = ANY(${named.ids}::text[]) OR (v.removed_at IS NULL AND v.sku <> '' AND v.sku = ANY(${named.skus}::text[])))`.execute(
    ctx.db,
  );
  return rows;
}

/** The account's stores with their names. */
export async function findStores(ctx: AccountCtx): Promise<{ id: string; name: string }[]> {
  return ctx.db.selectFrom('stores').select(['id', 'name']).where('account_id', '=', ctx.account).execute();
}

export type SkuRow = { id: string; code: string; discontinued: boolean };

/** Items that the account may be given, by their codes in capitals. */
export async function findSkus(ctx: AccountCtx, codes: readonly string[]): Promise<SkuRow[]> {
  const { rows } = await sql<SkuRow>`
    SELECT id, code, status = 'discontinued' AS discontinued FROM catalog_skus
    WHERE upper(code) = ANY(${codes}::text[]) AND (owner_account_id IS NULL OR owner_account_id = ${ctx.account})`.execute(
    ctx.db,
  );
  return rows;
}

/** Open unpaid orders with one of the variants. */
export async function countOrders(ctx: AccountCtx, variantIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(DISTINCT o.id)::int AS n FROM order_lines l JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id
    WHERE l.account_id = ${ctx.account} AND l.variant_id = ANY(${variantIds}::uuid[]) AND l.current_quantity > 0
      AND o.stage IN ('imported', 'quoting', 'awaiting_payment')`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

export type TemplateRow = VariantRow & { suggested: string | null };

/** Variants for the template, product by product, with the open suggestion of each. */
export async function findForTemplate(
  ctx: AccountCtx,
  scope: { stores: readonly string[]; all: boolean },
  limit: number,
): Promise<TemplateRow[]> {
  const states = ['unmapped', 'suggested', 'needs_review', ...(scope.all ? ['mapped', 'not_ours'] : [])];
  const { rows } = await sql<TemplateRow>`
    SELECT ${columns}, g.code AS suggested ${source}
    LEFT JOIN mapping_suggestions x ON x.account_id = v.account_id AND x.variant_id = v.id AND x.state = 'open' AND v.mapping_state = 'suggested'
    LEFT JOIN catalog_skus g ON g.id = x.catalog_sku_id
    WHERE v.account_id = ${ctx.account} AND v.store_id = ANY(${scope.stores}::uuid[]) AND v.removed_at IS NULL AND p.removed_at IS NULL
      AND v.requires_shipping AND v.mapping_state = ANY(${states}::text[])
    ORDER BY s.name, s.id, p.title, p.id, v.position, v.id LIMIT ${limit}`.execute(ctx.db);
  return rows;
}

/** The language in which a member reads the report. */
export async function findLocale(ctx: Ctx, userId: string): Promise<'en' | 'zh'> {
  const user = await ctx.db.selectFrom('users').select('locale').where('id', '=', userId).executeTakeFirst();
  return user?.locale === 'zh' ? 'zh' : 'en';
}
