import { sql } from 'kysely';
import type { MovementKind } from '#contract/stock-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';

/** A line of the journal: changes of what lies on a shelf, and of how much of it is damaged. */
export type Movement = {
  account_id: string; // the owner
  id: string;
  sku_id: string;
  warehouse_id: string;
  kind: MovementKind;
  qty: number;
  damaged_qty: number;
  unit_cost: number | null;
  layer_at: Date | null;
  ref_kind: string | null;
  ref_id: string | null;
  ref_label: string;
  reason: string;
  idempotency_key: string;
};

/** Keeps the levels of these owners still until the transaction ends, always in the same sequence. */
export async function lockLevels(ctx: Ctx, owners: readonly string[], skuIds: readonly string[]): Promise<void> {
  await sql`${prepared}SELECT FROM stock_levels WHERE account_id = ANY(${owners}::uuid[]) AND sku_id = ANY(${skuIds}::uuid[])
    ORDER BY account_id, sku_id, warehouse_id FOR UPDATE`.execute(ctx.db);
}

/** Appends to the journal; a key that is there already adds nothing. Answers how many lines were added. */
export async function append(ctx: Ctx, movements: readonly Movement[]): Promise<number> {
  if (movements.length === 0) return 0;
  const actor = ctx.actor.kind === 'merchant' || ctx.actor.kind === 'staff' ? ctx.actor.name : null;
  const { numAffectedRows } = await sql`
    INSERT INTO stock_movements (account_id, id, at, sku_id, warehouse_id, kind, qty, damaged_qty, unit_cost, layer_at, ref_kind, ref_id,
      ref_label, reason, actor_kind, actor_name, idempotency_key)
    SELECT m.account_id, m.id, ${ctx.now}, m.sku_id, m.warehouse_id, m.kind, m.qty, m.damaged_qty, m.unit_cost, m.layer_at, m.ref_kind, m.ref_id,
      m.ref_label, m.reason, ${ctx.actor.kind}, ${actor}, m.idempotency_key
    FROM json_to_recordset(${JSON.stringify(movements)}::json) AS m(account_id uuid, id uuid, sku_id uuid, warehouse_id uuid, kind text, qty int,
      damaged_qty int, unit_cost bigint, layer_at timestamptz, ref_kind text, ref_id uuid, ref_label text, reason text, idempotency_key text)
    ON CONFLICT (account_id, idempotency_key) DO NOTHING`.execute(ctx.db);
  return Number(numAffectedRows ?? 0);
}

export type ShelfLevel = { on_hand: number; damaged: number; available: number };

/** One level; undefined where nothing ever lay. */
export async function findLevel(
  ctx: Ctx,
  owner: string,
  skuId: string,
  warehouseId: string,
): Promise<ShelfLevel | undefined> {
  return ctx.db
    .selectFrom('stock_levels')
    .select(['on_hand', 'damaged', 'available'])
    .where('account_id', '=', owner)
    .where('sku_id', '=', skuId)
    .where('warehouse_id', '=', warehouseId)
    .executeTakeFirst();
}

export type Layer = { layer_at: Date; qty: number; unit_cost: number | null };

/** What lies on a shelf by the day it came, oldest first: what left is taken to have come first. */
export async function findLayers(ctx: Ctx, owner: string, skuId: string, warehouseId: string): Promise<Layer[]> {
  const { rows } = await sql<Layer>`
    SELECT m.layer_at, least(m.qty, l.on_hand - (m.run - m.qty))::int AS qty, m.unit_cost
    FROM stock_levels l
    CROSS JOIN LATERAL (
      SELECT id, layer_at, qty, unit_cost, sum(qty) OVER (ORDER BY layer_at DESC, id DESC) AS run
      FROM stock_movements WHERE account_id = l.account_id AND sku_id = l.sku_id AND warehouse_id = l.warehouse_id AND qty > 0
    ) m
    WHERE l.account_id = ${owner} AND l.sku_id = ${skuId} AND l.warehouse_id = ${warehouseId} AND m.run - m.qty < l.on_hand
    ORDER BY m.layer_at, m.id`.execute(ctx.db);
  return rows;
}

export type CommittedHold = {
  line_id: string;
  sku_id: string;
  owner_id: string;
  warehouse_id: string;
  per_unit: number;
  quantity: number;
};

/** Those of these orders whose paid units are held on shelves. */
export async function findHolding(ctx: AccountCtx, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`
    SELECT DISTINCT order_id FROM stock_reservations
    WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[]) AND committed`.execute(ctx.db);
  return new Set(rows.map((row) => row.order_id));
}

/** What a paid order holds of these lines. */
export async function findCommitted(
  ctx: AccountCtx,
  orderId: string,
  lineIds: readonly string[],
): Promise<CommittedHold[]> {
  return ctx.db
    .selectFrom('stock_reservations')
    .select(['line_id', 'sku_id', 'owner_id', 'warehouse_id', 'per_unit', 'quantity'])
    .where('account_id', '=', ctx.account)
    .where('order_id', '=', orderId)
    .where('line_id', 'in', [...lineIds])
    .where('committed', '=', true)
    .orderBy('owner_id')
    .orderBy('sku_id')
    .orderBy('warehouse_id')
    .execute();
}

const shippedShown = 20;

export async function hasAccount(ctx: AccountCtx): Promise<boolean> {
  const found = await ctx.db.selectFrom('accounts').select('id').where('id', '=', ctx.account).executeTakeFirst();
  return found !== undefined;
}

/** Orders of the account that left, by the beginning of a word that they are found by; those that left last first. */
export async function findShipped(ctx: AccountCtx, q: string) {
  const term = q.replace(/^#/, '').toLowerCase();
  if (term === '') return [];
  const { rows } = await sql<{ id: string; name: string; store: string }>`
    SELECT o.id, o.name, s.name AS store FROM orders o JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    WHERE o.account_id = ${ctx.account} AND o.shipped_at IS NOT NULL AND o.id IN (
      SELECT t.order_id FROM order_terms t WHERE t.account_id = ${ctx.account} AND t.term >= ${term} AND t.term < ${`${term}\u{10FFFF}`})
    ORDER BY o.shipped_at DESC, o.id LIMIT ${shippedShown}`.execute(ctx.db);
  return rows;
}

/** The name of an order of the account. */
export const findOrderName = (ctx: AccountCtx, id: string) =>
  ctx.db
    .selectFrom('orders')
    .select('name')
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .executeTakeFirst();
