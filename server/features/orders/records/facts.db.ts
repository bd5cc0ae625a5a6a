import { type RawBuilder, sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';
import { addressParts, duplicateOfOrder } from './address.db.ts';
import { daysOfPrice, measuredDays } from '#server/features/shipping/index.ts';
import type { OrderRow, LineRow, ComponentRow, PriceRow, OfferRow, AwaitedRow, Recipe } from '../rules/rows.ts';

/** The order of the shop that an order (`o`) is, or is a part of. No COALESCE: it is not leakproof, and its index is lost (P37). */
export const rootOfOrder = sql`CASE WHEN o.split_from IS NULL THEN o.id ELSE o.split_from END`;
/** Whether something of an order, or of the parts that were split from it, has left from here. */
const familyShipped = (whole: RawBuilder<unknown>) => sql`(
  EXISTS (SELECT FROM orders p WHERE p.account_id = o.account_id AND p.id = ${whole} AND p.shipped_at IS NOT NULL)
  OR EXISTS (SELECT FROM orders p WHERE p.account_id = o.account_id AND p.split_from = ${whole} AND p.shipped_at IS NOT NULL))`;
/** What the orders of the shop say whose units an order (`o`) takes in; a part follows the one that it was split from. */
const originsOfOrder = sql`(SELECT coalesce(json_agg(json_build_object('financial_status', f.financial_status, 'fulfillment_status', f.fulfillment_status,
    'unaccepted_risk', CASE WHEN f.risk_accepted IS DISTINCT FROM f.risk THEN f.risk END, 'family_shipped', ${familyShipped(sql`f.id`)}) ORDER BY f.id), '[]')
  FROM (SELECT DISTINCT g.order_id FROM order_lines h JOIN order_lines g ON g.account_id = h.account_id AND g.id = h.origin_line_id
    WHERE h.account_id = o.account_id AND h.order_id = o.id AND h.origin_line_id IS NOT NULL AND h.current_quantity > 0) origin
  CROSS JOIN LATERAL (SELECT * FROM orders WHERE account_id = o.account_id AND id = origin.order_id OFFSET 0) f
  WHERE f.id <> ${rootOfOrder})`;

/**
 * Locks orders in the sequence of their ids, so that two actions cannot wait for each other. A statement of its own: one that
 * waits for a lock sees the new row, but everything beside it as it was before the wait.
 */
export async function lockOrders(ctx: AccountCtx, ids: readonly string[]): Promise<void> {
  await sql`${prepared}SELECT FROM orders WHERE account_id = ${ctx.account} AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(
    ctx.db,
  );
}

/**
 * Orders with what their state depends on, in the order of their ids; `lock` keeps them still until the transaction ends. Each
 * is looked up by its key, and so are the orders that its lines came from: a plan that was prepared while the account had few
 * would read all of them, for each order. The store's name is looked up beside them for the same reason.
 */
export async function findForReview(ctx: AccountCtx, ids: readonly string[], lock: boolean): Promise<OrderRow[]> {
  if (lock) await lockOrders(ctx, ids);
  const { rows } = await sql<OrderRow>`${prepared}
    SELECT o.id, o.name, o.store_id,
           (SELECT s.name FROM stores s WHERE s.account_id = o.account_id AND s.id = o.store_id) AS store_name, o.placed_at, o.cancelled_at, o.cancelled_by_us_at, o.fulfilment_step, o.financial_status, o.fulfillment_status, o.payment,
           o.stage, o.held, o.risk, o.risk_accepted, o.blocked, o.needs_merchant, o.needs_provider, o.country, o.channel_id, o.cost_goods, o.cost_freight, o.cost_fees, o.cost_total,
           o.cost_own_stock, o.cost_currency, o.weight_g, o.ready_days, o.days_min, o.days_max, o.chosen_channel_id, o.quote_id, o.closed_at,
           (SELECT r.later ->> 'country' FROM order_recipients r WHERE r.account_id = o.account_id AND r.order_id = o.id) AS later_country,
           (SELECT json_build_object(${addressParts}) FROM order_recipients r WHERE r.account_id = o.account_id AND r.order_id = o.id) AS recipient,
           ${duplicateOfOrder} AS duplicate, o.split_from, ${originsOfOrder} AS origins, ${familyShipped(rootOfOrder)} AS family_shipped,
           (SELECT q.due_at FROM cancel_requests q WHERE q.account_id = o.account_id AND q.order_id = o.id AND q.status = 'open') AS cancel_due,
           ARRAY(SELECT b.code FROM order_blocks b WHERE b.account_id = o.account_id AND b.order_id = o.id ORDER BY b.code) AS block_codes,
           (SELECT coalesce(json_agg(json_build_object('delivered', p.status = 'delivered')), '[]')
              FROM parcels p WHERE p.account_id = o.account_id AND p.order_id = o.id) AS parcels
    FROM (SELECT DISTINCT unnest(${ids}::uuid[]) AS id) w
    CROSS JOIN LATERAL (SELECT * FROM orders WHERE account_id = ${ctx.account} AND id = w.id OFFSET 0) o
    ORDER BY o.id`.execute(ctx.db);
  return rows;
}

/** The day of an order is its shop's: a rule from the 1st counts from midnight there. */
const orderDay = sql`(o.placed_at AT TIME ZONE coalesce(s.time_zone, 'UTC'))::date`;

/** Discontinued items of the version that a line keeps, unless the merchant uses them until they are sold out. */
const goneItems = sql`
  SELECT k.code FROM mapping_components c JOIN catalog_skus k ON k.id = c.catalog_sku_id
  WHERE c.account_id = l.account_id AND c.variant_id = l.variant_id AND c.version = l.pinned_version AND k.status = 'discontinued' AND NOT m.until_sold_out`;

/**
 * Whether an open request (`q`) is about a line's variant where its order goes; an answered one: whether the answer is. A variant
 * that the shop has no more is asked for with the others of its product.
 */
const coversLine = sql`CASE WHEN q.status = 'quoted' THEN
    (v.removed_at IS NOT NULL OR EXISTS (SELECT FROM quote_lines x
      WHERE x.account_id = q.account_id AND x.quote_id = q.id AND x.version = q.current_version AND x.variant_id = v.id))
    AND (o.country IS NULL OR EXISTS (SELECT FROM quote_freight f
      WHERE f.account_id = q.account_id AND f.quote_id = q.id AND f.version = q.current_version AND f.destination = o.country))
  ELSE
    (v.removed_at IS NOT NULL OR EXISTS (SELECT FROM quote_items i WHERE i.account_id = q.account_id AND i.quote_id = q.id AND i.variant_id = v.id))
    AND (o.country IS NULL OR o.country = ANY(q.destinations)) END`;

/**
 * Lines of the orders with what counts of their variants' mapping: the version that an order keeps before the newest, the
 * rule of its country and day; and whether a quote for the product is open. Each line's order is looked up by its key: without
 * statistics yet, all orders of the account would be read for each line.
 */
export async function findLinesForReview(ctx: AccountCtx, orderIds: readonly string[]): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`${prepared}
    SELECT l.order_id, l.id, l.title, l.quantity, l.current_quantity, l.shipped_quantity, l.paid_quantity, l.cancelled_quantity, l.moved_quantity, l.replaced_quantity, l.dropped_quantity, l.requires_shipping,
           l.not_ours, l.unit_cost, l.mapping_version AS line_mapping_version, l.mapping_rule AS line_mapping_rule, l.variant_id, v.product_id,
           CASE WHEN l.set_aside OR (o.not_ours AND o.paid_at IS NULL) THEN 'not_ours' WHEN l.pinned_version IS NULL THEN v.mapping_state WHEN EXISTS (${goneItems}) THEN 'needs_review' ELSE m.outcome END AS mapping_state,
           m.version AS mapping_version,
           coalesce((SELECT r.rule FROM mapping_rules r
             WHERE r.account_id = l.account_id AND r.variant_id = l.variant_id AND r.version = m.version
               AND (cardinality(r.countries) = 0 OR o.country = ANY(r.countries))
               AND coalesce(r.valid_from, ${orderDay}) <= ${orderDay} AND coalesce(r.valid_to, ${orderDay}) >= ${orderDay}
             ORDER BY cardinality(r.countries) = 0, r.rule LIMIT 1), 0) AS mapping_rule,
           CASE WHEN l.pinned_version IS NULL THEN coalesce(v.drift, '[]')
             ELSE (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', 'item_discontinued', 'name', g.code, 'from', NULL, 'to', NULL)), '[]')
                   FROM (${goneItems}) g) END AS drift,
           (SELECT json_build_object('id', q.id, 'number', 'Q-' || q.number, 'status', q.status, 'due_at', to_char(q.sla_due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'covers', ${coversLine})
              FROM quotes q WHERE q.account_id = l.account_id AND q.product_id = v.product_id
                AND q.status IN ('submitted', 'in_progress', 'need_info', 'quoted', 'countered')) AS quote
    FROM order_lines l
    CROSS JOIN LATERAL (SELECT * FROM orders WHERE account_id = l.account_id AND id = l.order_id OFFSET 0) o
    JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    LEFT JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
    LEFT JOIN mappings m ON m.account_id = l.account_id AND m.variant_id = l.variant_id AND m.version = coalesce(l.pinned_version, v.mapping_version)
    WHERE l.account_id = ${ctx.account} AND l.order_id = ANY(${orderIds}::uuid[])
    ORDER BY l.order_id, l.position, l.id`.execute(ctx.db);
  return rows;
}

/** The SKUs of each recipe. */
export async function findComponents(ctx: AccountCtx, recipes: readonly Recipe[]): Promise<ComponentRow[]> {
  const { rows } = await sql<ComponentRow>`${prepared}
    SELECT c.variant_id, c.version, c.rule, c.catalog_sku_id AS sku_id, s.code, s.title, s.weight_g,
      coalesce(s.length_mm::bigint * s.width_mm * s.height_mm, 0) AS volume_mm3, s.lead_days, s.flags,
      s.hs_code IS NOT NULL AND s.origin IS NOT NULL AS declared, c.quantity
    FROM json_to_recordset(${JSON.stringify(recipes)}::json) AS r(variant_id uuid, version int, rule int)
    JOIN mapping_components c ON c.account_id = ${ctx.account} AND c.variant_id = r.variant_id AND c.version = r.version AND c.rule = r.rule
    JOIN catalog_skus s ON s.id = c.catalog_sku_id
    ORDER BY c.variant_id, c.version, c.rule, c.line`.execute(ctx.db);
  return rows;
}

/** The merchant's current prices of SKUs, each to a country; a pair may be named more than once. */
export async function findPrices(
  ctx: AccountCtx,
  wanted: readonly { sku_id: string; country: string }[],
): Promise<OfferRow[]> {
  const pairs = [...new Map(wanted.map((pair) => [`${pair.sku_id} ${pair.country}`, pair])).values()];
  if (pairs.length === 0) return [];
  const [skuIds, countries] = [pairs.map(({ sku_id }) => sku_id), pairs.map(({ country }) => country)];
  const { rows } = await sql<OfferRow>`${prepared}
    SELECT p.id, p.catalog_sku_id AS sku_id, p.destination, p.channel_id, c.name AS channel, p.unit_price, p.currency, p.formula,
      json_build_object('divisor', p.divisor, 'step_g', p.step_g) AS weighing, ${daysOfPrice('p')},
      json_build_object('phone', c.needs_phone, 'latin', c.latin_only, 'po_boxes', c.takes_po_boxes, 'customs', c.needs_customs) AS carrier,
      json_build_object('refuses', coalesce(r.refuses, '{}'), 'max_weight_g', r.max_weight_g) AS limits
    FROM unnest(${skuIds}::uuid[], ${countries}::char(2)[]) AS w(sku_id, country)
    JOIN prices p ON p.account_id = ${ctx.account} AND p.catalog_sku_id = w.sku_id AND p.destination = w.country AND p.valid_to IS NULL
    JOIN channels c ON c.id = p.channel_id AND c.active ${measuredDays('p')}
    LEFT JOIN LATERAL (SELECT refuses, max_weight_g FROM channel_rates
      WHERE channel_id = p.channel_id AND destination = p.destination AND valid_from <= ${ctx.now}
      ORDER BY valid_from DESC, created_at DESC, id DESC LIMIT 1) r ON true
    ORDER BY p.id`.execute(ctx.db);
  return rows;
}

/** The prices that the merchant paid or agreed to last, of these SKUs to these countries. */
export async function findAgreed(
  ctx: AccountCtx,
  skuIds: readonly string[],
  countries: readonly string[],
): Promise<PriceRow[]> {
  const { rows } = await sql<PriceRow>`
    SELECT p.id, p.catalog_sku_id AS sku_id, p.destination, p.channel_id, c.name AS channel, p.unit_price, p.currency, p.formula,
      json_build_object('divisor', p.divisor, 'step_g', p.step_g) AS weighing, p.days_min, p.days_max
    FROM agreed_prices a
    JOIN prices p ON p.account_id = a.account_id AND p.id = a.price_id
    JOIN channels c ON c.id = p.channel_id
    WHERE a.account_id = ${ctx.account} AND a.catalog_sku_id = ANY(${skuIds}::uuid[]) AND a.destination = ANY(${countries}::text[])`.execute(
    ctx.db,
  );
  return rows;
}

/** Prices of these SKUs to these countries that have ended while the merchant has not decided on the next ones. */
export async function findAwaited(
  ctx: AccountCtx,
  skuIds: readonly string[],
  countries: readonly string[],
): Promise<AwaitedRow[]> {
  const { rows } = await sql<AwaitedRow>`${prepared}
    SELECT x.id, 'PC-' || o.number AS number, x.catalog_sku_id AS sku_id, k.code AS sku, x.destination, c.name AS channel,
      x.old_delivered AS from, x.new_delivered AS to, x.currency
    FROM price_changes x
    JOIN price_proposals o ON o.account_id = x.account_id AND o.id = x.proposal_id
    JOIN catalog_skus k ON k.id = x.catalog_sku_id
    JOIN channels c ON c.id = x.channel_id
    WHERE x.account_id = ${ctx.account} AND x.status = 'due'
      AND x.catalog_sku_id = ANY(${skuIds}::uuid[]) AND x.destination = ANY(${countries}::text[])
    ORDER BY x.id`.execute(ctx.db);
  return rows;
}

/** Which of the SKUs have a price to any country at all. */
export async function findPricedSkus(ctx: AccountCtx, skuIds: readonly string[]): Promise<Set<string>> {
  if (skuIds.length === 0) return new Set();
  const { rows } = await sql<{ sku_id: string }>`${prepared}
    SELECT DISTINCT catalog_sku_id AS sku_id FROM prices
    WHERE account_id = ${ctx.account} AND catalog_sku_id = ANY(${skuIds}::uuid[]) AND valid_to IS NULL`.execute(ctx.db);
  return new Set(rows.map((row) => row.sku_id));
}

/** Orders that prices and mappings still decide about: unpaid ones, and paid ones to which the shop added something. */
export const undecided = sql`(o.stage IN ('imported', 'quoting', 'awaiting_payment') OR (o.blocked AND EXISTS (
  SELECT 1 FROM order_blocks b WHERE b.account_id = o.account_id AND b.order_id = o.id AND b.code = 'CHANGED_AFTER_PAYMENT')))`;

/** Undecided orders with a line of these variants or SKUs, or of a variant that has just arrived (its lines are not linked yet). */
export async function findAffected(
  ctx: AccountCtx,
  which: { variantIds?: readonly string[]; skuIds?: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH variants AS (
      SELECT unnest(${which.variantIds ?? []}::uuid[]) AS id
      UNION
      SELECT v.id FROM mapping_components c
      JOIN store_variants v ON v.account_id = c.account_id AND v.id = c.variant_id AND v.mapping_version = c.version
      WHERE c.account_id = ${ctx.account} AND c.catalog_sku_id = ANY(${which.skuIds ?? []}::uuid[])
    )
    SELECT o.id
    FROM variants v
    JOIN order_lines l ON l.account_id = ${ctx.account} AND l.variant_id = v.id
    JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id
    WHERE ${undecided}
    UNION
    SELECT o.id -- orders that keep an older version with one of the SKUs
    FROM mapping_components c
    JOIN order_lines l ON l.account_id = c.account_id AND l.variant_id = c.variant_id AND l.pinned_version = c.version
    JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id
    WHERE c.account_id = ${ctx.account} AND c.catalog_sku_id = ANY(${which.skuIds ?? []}::uuid[])
      AND o.stage IN ('imported', 'quoting', 'awaiting_payment')`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** Of these orders: those that became payable at one of these moments and are so now, also again, and those that are not payable yet. */
export async function findMoved(
  ctx: AccountCtx,
  ids: readonly string[],
  moved: { at: readonly Date[]; stores: readonly string[] | null },
): Promise<{ payable: string[]; waiting: string[] }> {
  const { rows } = await sql<{ id: string; stage: string }>`
    SELECT o.id, o.stage FROM orders o
    WHERE o.account_id = ${ctx.account} AND o.id = ANY(${ids}::uuid[])
      AND (o.stage IN ('imported', 'quoting') OR (o.stage = 'awaiting_payment' AND EXISTS (
        SELECT 1 FROM order_events e WHERE e.account_id = o.account_id AND e.order_id = o.id AND e.kind = 'payable' AND e.at = ANY(${moved.at}::timestamptz[]))))
      ${moved.stores ? sql`AND o.store_id = ANY(${moved.stores}::uuid[])` : sql``}
    ORDER BY o.placed_at, o.id`.execute(ctx.db);
  const idsOf = (payable: boolean) =>
    rows.filter(({ stage }) => (stage === 'awaiting_payment') === payable).map(({ id }) => id);
  return { payable: idsOf(true), waiting: idsOf(false) };
}

/** Links lines that wait for their variant: by the shop's id, or by a SKU that only one variant of the store has. */
export async function linkLines(
  ctx: AccountCtx,
  which: { variantIds?: readonly string[]; orderIds?: readonly string[] },
): Promise<string[]> {
  const linked: string[] = [];
  if (which.variantIds?.length) {
    const byId = await sql<{ order_id: string }>`
      UPDATE order_lines l SET variant_id = v.id
      FROM store_variants v, orders o
      WHERE v.account_id = ${ctx.account} AND v.id = ANY(${which.variantIds}::uuid[]) AND v.removed_at IS NULL
        AND l.account_id = v.account_id AND l.external_variant_id = v.external_id AND l.variant_id IS NULL
        AND o.account_id = l.account_id AND o.id = l.order_id AND o.store_id = v.store_id
      RETURNING l.order_id`.execute(ctx.db);
    const bySku = await sql<{ order_id: string }>`
      UPDATE order_lines l SET variant_id = v.id
      FROM store_variants v, orders o
      WHERE v.account_id = ${ctx.account} AND v.id = ANY(${which.variantIds}::uuid[]) AND v.removed_at IS NULL AND v.sku <> ''
        AND l.account_id = v.account_id AND l.variant_id IS NULL AND l.external_variant_id IS NULL AND l.sku = v.sku
        AND o.account_id = l.account_id AND o.id = l.order_id AND o.store_id = v.store_id
        AND ${onlyVariantOfSku}
      RETURNING l.order_id`.execute(ctx.db);
    linked.push(...[...byId.rows, ...bySku.rows].map((row) => row.order_id));
  }
  if (which.orderIds?.length) {
    // The orders' lines first, then the variants of each: without statistics yet, all orders of the account would be read.
    await sql`
      WITH line AS MATERIALIZED (
        SELECT l.account_id, l.id, l.external_variant_id, l.sku, o.store_id FROM order_lines l
        CROSS JOIN LATERAL (SELECT store_id FROM orders WHERE account_id = l.account_id AND id = l.order_id OFFSET 0) o
        WHERE l.account_id = ${ctx.account} AND l.order_id = ANY(${which.orderIds}::uuid[]) AND l.variant_id IS NULL
      )
      UPDATE order_lines l SET variant_id = found.id
      FROM line w CROSS JOIN LATERAL ${variantOfLine('w')} found
      WHERE l.account_id = ${ctx.account} AND l.id = w.id`.execute(ctx.db);
  }
  return [...new Set(linked)];
}

/** The variant that a line (`alias`, with its store) is of; none, where the store has not told of it yet. */
export const variantOfLine = (alias: string) => {
  const line = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`(
    SELECT v.id FROM store_variants v
    WHERE v.account_id = ${line('account_id')} AND v.store_id = ${line('store_id')} AND v.external_id = ${line('external_variant_id')}
    UNION ALL
    SELECT v.id FROM store_variants v
    WHERE ${line('external_variant_id')} IS NULL AND ${line('sku')} <> '' AND v.account_id = ${line('account_id')}
      AND v.store_id = ${line('store_id')} AND v.sku = ${line('sku')} AND v.sku <> '' AND v.removed_at IS NULL AND ${onlyVariantOfSku})`;
};

const onlyVariantOfSku = sql`NOT EXISTS (
  SELECT 1 FROM store_variants other
  WHERE other.account_id = v.account_id AND other.store_id = v.store_id AND other.sku = v.sku AND other.sku <> '' AND other.id <> v.id AND other.removed_at IS NULL)`;
