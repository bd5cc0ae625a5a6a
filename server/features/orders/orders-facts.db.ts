import { sql } from 'kysely';
import type { FreightFormula, Weighing } from '#contract/shipping.ts';
import type { Ctx } from '#server/db/context.ts';

export type OrderRow = {
  id: string;
  name: string;
  store_id: string;
  store_name: string;
  cancelled_at: Date | null;
  financial_status: string;
  fulfillment_status: string;
  payment: string;
  stage: string;
  held: boolean;
  blocked: boolean;
  country: string | null;
  channel_id: string | null;
  cost_goods: number | null;
  cost_freight: number | null;
  cost_fees: number | null;
  cost_total: number | null;
  cost_currency: string | null;
  weight_g: number | null;
  days_min: number | null;
  days_max: number | null;
  recipient: {
    name: string | null;
    address1: string | null;
    city: string | null;
    province: string | null;
    zip: string | null;
    country: string | null;
  } | null;
  block_codes: string[];
  parcels: { delivered: boolean }[];
};

/**
 * Locks orders in the sequence of their ids, so that two acts cannot wait for each other. A statement of its own: one that
 * waits for a lock sees the new row, but everything beside it as it was before the wait.
 */
export async function lockOrders(ctx: Ctx, accountId: string, ids: readonly string[]): Promise<void> {
  await sql`SELECT FROM orders WHERE account_id = ${accountId} AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(
    ctx.db,
  );
}

/** Orders with what their state depends on, in the order of their ids; `lock` keeps them still until the transaction ends. */
export async function findForReview(
  ctx: Ctx,
  accountId: string,
  ids: readonly string[],
  lock: boolean,
): Promise<OrderRow[]> {
  if (lock) await lockOrders(ctx, accountId, ids);
  const { rows } = await sql<OrderRow>`
    SELECT o.id, o.name, o.store_id, s.name AS store_name, o.cancelled_at, o.financial_status, o.fulfillment_status, o.payment,
           o.stage, o.held, o.blocked, o.country, o.channel_id, o.cost_goods, o.cost_freight, o.cost_fees, o.cost_total,
           o.cost_currency, o.weight_g, o.days_min, o.days_max,
           (SELECT json_build_object('name', r.name, 'address1', r.address1, 'city', r.city, 'province', r.province, 'zip', r.zip, 'country', r.country)
              FROM order_recipients r WHERE r.account_id = o.account_id AND r.order_id = o.id) AS recipient,
           ARRAY(SELECT b.code FROM order_blocks b WHERE b.account_id = o.account_id AND b.order_id = o.id ORDER BY b.code) AS block_codes,
           (SELECT coalesce(json_agg(json_build_object('delivered', p.status = 'delivered')), '[]')
              FROM parcels p WHERE p.account_id = o.account_id AND p.order_id = o.id) AS parcels
    FROM orders o
    JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    WHERE o.account_id = ${accountId} AND o.id = ANY(${ids}::uuid[])
    ORDER BY o.id`.execute(ctx.db);
  return rows;
}

export type LineRow = {
  order_id: string;
  id: string;
  title: string;
  quantity: number;
  current_quantity: number;
  shipped_quantity: number;
  paid_quantity: number;
  requires_shipping: boolean;
  not_ours: boolean;
  unit_cost: number | null;
  line_mapping_version: number | null;
  variant_id: string | null;
  mapping_state: 'unmapped' | 'suggested' | 'needs_review' | 'mapped' | 'not_ours' | null;
  mapping_version: number | null;
  quoting: boolean;
};

/** Lines of the orders with the state of their variants' mapping and whether a quote for the product is open. */
export async function findLinesForReview(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    SELECT l.order_id, l.id, l.title, l.quantity, l.current_quantity, l.shipped_quantity, l.paid_quantity, l.requires_shipping,
           l.not_ours, l.unit_cost, l.mapping_version AS line_mapping_version, l.variant_id, v.mapping_state, v.mapping_version,
           EXISTS (SELECT 1 FROM quotes q WHERE q.account_id = l.account_id AND q.product_id = v.product_id
                   AND q.status IN ('submitted', 'in_progress', 'need_info', 'quoted', 'countered')) AS quoting
    FROM order_lines l
    LEFT JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
    WHERE l.account_id = ${accountId} AND l.order_id = ANY(${orderIds}::uuid[])
    ORDER BY l.order_id, l.position, l.id`.execute(ctx.db);
  return rows;
}

export type ComponentRow = {
  variant_id: string;
  sku_id: string;
  code: string;
  title: string;
  weight_g: number;
  volume_mm3: number;
  quantity: number;
};

/** The SKUs behind each variant, by its current mapping version. */
export async function findComponents(
  ctx: Ctx,
  accountId: string,
  variantIds: readonly string[],
): Promise<ComponentRow[]> {
  const { rows } = await sql<ComponentRow>`
    SELECT v.id AS variant_id, c.catalog_sku_id AS sku_id, s.code, s.title, s.weight_g,
      coalesce(s.length_mm::bigint * s.width_mm * s.height_mm, 0) AS volume_mm3, c.quantity
    FROM store_variants v
    JOIN mapping_components c ON c.account_id = v.account_id AND c.variant_id = v.id AND c.version = v.mapping_version
    JOIN catalog_skus s ON s.id = c.catalog_sku_id
    WHERE v.account_id = ${accountId} AND v.id = ANY(${variantIds}::uuid[])
    ORDER BY v.id, c.line`.execute(ctx.db);
  return rows;
}

export type PriceRow = {
  id: string;
  sku_id: string;
  destination: string;
  channel_id: string;
  channel: string;
  unit_price: number;
  currency: string;
  formula: FreightFormula;
  weighing: Weighing;
  days_min: number;
  days_max: number;
};

/** The merchant's current prices of these SKUs to these countries. */
export async function findPrices(
  ctx: Ctx,
  accountId: string,
  skuIds: readonly string[],
  countries: readonly string[],
): Promise<PriceRow[]> {
  const { rows } = await sql<PriceRow>`
    SELECT p.id, p.catalog_sku_id AS sku_id, p.destination, p.channel_id, c.name AS channel, p.unit_price, p.currency, p.formula,
      json_build_object('divisor', p.divisor, 'step_g', p.step_g) AS weighing, p.days_min, p.days_max
    FROM prices p
    JOIN channels c ON c.id = p.channel_id AND c.active
    WHERE p.account_id = ${accountId} AND p.catalog_sku_id = ANY(${skuIds}::uuid[]) AND p.destination = ANY(${countries}::text[])
      AND p.valid_to IS NULL
    ORDER BY p.id`.execute(ctx.db);
  return rows;
}

/** Which of the SKUs have a price to any country at all. */
export async function findPricedSkus(ctx: Ctx, accountId: string, skuIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ sku_id: string }>`
    SELECT DISTINCT catalog_sku_id AS sku_id FROM prices
    WHERE account_id = ${accountId} AND catalog_sku_id = ANY(${skuIds}::uuid[]) AND valid_to IS NULL`.execute(ctx.db);
  return new Set(rows.map((row) => row.sku_id));
}

/** Unpaid orders with a line of these variants or SKUs, or of a variant that has just arrived (its lines are not linked yet). */
export async function findAffected(
  ctx: Ctx,
  accountId: string,
  which: { variantIds?: readonly string[]; skuIds?: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH variants AS (
      SELECT unnest(${which.variantIds ?? []}::uuid[]) AS id
      UNION
      SELECT v.id FROM mapping_components c
      JOIN store_variants v ON v.account_id = c.account_id AND v.id = c.variant_id AND v.mapping_version = c.version
      WHERE c.account_id = ${accountId} AND c.catalog_sku_id = ANY(${which.skuIds ?? []}::uuid[])
    )
    SELECT DISTINCT o.id
    FROM variants v
    JOIN order_lines l ON l.account_id = ${accountId} AND l.variant_id = v.id
    JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id
    WHERE o.stage IN ('imported', 'quoting', 'awaiting_payment')`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** Links lines that wait for their variant: by the shop's id, or by a SKU that only one variant of the store has. */
export async function linkLines(
  ctx: Ctx,
  accountId: string,
  which: { variantIds?: readonly string[]; orderIds?: readonly string[] },
): Promise<string[]> {
  const linked: string[] = [];
  if (which.variantIds?.length) {
    const byId = await sql<{ order_id: string }>`
      UPDATE order_lines l SET variant_id = v.id
      FROM store_variants v, orders o
      WHERE v.account_id = ${accountId} AND v.id = ANY(${which.variantIds}::uuid[]) AND v.removed_at IS NULL
        AND l.account_id = v.account_id AND l.external_variant_id = v.external_id AND l.variant_id IS NULL
        AND o.account_id = l.account_id AND o.id = l.order_id AND o.store_id = v.store_id
      RETURNING l.order_id`.execute(ctx.db);
    const bySku = await sql<{ order_id: string }>`
      UPDATE order_lines l SET variant_id = v.id
      FROM store_variants v, orders o
      WHERE v.account_id = ${accountId} AND v.id = ANY(${which.variantIds}::uuid[]) AND v.removed_at IS NULL AND v.sku <> ''
        AND l.account_id = v.account_id AND l.variant_id IS NULL AND l.external_variant_id IS NULL AND l.sku = v.sku
        AND o.account_id = l.account_id AND o.id = l.order_id AND o.store_id = v.store_id
        AND ${onlyVariantOfSku}
      RETURNING l.order_id`.execute(ctx.db);
    linked.push(...[...byId.rows, ...bySku.rows].map((row) => row.order_id));
  }
  if (which.orderIds?.length) {
    await sql`
      UPDATE order_lines l SET variant_id = v.id
      FROM orders o, store_variants v
      WHERE l.account_id = ${accountId} AND l.order_id = ANY(${which.orderIds}::uuid[]) AND l.variant_id IS NULL
        AND o.account_id = l.account_id AND o.id = l.order_id
        AND v.account_id = l.account_id AND v.store_id = o.store_id AND v.external_id = l.external_variant_id`.execute(
      ctx.db,
    );
    await sql`
      UPDATE order_lines l SET variant_id = v.id
      FROM orders o, store_variants v
      WHERE l.account_id = ${accountId} AND l.order_id = ANY(${which.orderIds}::uuid[]) AND l.variant_id IS NULL
        AND l.external_variant_id IS NULL AND l.sku <> ''
        AND o.account_id = l.account_id AND o.id = l.order_id
        AND v.account_id = l.account_id AND v.store_id = o.store_id AND v.sku = l.sku AND v.sku <> '' AND v.removed_at IS NULL
        AND ${onlyVariantOfSku}`.execute(ctx.db);
  }
  return [...new Set(linked)];
}

const onlyVariantOfSku = sql`NOT EXISTS (
  SELECT 1 FROM store_variants other
  WHERE other.account_id = v.account_id AND other.store_id = v.store_id AND other.sku = v.sku AND other.sku <> '' AND other.id <> v.id AND other.removed_at IS NULL)`;
