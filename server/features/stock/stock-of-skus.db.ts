import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import { providerAccount } from './stock-draw.db.ts';

/** What there is of a SKU for an account: its own pieces by warehouse, and what is free of those kept for everybody. */
export type SkuStock = {
  sku_id: string;
  low: boolean;
  own: {
    warehouse: { id: string; code: string; name: string };
    on_hand: number;
    occupied: number;
    committed: number;
    available: number;
  }[];
  shared: { warehouse: { id: string; code: string; name: string }; available: number }[];
};

const warehouse = sql`'warehouse', json_build_object('id', w.id, 'code', w.code, 'name', w.name), 'available', l.available`;

/** Stock of these SKUs, for features that show it beside their own rows; SKUs that were never kept are left out. */
export async function stockOfSkus(ctx: Ctx, accountId: string, skuIds: readonly string[]): Promise<SkuStock[]> {
  if (skuIds.length === 0) return [];
  const own = sql`l.account_id = ${accountId}`;
  const { rows } = await sql<SkuStock>`
    SELECT l.sku_id, coalesce(bool_or(s.low), false) AS low,
      coalesce(json_agg(json_build_object(${warehouse}, 'on_hand', l.on_hand, 'occupied', l.reserved, 'committed', l.committed)
        ORDER BY w.position, w.id) FILTER (WHERE ${own}), '[]') AS own,
      coalesce(json_agg(json_build_object(${warehouse}) ORDER BY w.position, w.id) FILTER (WHERE NOT ${own}), '[]') AS shared
    FROM stock_levels l
    JOIN warehouses w ON w.id = l.warehouse_id
    LEFT JOIN stock_skus s ON s.account_id = ${accountId} AND s.sku_id = l.sku_id
    WHERE l.account_id IN (${accountId}, ${providerAccount}) AND l.sku_id = ANY(${[...skuIds]}::uuid[])
    GROUP BY l.sku_id`.execute(ctx.db);
  return rows;
}
