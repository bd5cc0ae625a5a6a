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

export type DeadSku = { account_id: string; sku_id: string; code: string; title: string; available: number };

/**
 * Brings up to date which SKUs have pieces older than 90 days and sold none since, of all clients; answers those that
 * have just become so. What left is taken to have come first; a transfer makes nothing younger.
 */
export async function deadStock(ctx: Ctx): Promise<DeadSku[]> {
  const today = ctx.now.toISOString().slice(0, 10);
  const { rows } = await sql<DeadSku>`
    WITH held AS (
      SELECT account_id, sku_id, sum(on_hand) AS on_hand, sum(available)::int AS available FROM stock_levels
      WHERE on_hand > 0 GROUP BY account_id, sku_id
    ), judged AS (
      SELECT s.account_id, s.sku_id, coalesce(h.available, 0) AS available,
        h.on_hand > coalesce((SELECT sum(m.qty) FROM stock_movements m
          WHERE m.account_id = s.account_id AND m.sku_id = s.sku_id AND m.qty > 0 AND m.kind <> 'transfer_in'
            AND m.layer_at > ${today}::date - 90), 0)
        AND NOT EXISTS (SELECT 1 FROM sku_sales_days d
          WHERE d.account_id = s.account_id AND d.sku_id = s.sku_id AND d.day > ${today}::date - 90) AS dead
      FROM stock_skus s LEFT JOIN held h ON h.account_id = s.account_id AND h.sku_id = s.sku_id
    ), changed AS (
      UPDATE stock_skus s SET dead_since = CASE WHEN n.dead THEN ${today}::date END FROM judged n
      WHERE s.account_id = n.account_id AND s.sku_id = n.sku_id AND coalesce(n.dead, false) <> (s.dead_since IS NOT NULL)
      RETURNING s.account_id, s.sku_id, n.available, s.dead_since
    )
    SELECT n.account_id, n.sku_id, c.code, c.title, n.available FROM changed n JOIN catalog_skus c ON c.id = n.sku_id
    WHERE n.dead_since IS NOT NULL ORDER BY n.account_id, c.code`.execute(ctx.db);
  return rows;
}
