import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { providerAccount } from '#server/features/stock/stock-reserve.db.ts';
import { type Move, record } from '#server/features/stock/stock.service.ts';
import { systemEntry } from './order-fixtures.ts';
import type { Place } from './people.ts';

/** The warehouses that every database starts with. */
export const yiwu = '019a0000-0000-7000-8000-000000000101';
export const shenzhen = '019a0000-0000-7000-8000-000000000102';
/** The owner of shared goods. */
export const shared = providerAccount;

/** Pieces that came in at the warehouse. */
export const givenStock = (
  test: Pick<Place, 'ground'>,
  owner: string,
  sku_id: string,
  qty: number,
  more: Partial<Move> = {},
) =>
  systemEntry(test).run('all_accounts', (ctx) =>
    record(ctx, [{ account_id: owner, sku_id, warehouse_id: yiwu, kind: 'receipt', qty, key: uuid(), ...more }]),
  );

export type LevelRow = {
  on_hand: number;
  reserved: number;
  committed: number;
  damaged: number;
  available: number;
};

/** A SKU's level over all warehouses. */
export async function levelOf(test: Pick<Place, 'ground'>, owner: string, skuId: string): Promise<LevelRow> {
  const { rows } = await systemEntry(test).run('all_accounts', ({ db }) =>
    sql<LevelRow>`SELECT coalesce(sum(on_hand), 0)::int AS on_hand, coalesce(sum(reserved), 0)::int AS reserved, coalesce(sum(committed), 0)::int AS committed,
      coalesce(sum(damaged), 0)::int AS damaged, coalesce(sum(available), 0)::int AS available
      FROM stock_levels WHERE account_id = ${owner} AND sku_id = ${skuId}`.execute(db),
  );
  return rows[0] ?? { on_hand: 0, reserved: 0, committed: 0, damaged: 0, available: 0 };
}

/** What must hold for all levels at all times (domain.md §2.8): answers the broken rules, each with its row. */
export async function brokenLevels(test: Pick<Place, 'ground'>): Promise<unknown[]> {
  const { rows } = await systemEntry(test).run('all_accounts', ({ db }) =>
    sql`
      SELECT l.account_id, l.code, l.on_hand, l.damaged, l.reserved, l.committed, m.qty, m.damaged_qty, r.reserved AS holds, r.committed AS commits
      FROM stock_levels l
      LEFT JOIN LATERAL (SELECT coalesce(sum(qty), 0) AS qty, coalesce(sum(damaged_qty), 0) AS damaged_qty FROM stock_movements m
        WHERE m.account_id = l.account_id AND m.sku_id = l.sku_id AND m.warehouse_id = l.warehouse_id) m ON true
      LEFT JOIN LATERAL (SELECT coalesce(sum(quantity) FILTER (WHERE NOT committed), 0) AS reserved, coalesce(sum(quantity) FILTER (WHERE committed), 0) AS committed
        FROM stock_reservations r WHERE r.owner_id = l.account_id AND r.sku_id = l.sku_id AND r.warehouse_id = l.warehouse_id) r ON true
      WHERE l.on_hand <> m.qty OR l.damaged <> m.damaged_qty OR l.reserved <> r.reserved OR l.committed <> r.committed OR l.available < 0
      UNION ALL
      SELECT r.account_id, o.name, r.quantity, 0, 0, 0, 0, 0, 0, 0
      FROM stock_reservations r JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
      WHERE o.stage NOT IN ('awaiting_payment', 'paying', 'processing', 'ready_to_ship', 'partially_shipped')
         OR r.committed <> (o.payment IN ('paid', 'partly_refunded', 'refunded'))`.execute(db),
  );
  return rows;
}
