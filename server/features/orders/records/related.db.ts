import { sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';

/** Orders that send units of these, or were split from them. */
export async function findKin(ctx: AccountCtx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT h.order_id AS id FROM order_lines l JOIN order_lines h ON h.account_id = l.account_id AND h.origin_line_id = l.id
    WHERE l.account_id = ${ctx.account} AND l.order_id = ANY(${ids}::uuid[]) AND l.moved_quantity > 0
    UNION SELECT id FROM orders WHERE account_id = ${ctx.account} AND split_from = ANY(${ids}::uuid[])`.execute(ctx.db);
  return rows.map((row) => row.id);
}

export type KinRow = {
  id: string;
  name: string;
  stage: string;
  units: number;
  relation: 'part' | 'taken_in' | 'sent_with';
};

/** Orders that share units with this one: other parts of the same, those it takes in, those it is sent with. */
export async function findRelated(ctx: AccountCtx, id: string): Promise<KinRow[]> {
  const { rows } = await sql<KinRow>`${prepared}
    WITH me AS (SELECT id, coalesce(split_from, id) AS whole FROM orders WHERE account_id = ${ctx.account} AND id = ${id})
    SELECT p.id, p.name, p.stage, p.units, 'part' AS relation FROM me
    JOIN orders p ON p.account_id = ${ctx.account} AND p.id = me.whole AND p.id <> me.id AND p.stage <> 'merged'
    UNION ALL
    SELECT p.id, p.name, p.stage, p.units, 'part' FROM me
    JOIN orders p ON p.account_id = ${ctx.account} AND p.split_from = me.whole AND p.id <> me.id AND p.stage <> 'merged'
    UNION ALL
    SELECT f.id, f.name, f.stage, sum(h.current_quantity)::int, 'taken_in' FROM me
    JOIN order_lines h ON h.account_id = ${ctx.account} AND h.order_id = me.id AND h.current_quantity > 0
    JOIN order_lines g ON g.account_id = h.account_id AND g.id = h.origin_line_id
    JOIN orders f ON f.account_id = g.account_id AND f.id = g.order_id AND f.id <> me.whole
    GROUP BY f.id, f.name, f.stage
    UNION ALL
    SELECT t.id, t.name, t.stage, sum(h.current_quantity)::int, 'sent_with' FROM me
    JOIN order_lines g ON g.account_id = ${ctx.account} AND g.order_id = me.id AND g.moved_quantity > 0
    JOIN order_lines h ON h.account_id = g.account_id AND h.origin_line_id = g.id AND h.quantity > 0
    JOIN orders t ON t.account_id = h.account_id AND t.id = h.order_id AND t.split_from IS DISTINCT FROM me.whole
    GROUP BY t.id, t.name, t.stage
    ORDER BY relation, id`.execute(ctx.db);
  return rows;
}

/** What the shop wants of units that other orders send. */
export async function saveHeld(
  ctx: AccountCtx,
  held: readonly { line_id: string; current_quantity: number }[],
): Promise<void> {
  if (held.length === 0) return;
  await sql`
    UPDATE order_lines l SET current_quantity = r.current_quantity
    FROM json_to_recordset(${JSON.stringify(held)}::json) AS r(line_id uuid, current_quantity int)
    WHERE l.account_id = ${ctx.account} AND l.id = r.line_id AND l.current_quantity <> r.current_quantity`.execute(
    ctx.db,
  );
}

/** Gives the parts of these orders what the shop says of them; answers the parts. */
export async function followOrigins(ctx: AccountCtx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    UPDATE orders p SET cancelled_at = o.cancelled_at, deleted_in_shop_at = o.deleted_in_shop_at, financial_status = o.financial_status,
      fulfillment_status = o.fulfillment_status, test = o.test, risk = o.risk, tags = o.tags, version = p.version + 1,
      country = coalesce((SELECT r.country FROM order_recipients r
        WHERE r.account_id = p.account_id AND r.order_id = p.id AND r.redacted_at IS NULL), p.country)
    FROM orders o
    WHERE o.account_id = ${ctx.account} AND o.id = ANY(${ids}::uuid[]) AND p.account_id = o.account_id AND p.split_from = o.id
    RETURNING p.id`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** The shop has these orders no more: nothing of theirs is wanted where it is sent with another one. Answers those others. */
export async function dropHeld(ctx: AccountCtx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE order_lines h SET current_quantity = 0 FROM order_lines l
    WHERE l.account_id = ${ctx.account} AND l.order_id = ANY(${ids}::uuid[]) AND l.moved_quantity > 0
      AND h.account_id = l.account_id AND h.origin_line_id = l.id RETURNING h.order_id AS id`.execute(ctx.db);
  const holders = [...new Set(rows.map((row) => row.id))];
  await recount(ctx, holders);
  return holders;
}

/** The shop has these orders no more: of what was paid for nothing is wanted, but what they send of others. Answers units by order. */
export async function dropPaid(ctx: AccountCtx, ids: readonly string[]): Promise<{ id: string; units: number }[]> {
  const { rows } = await sql<{ id: string; units: number }>`
    WITH lost AS (
      SELECT l.account_id, l.id, l.order_id, l.current_quantity AS units
      FROM order_lines l JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id
      WHERE o.account_id = ${ctx.account} AND o.id = ANY(${ids}::uuid[]) AND o.payment NOT IN ('none', 'invoiced')
        AND l.origin_line_id IS NULL AND l.current_quantity > 0),
    dropped AS (
      UPDATE order_lines l SET current_quantity = 0 FROM lost WHERE l.account_id = lost.account_id AND l.id = lost.id)
    SELECT order_id AS id, sum(units)::int AS units FROM lost GROUP BY order_id`.execute(ctx.db);
  await recount(
    ctx,
    rows.map((row) => row.id),
  );
  return rows;
}

/** Counts what these orders have to send again. */
export async function recount(ctx: AccountCtx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    UPDATE orders o SET version = o.version + 1, units = (SELECT coalesce(sum(l.current_quantity), 0) FROM order_lines l
      WHERE l.account_id = o.account_id AND l.order_id = o.id AND l.requires_shipping)
    WHERE o.account_id = ${ctx.account} AND o.id = ANY(${ids}::uuid[])`.execute(ctx.db);
}
