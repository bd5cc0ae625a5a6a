import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

/** A paid order with the units that its block names; undefined once there are none. */
export async function findToldOrder(ctx: Ctx, accountId: string, id: string) {
  const { rows } = await sql<{ name: string; store_id: string; removed: number; added: number }>`
    SELECT o.name, o.store_id, (b.detail ->> 'removed')::int AS removed, (b.detail ->> 'added')::int AS added
    FROM orders o JOIN order_blocks b ON b.account_id = o.account_id AND b.order_id = o.id AND b.code = 'CHANGED_AFTER_PAYMENT'
    WHERE o.account_id = ${accountId} AND o.id = ${id}`.execute(ctx.db);
  return rows[0];
}
