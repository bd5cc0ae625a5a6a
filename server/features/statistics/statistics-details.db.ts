import { type RawBuilder, sql } from 'kysely';
import type { Days, DeliveryStart, ProductSort } from '#contract/statistics-rules.ts';
import type { AccountCtx } from '#server/db/context.ts';
import type { Filter } from './statistics.db.ts';

/** Days of stores whose orders changed. */
export type StoreDay = { store_id: string; day: string };

/** The day of an order in its account's time zone. */
const dayOf = sql`(o.placed_at AT TIME ZONE a.time_zone)::date`;

/** Orders of an account (`o`, `a`) that were placed on some days of stores. */
const onDays = (accountId: string, days: RawBuilder<unknown>) => sql`
  ${days} d JOIN accounts a ON a.id = ${accountId}
  JOIN orders o ON o.account_id = a.id AND o.store_id = d.store_id
    AND o.placed_at >= d.day::timestamp AT TIME ZONE a.time_zone AND o.placed_at < (d.day + 1)::timestamp AT TIME ZONE a.time_zone`;

/** All orders of an account. */
const ofAccount = (accountId: string) => sql`accounts a JOIN orders o ON o.account_id = a.id AND a.id = ${accountId}`;

/**
 * What the line (`l`) of an order (`o`) sold for in the account's currency (`a`): its price, less the share of the order's tax
 * where prices contain it, as the order's own sale leaves the tax out. Null without a rate.
 */
export const saleOfLine = sql`converted_minor(l.unit_price * l.current_quantity - CASE WHEN o.taxes_included AND o.total > 0
  THEN round(l.unit_price * l.current_quantity * (coalesce(o.shop_tax, 0) - o.moved_tax)::numeric / o.total)::bigint ELSE 0 END,
  o.currency, a.currency, o.sale_rate)`;

/** What an order line adds to its product; nothing once the order is cancelled or sent with another one. */
const productLines = (orders: RawBuilder<unknown>) => sql`
  SELECT o.store_id, ${dayOf} AS day, v.product_id, o.id AS order_id, l.current_quantity AS units,
    coalesce(${saleOfLine}, 0) AS sales, o.sale_rate IS NULL AS no_rate,
    coalesce(l.unit_cost * l.current_quantity, 0) AS goods, (l.unit_cost IS NULL)::int AS no_cost
  FROM ${orders}
  JOIN order_lines l ON l.account_id = a.id AND l.order_id = o.id AND l.current_quantity > 0
  LEFT JOIN store_variants v ON v.account_id = a.id AND v.id = l.variant_id
  WHERE o.stage NOT IN ('cancelled', 'merged')`;

const productColumns = sql`store_id, day, product_id, orders, units, sales, no_rate, goods, goods_no_rate, no_cost`;

/** What the lines of orders say of each product. */
const productsOf = (orders: RawBuilder<unknown>) => sql`
  SELECT store_id, day, product_id, count(DISTINCT order_id) AS orders, sum(units)::bigint AS units, sum(sales)::bigint AS sales,
    count(DISTINCT order_id) FILTER (WHERE no_rate) AS no_rate, sum(goods)::bigint AS goods,
    coalesce(sum(goods) FILTER (WHERE no_rate), 0)::bigint AS goods_no_rate, sum(no_cost)::bigint AS no_cost
  FROM (${productLines(orders)}) lines GROUP BY 1, 2, 3`;

/** Reads the products of some days again from the lines of their orders. */
export async function writeProducts(ctx: AccountCtx, days: readonly StoreDay[]): Promise<void> {
  const given = sql`json_to_recordset(${JSON.stringify(days)}::json) AS d(store_id uuid, day date)`;
  await sql`
    DELETE FROM statistics_products p USING ${given}
    WHERE p.account_id = ${ctx.account} AND p.store_id = d.store_id AND p.day = d.day`.execute(ctx.db);
  await sql`
    INSERT INTO statistics_products (account_id, ${productColumns})
    SELECT ${ctx.account}, ${productColumns} FROM (${productsOf(onDays(ctx.account, sql`(SELECT * FROM ${given})`))}) p`.execute(
    ctx.db,
  );
}

/**
 * Days of stores whose products are not what the lines of their orders say. Days with open differences are left out: they are
 * read again with the next fold.
 */
export async function wrongProducts(ctx: AccountCtx): Promise<StoreDay[]> {
  const { rows } = await sql<StoreDay>`
    SELECT DISTINCT w.store_id, w.day::text AS day
    FROM (
      SELECT store_id, day FROM (
        SELECT ${productColumns}, 1 AS n FROM (${productsOf(ofAccount(ctx.account))}) s
        UNION ALL SELECT ${productColumns}, -1 FROM statistics_products WHERE account_id = ${ctx.account}) d
      GROUP BY ${productColumns} HAVING sum(n) <> 0) w
    WHERE NOT EXISTS (SELECT FROM statistics_changes c
      WHERE c.account_id = ${ctx.account} AND c.store_id = w.store_id AND c.day = w.day)`.execute(ctx.db);
  return rows;
}

export type ProductRow = {
  product_id: string | null;
  title: string | null;
  store: string | null;
  picture: string | null;
  orders: number;
  units: number;
  sales: number;
  /** Orders whose sale is unknown. */
  no_rate: number;
  goods: number;
  /** Of the goods, those of orders whose sale is unknown. */
  goods_no_rate: number;
  no_cost: number;
  /** Of what the products are ordered by: of this one and those before it, and of all. */
  upto: number;
  whole: number;
};

/** Days, stores and the product of a filter, in the sums of products. */
const ofProducts = (ctx: AccountCtx, days: Days, { stores, product_id }: Pick<Filter, 'stores' | 'product_id'>) => sql`
  account_id = ${ctx.account} AND day BETWEEN ${days.from}::date AND ${days.to}::date
  ${stores ? sql`AND store_id = ANY(${[...stores]}::uuid[])` : sql``} ${product_id ? sql`AND product_id = ${product_id}` : sql``}`;

const productSums = sql`sum(orders)::bigint AS orders, sum(units)::bigint AS units, sum(sales)::bigint AS sales, sum(no_rate)::bigint AS no_rate,
  sum(goods)::bigint AS goods, sum(goods_no_rate)::bigint AS goods_no_rate, sum(no_cost)::bigint AS no_cost`;

/** What is known of the orders of a product from its lines. */
export type ProductSums = {
  orders: number;
  units: number;
  sales: number;
  no_rate: number;
  goods: number;
  no_cost: number;
};

/** A product's sums of each day that has any. */
export async function productByDay(
  ctx: AccountCtx,
  days: Days,
  filter: Filter,
): Promise<(ProductSums & { day: string })[]> {
  const { rows } = await sql<ProductSums & { day: string }>`
    SELECT day::text AS day, ${productSums} FROM statistics_products WHERE ${ofProducts(ctx, days, filter)}
    GROUP BY statistics_products.day ORDER BY statistics_products.day`.execute(ctx.db);
  return rows;
}

/** A product's sums of each store. */
export async function productByStore(
  ctx: AccountCtx,
  days: Days,
  filter: Filter,
): Promise<(ProductSums & { key: string; name: string | null })[]> {
  const { rows } = await sql<ProductSums & { key: string; name: string | null }>`
    SELECT g.*, s.name FROM (
      SELECT store_id AS key, ${productSums} FROM statistics_products WHERE ${ofProducts(ctx, days, filter)} GROUP BY store_id) g
    LEFT JOIN stores s ON s.account_id = ${ctx.account} AND s.id = g.key ORDER BY g.sales DESC, g.key`.execute(ctx.db);
  return rows;
}

/** The products that were sold most in a period. */
export async function topProducts(
  ctx: AccountCtx,
  days: Days,
  filter: Pick<Filter, 'stores' | 'product_id'>,
  { sort, most }: { sort: ProductSort; most: number },
): Promise<ProductRow[]> {
  const order = {
    sales: sql`s.sales`,
    units: sql`s.units`,
    profit: sql`CASE WHEN s.no_cost = 0 THEN s.sales - s.goods + s.goods_no_rate END`,
  }[sort];
  const { rows } = await sql<ProductRow>`
    SELECT s.*, p.title, t.name AS store, '/api/pictures/' || p.picture AS picture,
      sum(greatest(0, ${order})) OVER (ORDER BY ${order} DESC NULLS LAST, s.units DESC, s.product_id)::bigint AS upto,
      sum(greatest(0, ${order})) OVER ()::bigint AS whole
    FROM (SELECT product_id, ${productSums} FROM statistics_products WHERE ${ofProducts(ctx, days, filter)}
          GROUP BY product_id) s
    LEFT JOIN store_products p ON p.account_id = ${ctx.account} AND p.id = s.product_id
    LEFT JOIN stores t ON t.account_id = p.account_id AND t.id = p.store_id
    ORDER BY ${order} DESC NULLS LAST, s.units DESC, s.product_id LIMIT ${most}`.execute(ctx.db);
  return rows;
}

export type Way = { channel_id: string; channel: string; country: string | null };
export type DeliveryRow = Way & { since: DeliveryStart; days: number; parcels: number; promised: number; late: number };
export type ParcelRow = Way & { parcels: number; claims: number; asked: number; granted: number; refunded: number };

export type ShipmentFilter = Filter & { channel_id?: string | undefined };

/** Months that a period touches, by their first days. */
const monthsOf = ({ from, to }: Days) => sql`month BETWEEN date_trunc('month', ${from}::date)::date AND ${to}::date`;

function ofFilter(ctx: AccountCtx, days: Days, { stores, country, channel_id }: ShipmentFilter): RawBuilder<unknown> {
  return sql`account_id = ${ctx.account} AND ${monthsOf(days)}
    ${stores ? sql`AND store_id = ANY(${[...stores]}::uuid[])` : sql``} ${country ? sql`AND country = ${country}` : sql``}
    ${channel_id ? sql`AND channel_id = ${channel_id}` : sql``}`;
}

/** How many parcels took how many days from payment and from sending, by shipping method and country. */
export async function deliveryDays(ctx: AccountCtx, days: Days, filter: ShipmentFilter): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    SELECT s.*, c.name AS channel FROM (
      SELECT channel_id, country, since, days, sum(parcels)::bigint AS parcels, sum(promised)::bigint AS promised, sum(late)::bigint AS late
      FROM statistics_deliveries WHERE ${ofFilter(ctx, days, filter)} GROUP BY 1, 2, 3, 4) s
    JOIN channels c ON c.id = s.channel_id ORDER BY s.days`.execute(ctx.db);
  return rows;
}

/** Parcels and their claims by shipping method and country. */
export async function parcelClaims(ctx: AccountCtx, days: Days, filter: Filter): Promise<ParcelRow[]> {
  const { rows } = await sql<ParcelRow>`
    SELECT s.*, c.name AS channel FROM (
      SELECT channel_id, country, sum(parcels)::bigint AS parcels, sum(claims)::bigint AS claims, sum(asked)::bigint AS asked,
        sum(granted)::bigint AS granted, sum(refunded)::bigint AS refunded
      FROM statistics_parcels WHERE ${ofFilter(ctx, days, filter)} GROUP BY 1, 2) s
    JOIN channels c ON c.id = s.channel_id`.execute(ctx.db);
  return rows;
}

/** Stores that parcels were sent of, most of them first, without those that are disconnected. */
export async function storesSending(
  ctx: AccountCtx,
  days: Days,
  filter: ShipmentFilter,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT s.id, s.name FROM (
      SELECT store_id, sum(parcels) AS parcels FROM statistics_parcels WHERE ${ofFilter(ctx, days, filter)} GROUP BY 1) p
    JOIN stores s ON s.account_id = ${ctx.account} AND s.id = p.store_id AND s.status <> 'disconnected'
    WHERE p.parcels > 0 ORDER BY p.parcels DESC, s.id`.execute(ctx.db);
  return rows;
}

export type ProductClaimRow = {
  product_id: string | null;
  title: string | null;
  store: string | null;
  units: number;
  claimed: number;
  refunded: number;
  granted: number;
};

/** Products that units were claimed of, most of them first. */
export async function productClaims(
  ctx: AccountCtx,
  days: Days,
  { stores, product_id }: Filter,
  most: number,
): Promise<ProductClaimRow[]> {
  const { rows } = await sql<ProductClaimRow>`
    SELECT s.*, p.title, t.name AS store FROM (
      SELECT product_id, sum(units)::bigint AS units, sum(claimed)::bigint AS claimed, sum(refunded)::bigint AS refunded,
        sum(granted)::bigint AS granted
      FROM statistics_claims WHERE ${ofFilter(ctx, days, { stores })} ${product_id ? sql`AND product_id = ${product_id}` : sql``} GROUP BY 1 HAVING sum(claimed) > 0) s
    LEFT JOIN store_products p ON p.account_id = ${ctx.account} AND p.id = s.product_id
    LEFT JOIN stores t ON t.account_id = p.account_id AND t.id = p.store_id
    ORDER BY s.claimed DESC, s.granted DESC, s.product_id LIMIT ${most}`.execute(ctx.db);
  return rows;
}

export type WaitingRow = { place: number; orders: number; amount: number; no_cost: number };

/** Orders that wait for payment by age, as places in `ages`, with what those with a known cost cost in the account's currency. */
export async function waitingOrders(
  ctx: AccountCtx,
  { stores, country }: Filter,
  ages: readonly number[],
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    SELECT width_bucket(greatest(0, (${ctx.now}::timestamptz AT TIME ZONE a.time_zone)::date - (o.placed_at AT TIME ZONE a.time_zone)::date),
        ${[...ages]}::int[]) - 1 AS place,
      count(*)::bigint AS orders, coalesce(sum(o.cost_total) FILTER (WHERE o.cost_currency = a.currency), 0)::bigint AS amount,
      count(*) FILTER (WHERE o.cost_total IS NULL OR o.cost_currency IS DISTINCT FROM a.currency)::bigint AS no_cost
    FROM orders o JOIN accounts a ON a.id = o.account_id
    WHERE o.account_id = ${ctx.account} AND o.stage = 'awaiting_payment'
      ${stores ? sql`AND o.store_id = ANY(${[...stores]}::uuid[])` : sql``} ${country ? sql`AND o.country = ${country}` : sql``}
    GROUP BY 1 ORDER BY 1`.execute(ctx.db);
  return rows;
}

/** What the goods of an order weigh, in grams, and the room that they take, in cubic millimetres. */
export type Parcelled = { weight_g: number; volume_mm3: number };

/** The goods of the newest orders that went to a country by a shipping method. */
export async function newestGoods(
  ctx: AccountCtx,
  way: { channel_id: string; country: string; stores: readonly string[] | null },
  most: number,
): Promise<Parcelled[]> {
  const { rows } = await sql<Parcelled>`
    SELECT o.weight_g, coalesce((
      SELECT sum(l.quantity * c.quantity * k.length_mm::bigint * k.width_mm * k.height_mm) FROM order_lines l
      JOIN mapping_components c ON c.account_id = l.account_id AND c.variant_id = l.variant_id AND c.version = l.mapping_version AND c.rule = l.mapping_rule
      JOIN catalog_skus k ON k.id = c.catalog_sku_id
      WHERE l.account_id = ${ctx.account} AND l.order_id = o.id AND NOT l.not_ours), 0)::bigint AS volume_mm3
    FROM (
      SELECT id, weight_g FROM orders WHERE account_id = ${ctx.account} AND channel_id = ${way.channel_id} AND country = ${way.country}
        AND shipped_at IS NOT NULL AND weight_g > 0 ${way.stores ? sql`AND store_id = ANY(${[...way.stores]}::uuid[])` : sql``}
      ORDER BY placed_at DESC LIMIT ${most}
    ) o`.execute(ctx.db);
  return rows;
}
