import { sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';

/** Units of a SKU that left in a parcel, and how many of them are not in stock again. */
export type Returnable = {
  order_id: string;
  parcel_id: string;
  tracking_number: string;
  sku_id: string;
  code: string;
  title: string;
  units: number;
  left: number;
};

/**
 * What was in the parcels of these orders. The journal names the order that came back, not the parcel: of parcels with the same SKU,
 * all are in stock again once the units of all are, of those that carriers brought back and of all others apart.
 */
export async function findReturnable(ctx: AccountCtx, orderIds: readonly string[]): Promise<Returnable[]> {
  const { rows } = await sql<Returnable>`
    WITH goods AS (
      SELECT p.order_id, p.id AS parcel_id, p.tracking_number, p.shipped_at, p.status = 'returned' AS returned, c.id AS sku_id, c.code, c.title,
        sum(b.quantity * k.quantity)::int AS units
      FROM parcels p
      JOIN parcel_lines b ON b.account_id = p.account_id AND b.parcel_id = p.id
      JOIN order_lines l ON l.account_id = b.account_id AND l.id = b.line_id
      JOIN mapping_components k ON k.account_id = l.account_id AND k.variant_id = l.variant_id AND k.version = l.mapping_version AND k.rule = l.mapping_rule
      JOIN catalog_skus c ON c.id = k.catalog_sku_id
      WHERE p.account_id = ${ctx.account} AND p.order_id = ANY(${[...orderIds]}::uuid[])
      GROUP BY p.account_id, p.id, c.id
    ), stocked AS (
      SELECT m.ref_id AS order_id, m.sku_id, sum(m.qty)::int AS units FROM stock_movements m
      WHERE m.account_id = ${ctx.account} AND m.kind = 'return' AND m.ref_kind = 'orders' AND m.ref_id = ANY(${[...orderIds]}::uuid[])
      GROUP BY m.ref_id, m.sku_id
    )
    SELECT g.order_id, g.parcel_id, g.tracking_number, g.sku_id, g.code, g.title, g.units,
      greatest(0, least(g.units, CASE WHEN g.returned THEN sum(g.units) FILTER (WHERE g.returned) OVER same ELSE sum(g.units) OVER same END
        - coalesce(s.units, 0)))::int AS left
    FROM goods g LEFT JOIN stocked s ON s.order_id = g.order_id AND s.sku_id = g.sku_id
    WINDOW same AS (PARTITION BY g.order_id, g.sku_id)
    ORDER BY g.returned DESC, g.shipped_at, g.parcel_id, g.code`.execute(ctx.db);
  return rows;
}
