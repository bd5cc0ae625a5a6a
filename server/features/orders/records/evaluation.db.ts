import type { OrderEventKind } from '#contract/order-events.ts';
import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

export type ReviewedOrder = {
  id: string;
  stage: string;
  blocked: boolean;
  /** Absent for orders whose cost is settled by payment. */
  cost?: {
    channel_id: string | null;
    goods: number | null;
    freight: number | null;
    fees: number | null;
    total: number | null;
    currency: string | null;
    weight_g: number | null;
    days_min: number | null;
    days_max: number | null;
  };
};
export type ReviewedBlock = { order_id: string; code: string; owner: string; detail: Record<string, unknown> };
export type ReviewedLine = {
  id: string;
  not_ours: boolean;
  mapping_version: number | null;
  mapping_rule: number;
  unit_cost: number | null;
};

/** Writes stage and cost of reviewed orders in one statement; `since` moves only when the stage does. */
export async function saveReviewed(ctx: Ctx, accountId: string, orders: readonly ReviewedOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const rows = orders.map(({ cost, ...order }) => ({ ...order, priced: cost !== undefined, ...cost }));
  await sql`
    UPDATE orders o SET
      stage = r.stage,
      stage_since = CASE WHEN o.stage = r.stage THEN o.stage_since ELSE ${ctx.now} END,
      blocked = r.blocked,
      channel_id = CASE WHEN r.priced THEN r.channel_id ELSE o.channel_id END,
      cost_goods = CASE WHEN r.priced THEN r.goods ELSE o.cost_goods END,
      cost_freight = CASE WHEN r.priced THEN r.freight ELSE o.cost_freight END,
      cost_fees = CASE WHEN r.priced THEN r.fees ELSE o.cost_fees END,
      cost_total = CASE WHEN r.priced THEN r.total ELSE o.cost_total END,
      cost_currency = CASE WHEN r.priced THEN r.currency ELSE o.cost_currency END,
      weight_g = CASE WHEN r.priced THEN r.weight_g ELSE o.weight_g END,
      days_min = CASE WHEN r.priced THEN r.days_min ELSE o.days_min END,
      days_max = CASE WHEN r.priced THEN r.days_max ELSE o.days_max END,
      priced_at = CASE WHEN r.priced AND r.total IS NOT NULL THEN ${ctx.now} WHEN r.priced THEN NULL ELSE o.priced_at END,
      version = o.version + 1
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS r(id uuid, stage text, blocked boolean, priced boolean, channel_id uuid, goods bigint, freight bigint, fees bigint, total bigint,
           currency text, weight_g int, days_min int, days_max int)
    WHERE o.account_id = ${accountId} AND o.id = r.id`.execute(ctx.db);
}

/** Makes the blocks of these orders what they should be; a block that stays keeps its `since`. */
export async function saveBlocks(
  ctx: Ctx,
  accountId: string,
  orderIds: readonly string[],
  blocks: readonly ReviewedBlock[],
): Promise<void> {
  if (orderIds.length === 0) return;
  const json = JSON.stringify(blocks);
  await sql`
    DELETE FROM order_blocks b
    WHERE b.account_id = ${accountId} AND b.order_id = ANY(${orderIds}::uuid[])
      AND NOT EXISTS (SELECT 1 FROM json_to_recordset(${json}::json) AS r(order_id uuid, code text)
                      WHERE r.order_id = b.order_id AND r.code = b.code)`.execute(ctx.db);
  if (blocks.length === 0) return;
  await sql`
    INSERT INTO order_blocks (account_id, order_id, code, owner, detail, since)
    SELECT ${accountId}, r.order_id, r.code, r.owner, r.detail, ${ctx.now}
    FROM json_to_recordset(${json}::json) AS r(order_id uuid, code text, owner text, detail jsonb)
    ORDER BY r.order_id, r.code
    ON CONFLICT (account_id, order_id, code) DO UPDATE SET owner = excluded.owner, detail = excluded.detail
      WHERE order_blocks.detail IS DISTINCT FROM excluded.detail`.execute(ctx.db);
}

export async function saveLines(ctx: Ctx, accountId: string, lines: readonly ReviewedLine[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    UPDATE order_lines l SET not_ours = r.not_ours, mapping_version = r.mapping_version, mapping_rule = r.mapping_rule, unit_cost = r.unit_cost
    FROM json_to_recordset(${JSON.stringify(lines)}::json) AS r(id uuid, not_ours boolean, mapping_version int, mapping_rule int, unit_cost bigint)
    WHERE l.account_id = ${accountId} AND l.id = r.id`.execute(ctx.db);
}

/** The orders are paid: what was paid for is kept per line, through any later edit at the shop. */
export async function savePaid(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE order_lines l SET paid_quantity = l.current_quantity
    WHERE l.account_id = ${accountId} AND l.order_id = ANY(${orderIds}::uuid[]) AND l.requires_shipping AND NOT l.not_ours`.execute(
    ctx.db,
  );
  await sql`
    UPDATE orders SET payment = 'paid', paid_at = ${ctx.now}, stage = 'processing', stage_since = ${ctx.now}, version = version + 1
    WHERE account_id = ${accountId} AND id = ANY(${orderIds}::uuid[])`.execute(ctx.db);
}

/** Unpaid orders of a store that can still change their state, in the order of their ids, after `after`. */
export async function findUnpaidOfStore(
  ctx: Ctx,
  store: { account_id: string; store_id: string },
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM orders
    WHERE account_id = ${store.account_id} AND store_id = ${store.store_id} AND id > ${after}
      AND stage IN ('imported', 'quoting', 'awaiting_payment')
    ORDER BY id LIMIT ${limit}`.execute(ctx.db);
  return rows.map((row) => row.id);
}

export type OrderEvent = { order_id: string; kind: OrderEventKind; data?: Record<string, unknown> };

/** Notes what happened to orders; `data` never holds the buyer's personal data (P12). */
export async function saveEvents(
  ctx: Ctx,
  accountId: string,
  events: readonly (OrderEvent & { id: string })[],
): Promise<void> {
  if (events.length === 0) return;
  // Names of jobs mean nothing to a merchant.
  const actor_name = ctx.actor.kind === 'merchant' || ctx.actor.kind === 'staff' ? ctx.actor.name : null;
  await sql`
    INSERT INTO order_events (account_id, id, order_id, at, kind, actor_kind, actor_name, data)
    SELECT ${accountId}, r.id, r.order_id, ${ctx.now}, r.kind, ${ctx.actor.kind}, ${actor_name}, coalesce(r.data, '{}')
    FROM json_to_recordset(${JSON.stringify(events)}::json) AS r(id uuid, order_id uuid, kind text, data jsonb)`.execute(
    ctx.db,
  );
}
