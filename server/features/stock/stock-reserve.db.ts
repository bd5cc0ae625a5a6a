import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';
import type { Held, Level, StockPlan } from './stock-allocation.ts';

/** The account that the provider's own, shared goods are kept under. */
export const providerAccount = '00000000-0000-0000-0000-000000000000';

export type HeldRow = Held & { committed: boolean; expires_at: Date | null };

/** What orders hold. */
export async function findHeld(ctx: AccountCtx, orderIds: readonly string[]): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`${prepared}
    SELECT order_id, line_id, sku_id, CASE WHEN owner_id = account_id THEN 'own' ELSE 'shared' END AS owner, warehouse_id,
           per_unit, quantity, committed, expires_at
    FROM stock_reservations
    WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[])
    ORDER BY order_id, line_id, sku_id, owner_id, warehouse_id`.execute(ctx.db);
  return rows;
}

/** Levels of the account's own and of shared goods; `lock` keeps them still, always in the same sequence. */
export async function findLevels(ctx: AccountCtx, skuIds: readonly string[], lock: boolean): Promise<Level[]> {
  const { rows } = await sql<Level>`${prepared}
    SELECT CASE WHEN account_id = ${ctx.account} THEN 'own' ELSE 'shared' END AS owner, sku_id, warehouse_id, available
    FROM stock_levels
    WHERE account_id IN (${ctx.account}, ${providerAccount}) AND sku_id = ANY(${skuIds}::uuid[])
    ORDER BY account_id, sku_id, warehouse_id ${lock ? sql`FOR UPDATE` : sql``}`.execute(ctx.db);
  return rows;
}

export type WaitRow = { order_id: string; sku_id: string; quantity: number; since: Date };

type Turns = { plans: Map<string, StockPlan>; waits: WaitRow[] };

/** Since when orders wait for SKUs, and the stock plans of their stores; stores that never chose use stock. */
export async function findTurns(
  ctx: AccountCtx,
  orderIds: readonly string[],
  storeIds: readonly string[],
): Promise<Turns> {
  type Row = { plans: { id: string; plan: string | null }[]; waits: (Omit<WaitRow, 'since'> & { since: string })[] };
  const { rows } = await sql<Row>`${prepared}
    SELECT (SELECT coalesce(json_agg(json_build_object('id', id, 'plan', settings->>'stock_plan')), '[]') FROM stores
        WHERE account_id = ${ctx.account} AND id = ANY(${storeIds}::uuid[])) AS plans,
      (SELECT coalesce(json_agg(json_build_object('order_id', order_id, 'sku_id', sku_id, 'quantity', quantity, 'since', since)), '[]')
        FROM stock_waits WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[])) AS waits`.execute(
    ctx.db,
  );
  const { plans = [], waits = [] } = rows[0] ?? {};
  return {
    plans: new Map(plans.map(({ id, plan }) => [id, plan === 'only' || plan === 'never' ? plan : 'use'])),
    waits: waits.map((wait) => ({ ...wait, since: new Date(wait.since) })),
  };
}

const rowsOf = (accountId: string, holds: readonly Held[]) =>
  JSON.stringify(holds.map((held) => ({ ...held, owner_id: held.owner === 'own' ? accountId : providerAccount })));

/** Lets orders hold less, or nothing of a place (quantity 0). */
export async function reduceHolds(ctx: AccountCtx, holds: readonly Held[]): Promise<void> {
  if (holds.length === 0) return;
  const json = rowsOf(ctx.account, holds);
  await sql`
    DELETE FROM stock_reservations r USING json_to_recordset(${json}::json) AS h(order_id uuid, line_id uuid, sku_id uuid, owner_id uuid, warehouse_id uuid, quantity int)
    WHERE r.account_id = ${ctx.account} AND r.order_id = h.order_id AND r.line_id = h.line_id AND r.sku_id = h.sku_id
      AND r.owner_id = h.owner_id AND r.warehouse_id = h.warehouse_id AND h.quantity = 0`.execute(ctx.db);
  await sql`
    UPDATE stock_reservations r SET quantity = h.quantity
    FROM json_to_recordset(${json}::json) AS h(order_id uuid, line_id uuid, sku_id uuid, owner_id uuid, warehouse_id uuid, quantity int)
    WHERE r.account_id = ${ctx.account} AND r.order_id = h.order_id AND r.line_id = h.line_id AND r.sku_id = h.sku_id
      AND r.owner_id = h.owner_id AND r.warehouse_id = h.warehouse_id AND h.quantity > 0`.execute(ctx.db);
}

/** Lets orders hold pieces until `expires_at`, on top of nothing or of what they hold there. */
export async function hold(ctx: AccountCtx, holds: readonly Held[], expiresAt: Date): Promise<void> {
  if (holds.length === 0) return;
  await sql`
    INSERT INTO stock_reservations (account_id, order_id, line_id, sku_id, owner_id, warehouse_id, per_unit, quantity, committed, expires_at)
    SELECT ${ctx.account}, h.order_id, h.line_id, h.sku_id, h.owner_id, h.warehouse_id, h.per_unit, h.quantity, false, ${expiresAt}
    FROM json_to_recordset(${rowsOf(ctx.account, holds)}::json)
      AS h(order_id uuid, line_id uuid, sku_id uuid, owner_id uuid, warehouse_id uuid, per_unit int, quantity int)
    ON CONFLICT (account_id, order_id, line_id, sku_id, owner_id, warehouse_id)
    DO UPDATE SET quantity = excluded.quantity, per_unit = excluded.per_unit`.execute(ctx.db);
}

/** Adds pieces to what paid orders hold. */
export async function addCommitted(ctx: AccountCtx, holds: readonly Held[]): Promise<void> {
  await sql`
    INSERT INTO stock_reservations (account_id, order_id, line_id, sku_id, owner_id, warehouse_id, per_unit, quantity, committed)
    SELECT ${ctx.account}, h.order_id, h.line_id, h.sku_id, h.owner_id, h.warehouse_id, min(h.per_unit), sum(h.quantity), true
    FROM json_to_recordset(${rowsOf(ctx.account, holds)}::json)
      AS h(order_id uuid, line_id uuid, sku_id uuid, owner_id uuid, warehouse_id uuid, per_unit int, quantity int)
    GROUP BY 2, 3, 4, 5, 6
    ON CONFLICT (account_id, order_id, line_id, sku_id, owner_id, warehouse_id)
    DO UPDATE SET quantity = stock_reservations.quantity + excluded.quantity`.execute(ctx.db);
}

/** Makes the waits of these orders what they are now; who waits already keeps its place. */
export async function saveWaits(
  ctx: AccountCtx,
  orderIds: readonly string[],
  waits: readonly { order_id: string; sku_id: string; quantity: number; since: Date }[],
): Promise<void> {
  const json = JSON.stringify(waits);
  await sql`
    DELETE FROM stock_waits w
    WHERE w.account_id = ${ctx.account} AND w.order_id = ANY(${orderIds}::uuid[])
      AND NOT EXISTS (SELECT 1 FROM json_to_recordset(${json}::json) AS n(order_id uuid, sku_id uuid)
                      WHERE n.order_id = w.order_id AND n.sku_id = w.sku_id)`.execute(ctx.db);
  if (waits.length === 0) return;
  await sql`
    INSERT INTO stock_waits (account_id, order_id, sku_id, quantity, since)
    SELECT ${ctx.account}, n.order_id, n.sku_id, n.quantity, n.since
    FROM json_to_recordset(${json}::json) AS n(order_id uuid, sku_id uuid, quantity int, since timestamptz)
    ON CONFLICT (account_id, order_id, sku_id) DO UPDATE SET quantity = excluded.quantity
      WHERE stock_waits.quantity <> excluded.quantity`.execute(ctx.db);
}

/** What paid orders hold stays theirs, they wait for nothing, and the sales of the day are counted; answers the SKUs held. */
export async function commitHeld(
  ctx: AccountCtx,
  orderIds: readonly string[],
  sold: readonly { sku_id: string; pieces: number }[],
): Promise<string[]> {
  const { rows } = await sql<{ sku_id: string }>`${prepared}
    WITH bought AS (
      DELETE FROM stock_waits WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[])
    ), counted AS (
      INSERT INTO sku_sales_days (account_id, sku_id, day, pieces)
      SELECT ${ctx.account}, s.sku_id, ${ctx.now.toISOString().slice(0, 10)}::date, s.pieces
      FROM json_to_recordset(${JSON.stringify(sold)}::json) AS s(sku_id uuid, pieces int)
      ORDER BY s.sku_id
      ON CONFLICT (account_id, sku_id, day) DO UPDATE SET pieces = sku_sales_days.pieces + excluded.pieces
    )
    UPDATE stock_reservations SET committed = true, expires_at = NULL
    WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[]) AND NOT committed RETURNING sku_id`.execute(
    ctx.db,
  );
  return rows.map((row) => row.sku_id);
}

/** Unpaid orders whose time is over, whoever's they are, but for those whose payment is running or that are on an open invoice; the longest overdue first. */
export async function findOverdue(ctx: Ctx, most: number): Promise<{ account_id: string; order_id: string }[]> {
  const { rows } = await sql<{ account_id: string; order_id: string }>`
    SELECT r.account_id, r.order_id FROM stock_reservations r
    WHERE NOT r.committed AND r.expires_at <= ${ctx.now} AND NOT EXISTS (
      SELECT 1 FROM orders o WHERE o.account_id = r.account_id AND o.id = r.order_id AND o.payment IN ('paying', 'invoiced'))
    GROUP BY r.account_id, r.order_id ORDER BY min(r.expires_at) LIMIT ${most}`.execute(ctx.db);
  return rows;
}

/** Lets go of what an overdue order holds and puts it at the end of the queue; answers the SKUs. */
export async function expire(ctx: AccountCtx, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ sku_id: string }>`
    WITH gone AS (
      DELETE FROM stock_reservations WHERE account_id = ${ctx.account} AND order_id = ${orderId} AND NOT committed AND expires_at <= ${ctx.now}
      RETURNING sku_id, quantity
    )
    INSERT INTO stock_waits (account_id, order_id, sku_id, quantity, since)
    SELECT ${ctx.account}, ${orderId}, sku_id, sum(quantity), ${ctx.now} FROM gone GROUP BY sku_id
    ON CONFLICT (account_id, order_id, sku_id) DO UPDATE SET quantity = stock_waits.quantity + excluded.quantity, since = excluded.since
    RETURNING sku_id`.execute(ctx.db);
  return rows.map((row) => row.sku_id);
}

/** Orders that wait for these SKUs, of one client or (for shared goods) of all, in their sequence. */
export async function findWaiting(
  ctx: Ctx,
  skuIds: readonly string[],
  accountId: string | null,
  most: number,
): Promise<{ account_id: string; order_id: string }[]> {
  const { rows } = await sql<{ account_id: string; order_id: string }>`
    SELECT account_id, order_id FROM stock_waits
    WHERE sku_id = ANY(${skuIds}::uuid[]) AND (${accountId}::uuid IS NULL OR account_id = ${accountId}::uuid)
    GROUP BY account_id, order_id ORDER BY min(since), order_id LIMIT ${most}`.execute(ctx.db);
  return rows;
}

/** Keeps an order still until the transaction ends. */
export async function lockOrder(ctx: AccountCtx, orderId: string): Promise<void> {
  await sql`SELECT FROM orders WHERE account_id = ${ctx.account} AND id = ${orderId} FOR UPDATE`.execute(ctx.db);
}
