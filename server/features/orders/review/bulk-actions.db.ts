import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import type { LineUnits } from '../rules/units.ts';
import type { ActRow } from '../records/actions.db.ts';
import { recallableUnits } from '../records/replacements.db.ts';

/** What the guards of acts look at, of many orders. */
export type ManyRow = Pick<ActRow, 'stage' | 'held' | 'fulfilment_step' | 'cancel_due' | 'recallable'> & {
  id: string;
  name: string;
  store_id: string;
  payment: string;
  blocks: string[];
  version: number;
};

/** Orders among these, within the stores of the reader. */
export async function findActRows(
  ctx: Ctx,
  accountId: string,
  ids: readonly string[],
  stores: readonly string[] | null,
): Promise<ManyRow[]> {
  const within = stores ? sql`AND o.store_id = ANY(${stores}::uuid[])` : sql``;
  const { rows } = await sql<ManyRow>`
    SELECT o.id, o.name, o.store_id, o.stage, o.held, o.fulfilment_step, o.payment, o.version,
      (SELECT r.due_at FROM cancel_requests r WHERE r.account_id = o.account_id AND r.order_id = o.id AND r.status = 'open') AS cancel_due,
      ${recallableUnits} AS recallable,
      ARRAY(SELECT b.code FROM order_blocks b WHERE o.blocked AND b.account_id = o.account_id AND b.order_id = o.id) AS blocks
    FROM orders o WHERE o.account_id = ${accountId} AND o.id = ANY(${ids}::uuid[]) ${within} ORDER BY o.id`.execute(
    ctx.db,
  );
  return rows;
}

export type ManyLine = LineUnits & {
  order_id: string;
  requires_shipping: boolean;
  not_ours: boolean;
  from: string | null;
};

/** Units of the lines of these orders. */
export async function findUnits(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<ManyLine[]> {
  const { rows } = await sql<ManyLine>`
    SELECT order_id, quantity, current_quantity, shipped_quantity, paid_quantity, cancelled_quantity, moved_quantity, replaced_quantity, requires_shipping, not_ours,
      origin_line_id AS "from"
    FROM order_lines WHERE account_id = ${accountId} AND order_id = ANY(${orderIds}::uuid[])`.execute(ctx.db);
  return rows;
}
