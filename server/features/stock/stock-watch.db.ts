import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

export type Crossing = {
  sku_id: string;
  code: string;
  title: string;
  available: number;
  threshold: number;
  wanting: boolean;
  orders: number;
};

/** Brings the states of these SKUs up to date; answers those that have just become low, or empty while orders wait. */
export async function crossings(ctx: Ctx, accountId: string, skuIds: readonly string[]): Promise<Crossing[]> {
  const { rows } = await sql<Crossing>`
    WITH levels AS (
      SELECT sku_id, sum(available)::int AS available FROM stock_levels
      WHERE account_id = ${accountId} AND sku_id = ANY(${skuIds}::uuid[]) GROUP BY sku_id
    ), waiting AS (
      SELECT sku_id, count(*)::int AS orders FROM stock_waits
      WHERE account_id = ${accountId} AND sku_id = ANY(${skuIds}::uuid[]) GROUP BY sku_id
    ), states AS (
      SELECT s.sku_id, s.low AS was_low, s.wanting AS was_wanting, l.available, s.low_threshold, coalesce(w.orders, 0) AS orders,
             s.low_threshold IS NOT NULL AND l.available <= s.low_threshold AS low,
             l.available = 0 AND w.orders IS NOT NULL AS wanting
      FROM stock_skus s
      JOIN levels l ON l.sku_id = s.sku_id
      LEFT JOIN waiting w ON w.sku_id = s.sku_id
      WHERE s.account_id = ${accountId} AND s.sku_id = ANY(${skuIds}::uuid[])
    ), changed AS (
      UPDATE stock_skus s SET low = n.low, wanting = n.wanting FROM states n
      WHERE s.account_id = ${accountId} AND s.sku_id = n.sku_id AND (s.low <> n.low OR s.wanting <> n.wanting)
      RETURNING s.sku_id
    )
    SELECT n.sku_id, c.code, c.title, n.available, coalesce(n.low_threshold, 0) AS threshold, n.orders,
           n.wanting AND NOT n.was_wanting AS wanting
    FROM states n JOIN changed USING (sku_id) JOIN catalog_skus c ON c.id = n.sku_id
    WHERE (n.low AND NOT n.was_low) OR (n.wanting AND NOT n.was_wanting)
    ORDER BY c.code`.execute(ctx.db);
  return rows;
}
