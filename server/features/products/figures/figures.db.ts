import { type RawBuilder, sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

/**
 * Locks rows of `product_figures` in the order of their products, so that two transactions cannot wait for each other.
 * The job leaves out what others hold: they mark it stale themselves, and an import holds rows until its batch ends.
 */
const inOrder = sql`ORDER BY product_id FOR NO KEY UPDATE`;
const inOrderIfFree = sql`${inOrder} SKIP LOCKED`;

/** Has the figures of these products computed again. */
export async function markStale(ctx: AccountCtx, productIds: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO product_figures AS f (account_id, product_id)
    SELECT ${ctx.account}, id FROM unnest(${productIds}::uuid[]) AS r(id) ORDER BY id
    ON CONFLICT (account_id, product_id) DO UPDATE SET stale = true WHERE NOT f.stale`.execute(ctx.db);
}

/** The same for products of which some variant consists of one of the SKUs, under any rule. */
export async function markStaleBySkus(ctx: AccountCtx, skuIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE product_figures f SET stale = true
    WHERE f.account_id = ${ctx.account} AND f.product_id IN (
      SELECT product_id FROM product_figures WHERE account_id = ${ctx.account} AND NOT stale AND product_id IN (
        SELECT v.product_id FROM mapping_components c
        JOIN store_variants v ON v.account_id = c.account_id AND v.id = c.variant_id AND v.mapping_version = c.version
        WHERE c.account_id = ${ctx.account} AND c.catalog_sku_id = ANY(${skuIds}::uuid[]))
      ${inOrder})`.execute(ctx.db);
}

export async function markAllStale(ctx: AccountCtx): Promise<void> {
  await sql`
    UPDATE product_figures SET stale = true WHERE account_id = ${ctx.account} AND product_id IN (
      SELECT product_id FROM product_figures WHERE account_id = ${ctx.account} AND NOT stale ${inOrderIfFree})`.execute(
    ctx.db,
  );
}

/** Those of shops that sell in another currency than the account's: their margins follow the rates. */
export async function markForeignStale(ctx: AccountCtx): Promise<void> {
  await sql`
    UPDATE product_figures SET stale = true WHERE account_id = ${ctx.account} AND product_id IN (
      SELECT f.product_id FROM product_figures f
      JOIN store_products p ON p.account_id = f.account_id AND p.id = f.product_id
      JOIN accounts a ON a.id = f.account_id AND a.currency <> p.price_currency
      WHERE f.account_id = ${ctx.account} AND NOT f.stale ORDER BY f.product_id FOR NO KEY UPDATE OF f SKIP LOCKED)`.execute(
    ctx.db,
  );
}

/** Accounts with shops that sell in another currency than theirs. */
export async function findForeignAccounts(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT DISTINCT s.account_id FROM stores s JOIN accounts a ON a.id = s.account_id AND a.currency <> s.currency`.execute(
    ctx.db,
  );
  return rows.map((row) => row.account_id);
}

const soldFor = '90 days';
const sold = (ctx: AccountCtx) => sql`
  FROM order_products WHERE account_id = ${ctx.account} AND placed_at >= ${ctx.now}::timestamptz - ${soldFor}::interval AND country IS NOT NULL`;

/** Where most orders of product `f` go; of one without orders, where most of the account's do. */
const mainCountry = (ctx: AccountCtx): RawBuilder<unknown> => sql`coalesce(
  (SELECT country ${sold(ctx)} AND product_id = f.product_id GROUP BY country ORDER BY count(*) DESC, country LIMIT 1),
  (SELECT country ${sold(ctx)} GROUP BY country ORDER BY count(*) DESC, country LIMIT 1))`;

/** Has those computed again whose orders mostly go elsewhere by now. */
export async function markMoved(ctx: AccountCtx): Promise<void> {
  await sql`
    WITH own AS (
      SELECT DISTINCT ON (product_id) product_id, country
      FROM (SELECT product_id, country, count(*) AS n ${sold(ctx)} GROUP BY 1, 2) c ORDER BY product_id, n DESC, country
    ), main AS (
      SELECT country ${sold(ctx)} GROUP BY country ORDER BY count(*) DESC, country LIMIT 1
    )
    UPDATE product_figures f SET stale = true
    WHERE f.account_id = ${ctx.account} AND f.product_id IN (
      SELECT product_id FROM product_figures WHERE account_id = ${ctx.account} AND NOT stale AND product_id IN (
        SELECT was.product_id FROM product_figures was LEFT JOIN own ON own.product_id = was.product_id LEFT JOIN main ON true
        WHERE was.account_id = ${ctx.account} AND was.country IS DISTINCT FROM coalesce(own.country, main.country))
      ${inOrderIfFree})`.execute(ctx.db);
}

/** Takes products whose figures are to be computed and that nobody holds; who changes one of them meanwhile marks it again. */
export async function takeStale(ctx: AccountCtx, limit: number): Promise<{ id: string; country: string | null }[]> {
  const { rows } = await sql<{ id: string; country: string | null }>`
    UPDATE product_figures f SET stale = false, country = ${mainCountry(ctx)}
    WHERE f.account_id = ${ctx.account} AND f.product_id IN (
      SELECT product_id FROM product_figures WHERE account_id = ${ctx.account} AND stale ORDER BY product_id LIMIT ${limit}
      FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING f.product_id AS id, f.country`.execute(ctx.db);
  return rows;
}

/** Whether products wait for their figures, such as those that others held. */
export async function anyStale(ctx: AccountCtx): Promise<boolean> {
  const { rows } = await sql`SELECT FROM product_figures WHERE account_id = ${ctx.account} AND stale LIMIT 1`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

type Part = {
  sku_id: string;
  code: string;
  title: string;
  weight_g: number;
  volume_mm3: number;
  lead_days: number;
  quantity: number;
  priced: boolean;
};

export type VariantFacts = {
  id: string;
  product_id: string;
  store_id: string;
  price: number | null;
  currency: string | null;
  /** What it consists of in the country today; empty while it is not mapped. */
  parts: Part[];
  discontinued: boolean;
};

/** Variants of ours that are shipped, with what they consist of where most orders go. */
export async function findFacts(
  ctx: AccountCtx,
  products: readonly { id: string; country: string | null }[],
): Promise<VariantFacts[]> {
  const today = sql`${ctx.now.toISOString().slice(0, 10)}::date`;
  const rule = sql`coalesce((SELECT r.rule FROM mapping_rules r
    WHERE r.account_id = v.account_id AND r.variant_id = v.id AND r.version = v.mapping_version
      AND (cardinality(r.countries) = 0 OR d.country = ANY(r.countries))
      AND coalesce(r.valid_from, ${today}) <= ${today} AND coalesce(r.valid_to, ${today}) >= ${today}
    ORDER BY cardinality(r.countries) = 0, r.rule LIMIT 1), 0)`;
  const mapped = sql`c.account_id = v.account_id AND c.variant_id = v.id AND c.version = v.mapping_version AND v.mapping_state IN ('mapped', 'needs_review')`;
  const { rows } = await sql<VariantFacts>`
    SELECT v.id, v.product_id, v.store_id, v.price, v.currency,
      (SELECT coalesce(json_agg(json_build_object('sku_id', k.id, 'code', k.code, 'title', k.title, 'weight_g', k.weight_g,
          'volume_mm3', coalesce(k.length_mm::bigint * k.width_mm * k.height_mm, 0), 'lead_days', k.lead_days, 'quantity', c.quantity,
          'priced', EXISTS (SELECT 1 FROM prices r WHERE r.account_id = c.account_id AND r.catalog_sku_id = k.id AND r.valid_to IS NULL)) ORDER BY c.line), '[]')
       FROM mapping_components c JOIN catalog_skus k ON k.id = c.catalog_sku_id WHERE ${mapped} AND c.rule = w.rule) AS parts,
      EXISTS (SELECT 1 FROM mapping_components c JOIN catalog_skus k ON k.id = c.catalog_sku_id
              WHERE ${mapped} AND k.status = 'discontinued') AS discontinued
    FROM json_to_recordset(${JSON.stringify(products)}::json) AS d(id uuid, country text)
    JOIN store_variants v ON v.account_id = ${ctx.account} AND v.product_id = d.id AND v.removed_at IS NULL AND v.requires_shipping
      AND v.mapping_state <> 'not_ours'
    CROSS JOIN LATERAL (SELECT ${rule} AS rule) w
    ORDER BY v.product_id, v.position, v.id`.execute(ctx.db);
  return rows;
}

export type Figures = {
  product_id: string;
  landed_min: number | null;
  landed_max: number | null;
  currency: string | null;
  margin_low: number | null;
  margin_high: number | null;
  /** The rate that the margin was computed by; null where nothing was converted. */
  margin_rate: string | null;
  margin_rate_day: string | null;
  margin_rate_source: 'ecb' | 'staff' | null;
  unpriced: boolean;
  discontinued: boolean;
};

/** Writes figures; answers how many are not what they were. */
export async function saveFigures(ctx: AccountCtx, figures: readonly Figures[]): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE product_figures f SET landed_min = r.landed_min, landed_max = r.landed_max, currency = r.currency, margin_low = r.margin_low,
      margin_high = r.margin_high, margin_rate = r.margin_rate, margin_rate_day = r.margin_rate_day, margin_rate_source = r.margin_rate_source, unpriced = r.unpriced, discontinued = r.discontinued
    FROM json_to_recordset(${JSON.stringify(figures)}::json)
      AS r(product_id uuid, landed_min bigint, landed_max bigint, currency text, margin_low int, margin_high int,
           margin_rate numeric, margin_rate_day date, margin_rate_source text, unpriced boolean, discontinued boolean)
    WHERE f.account_id = ${ctx.account} AND f.product_id = r.product_id
      AND (f.landed_min, f.landed_max, f.currency, f.margin_low, f.margin_high, f.margin_rate, f.margin_rate_day, f.margin_rate_source, f.unpriced, f.discontinued)
        IS DISTINCT FROM (r.landed_min, r.landed_max, r.currency::char(3), r.margin_low, r.margin_high,
          r.margin_rate, r.margin_rate_day, r.margin_rate_source, r.unpriced, r.discontinued)`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}

/** Accounts with products, for the nightly look at everything. */
export async function findAccountsWithProducts(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`SELECT DISTINCT account_id FROM product_figures`.execute(ctx.db);
  return rows.map((row) => row.account_id);
}
