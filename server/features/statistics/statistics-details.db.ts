import { type RawBuilder, sql } from 'kysely';
import type { Days, ProductSort } from '#contract/statistics-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import type { Filter } from './statistics.db.ts';

/** Days of stores whose orders changed. */
export type StoreDay = { store_id: string; day: string };

/** What an order line adds to its product; nothing once the order is cancelled or sent with another one. */
const productLines = (accountId: string, days: RawBuilder<unknown>) => sql`
  SELECT d.store_id, d.day, v.product_id, o.id AS order_id, l.current_quantity AS units,
    coalesce(converted_minor(l.unit_price * l.current_quantity, o.currency, a.currency, o.sale_rate), 0) AS sales,
    coalesce(l.unit_cost * l.current_quantity, 0) AS goods, (l.unit_cost IS NULL)::int AS no_cost
  FROM ${days} d JOIN accounts a ON a.id = ${accountId}
  JOIN orders o ON o.account_id = ${accountId} AND o.store_id = d.store_id
    AND o.placed_at >= d.day::timestamp AT TIME ZONE a.time_zone AND o.placed_at < (d.day + 1)::timestamp AT TIME ZONE a.time_zone
    AND o.stage NOT IN ('cancelled', 'merged')
  JOIN order_lines l ON l.account_id = o.account_id AND l.order_id = o.id AND l.current_quantity > 0
  LEFT JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id`;

/** Reads the products of some days again from the lines of their orders. */
export async function writeProducts(ctx: AccountCtx, days: readonly StoreDay[]): Promise<void> {
  const given = sql`json_to_recordset(${JSON.stringify(days)}::json) AS d(store_id uuid, day date)`;
  await sql`
    DELETE FROM statistics_products p USING ${given}
    WHERE p.account_id = ${ctx.account} AND p.store_id = d.store_id AND p.day = d.day`.execute(ctx.db);
  await sql`
    INSERT INTO statistics_products (account_id, store_id, day, product_id, orders, units, sales, goods, no_cost)
    SELECT ${ctx.account}, store_id, day, product_id, count(DISTINCT order_id), sum(units), sum(sales), sum(goods), sum(no_cost)
    FROM (${productLines(ctx.account, sql`(SELECT * FROM ${given})`)}) lines GROUP BY store_id, day, product_id`.execute(
    ctx.db,
  );
}

export type ProductRow = {
  product_id: string | null;
  title: string | null;
  picture: string | null;
  orders: number;
  units: number;
  sales: number;
  goods: number;
  no_cost: number;
};

/** The products that were sold most in a period. */
export async function topProducts(
  ctx: AccountCtx,
  days: Days,
  stores: readonly string[] | null,
  { sort, most }: { sort: ProductSort; most: number },
): Promise<ProductRow[]> {
  const order = {
    sales: sql`s.sales`,
    units: sql`s.units`,
    profit: sql`CASE WHEN s.no_cost = 0 THEN s.sales - s.goods END`,
  }[sort];
  const { rows } = await sql<ProductRow>`
    SELECT s.*, p.title, '/api/pictures/' || p.picture AS picture
    FROM (SELECT product_id, sum(orders)::bigint AS orders, sum(units)::bigint AS units, sum(sales)::bigint AS sales,
            sum(goods)::bigint AS goods, sum(no_cost)::bigint AS no_cost
          FROM statistics_products WHERE account_id = ${ctx.account} AND day BETWEEN ${days.from}::date AND ${days.to}::date
            ${stores ? sql`AND store_id = ANY(${[...stores]}::uuid[])` : sql``}
          GROUP BY product_id) s
    LEFT JOIN store_products p ON p.account_id = ${ctx.account} AND p.id = s.product_id
    ORDER BY ${order} DESC NULLS LAST, s.units DESC, s.product_id LIMIT ${most}`.execute(ctx.db);
  return rows;
}

/** Accounts with months whose parcels are to be read again. */
export async function accountsWithMonths(ctx: Ctx): Promise<{ account_id: string }[]> {
  const { rows } = await sql<{ account_id: string }>`SELECT DISTINCT account_id FROM statistics_months`.execute(ctx.db);
  return rows;
}

/** All months of an account, to be read again. */
export async function noteAllMonths(ctx: AccountCtx): Promise<void> {
  await sql`
    INSERT INTO statistics_months (account_id, month)
    SELECT DISTINCT p.account_id, date_trunc('month', moment AT TIME ZONE a.time_zone)::date
    FROM parcels p JOIN accounts a ON a.id = p.account_id, unnest(ARRAY[p.shipped_at, p.delivered_at]) AS m(moment)
    WHERE p.account_id = ${ctx.account} AND moment IS NOT NULL
    UNION SELECT account_id, month FROM statistics_deliveries WHERE account_id = ${ctx.account}
    UNION SELECT account_id, month FROM statistics_parcels WHERE account_id = ${ctx.account}`.execute(ctx.db);
}

/** Takes away the noted months of an account and answers them. */
export async function takeMonths(ctx: AccountCtx): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    WITH gone AS (DELETE FROM statistics_months WHERE account_id = ${ctx.account} RETURNING month)
    SELECT DISTINCT month::text AS month FROM gone`.execute(ctx.db);
  return rows.map((row) => row.month);
}

/** Reads deliveries and claims of some months again from the parcels. */
export async function writeMonths(ctx: AccountCtx, months: readonly string[]): Promise<void> {
  const given = sql`unnest(${[...months]}::date[]) AS m(month)`;
  const within = (column: RawBuilder<unknown>) => sql`${column} >= m.month::timestamp AT TIME ZONE a.time_zone
    AND ${column} < (m.month + interval '1 month')::timestamp AT TIME ZONE a.time_zone`;
  const mine = sql`account_id = ${ctx.account} AND month = ANY(${[...months]}::date[])`;
  await sql`DELETE FROM statistics_deliveries WHERE ${mine}`.execute(ctx.db);
  await sql`DELETE FROM statistics_parcels WHERE ${mine}`.execute(ctx.db);
  await sql`
    INSERT INTO statistics_deliveries (account_id, month, store_id, country, channel_id, days, parcels, promised, late)
    SELECT ${ctx.account}, m.month, o.store_id, o.country, p.channel_id,
      greatest(0, (p.delivered_at AT TIME ZONE a.time_zone)::date - (o.paid_at AT TIME ZONE a.time_zone)::date), count(*),
      count(o.promised_by), count(*) FILTER (WHERE (p.delivered_at AT TIME ZONE a.time_zone)::date > o.promised_by)
    FROM ${given} JOIN accounts a ON a.id = ${ctx.account}
    JOIN parcels p ON p.account_id = a.id AND ${within(sql`p.delivered_at`)}
    JOIN orders o ON o.account_id = a.id AND o.id = p.order_id AND o.paid_at IS NOT NULL
    GROUP BY 2, 3, 4, 5, 6`.execute(ctx.db);
  await sql`
    INSERT INTO statistics_parcels (account_id, month, store_id, country, channel_id, parcels, claims, asked, granted)
    SELECT ${ctx.account}, month, store_id, country, channel_id, sum(parcels), sum(claims), sum(asked), sum(granted) FROM (
      SELECT m.month, o.store_id, o.country, p.channel_id, 1 AS parcels, 0 AS claims, 0 AS asked, 0 AS granted
      FROM ${given} JOIN accounts a ON a.id = ${ctx.account}
      JOIN parcels p ON p.account_id = a.id AND ${within(sql`p.shipped_at`)}
      JOIN orders o ON o.account_id = a.id AND o.id = p.order_id
      UNION ALL
      SELECT m.month, o.store_id, o.country, coalesce(p.channel_id, o.channel_id), 0, 1, c.asked, coalesce(c.granted, 0)
      FROM accounts a JOIN claims c ON c.account_id = a.id AND c.status <> 'withdrawn'
      JOIN orders o ON o.account_id = a.id AND o.id = c.order_id
      LEFT JOIN parcels p ON p.account_id = a.id AND p.id = c.parcel_id
      JOIN ${given} ON ${within(sql`coalesce(p.shipped_at, o.shipped_at)`)}
      WHERE a.id = ${ctx.account} AND coalesce(p.channel_id, o.channel_id) IS NOT NULL) found
    GROUP BY month, store_id, country, channel_id`.execute(ctx.db);
}

export type Way = { channel_id: string; channel: string; country: string | null };
export type DeliveryRow = Way & { days: number; parcels: number; promised: number; late: number };
export type ParcelRow = Way & { parcels: number; claims: number; asked: number; granted: number };

/** Months that a period touches, by their first days. */
const monthsOf = ({ from, to }: Days) => sql`month BETWEEN date_trunc('month', ${from}::date)::date AND ${to}::date`;

function ofFilter(ctx: AccountCtx, days: Days, { stores, country }: Filter): RawBuilder<unknown> {
  return sql`account_id = ${ctx.account} AND ${monthsOf(days)}
    ${stores ? sql`AND store_id = ANY(${[...stores]}::uuid[])` : sql``} ${country ? sql`AND country = ${country}` : sql``}`;
}

/** How many parcels took how many days, by shipping method and country. */
export async function deliveryDays(ctx: AccountCtx, days: Days, filter: Filter): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    SELECT s.*, c.name AS channel FROM (
      SELECT channel_id, country, days, sum(parcels)::bigint AS parcels, sum(promised)::bigint AS promised, sum(late)::bigint AS late
      FROM statistics_deliveries WHERE ${ofFilter(ctx, days, filter)} GROUP BY 1, 2, 3) s
    JOIN channels c ON c.id = s.channel_id ORDER BY s.days`.execute(ctx.db);
  return rows;
}

/** Parcels and their claims by shipping method and country. */
export async function parcelClaims(ctx: AccountCtx, days: Days, filter: Filter): Promise<ParcelRow[]> {
  const { rows } = await sql<ParcelRow>`
    SELECT s.*, c.name AS channel FROM (
      SELECT channel_id, country, sum(parcels)::bigint AS parcels, sum(claims)::bigint AS claims, sum(asked)::bigint AS asked,
        sum(granted)::bigint AS granted
      FROM statistics_parcels WHERE ${ofFilter(ctx, days, filter)} GROUP BY 1, 2) s
    JOIN channels c ON c.id = s.channel_id`.execute(ctx.db);
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
