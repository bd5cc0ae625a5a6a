import type { OrderEventKind } from '#contract/order-events.ts';
import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';
import { undecided } from './facts.db.ts';
import { promisedDays } from './paid.db.ts';

export type ReviewedOrder = {
  id: string;
  stage: string;
  blocked: boolean;
  needs_merchant: boolean;
  needs_provider: boolean;
  /** Absent for orders whose cost is settled by payment. */
  cost?: {
    channel_id: string | null;
    goods: number | null;
    freight: number | null;
    fees: number | null;
    total: number | null;
    own_stock: number | null;
    currency: string | null;
    weight_g: number | null;
    ready_days: number | null;
    days_min: number | null;
    days_max: number | null;
  };
};
export type ReviewedBlock = {
  order_id: string;
  code: string;
  owner: string;
  /** By when what is ours is done; counted from now on where nobody named a time. */
  due_at: Date | null;
  detail: Record<string, unknown>;
};
export type ReviewedLine = {
  id: string;
  not_ours: boolean;
  mapping_version: number | null;
  mapping_rule: number;
  unit_cost: number | null;
};

/**
 * Writes stage and cost of reviewed orders in one statement; `since` moves only when the stage does. Here and below, rows are
 * named by their ids beside the join with what is written: without statistics yet, all rows of the account would be read.
 */
export async function saveReviewed(ctx: AccountCtx, orders: readonly ReviewedOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const rows = orders.map(({ cost, ...order }) => ({ ...order, priced: cost !== undefined, ...cost }));
  const ids = orders.map(({ id }) => id);
  await sql`${prepared}
    UPDATE orders o SET
      stage = r.stage,
      stage_since = CASE WHEN o.stage = r.stage THEN o.stage_since ELSE ${ctx.now} END,
      blocked = r.blocked,
      needs_merchant = r.needs_merchant,
      needs_provider = r.needs_provider,
      channel_id = CASE WHEN r.priced THEN r.channel_id ELSE o.channel_id END,
      cost_goods = CASE WHEN r.priced THEN r.goods ELSE o.cost_goods END,
      cost_freight = CASE WHEN r.priced THEN r.freight ELSE o.cost_freight END,
      cost_fees = CASE WHEN r.priced THEN r.fees ELSE o.cost_fees END,
      cost_total = CASE WHEN r.priced THEN r.total ELSE o.cost_total END,
      cost_own_stock = CASE WHEN r.priced THEN r.own_stock ELSE o.cost_own_stock END,
      cost_currency = CASE WHEN r.priced THEN r.currency ELSE o.cost_currency END,
      weight_g = CASE WHEN r.priced THEN r.weight_g ELSE o.weight_g END,
      ready_days = CASE WHEN r.priced THEN r.ready_days ELSE o.ready_days END,
      days_min = CASE WHEN r.priced THEN r.days_min ELSE o.days_min END,
      days_max = CASE WHEN r.priced THEN r.days_max ELSE o.days_max END,
      priced_at = CASE WHEN r.priced AND r.total IS NOT NULL THEN ${ctx.now} WHEN r.priced THEN NULL ELSE o.priced_at END,
      version = o.version + 1
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS r(id uuid, stage text, blocked boolean, needs_merchant boolean, needs_provider boolean, priced boolean, channel_id uuid, goods bigint, freight bigint, fees bigint, total bigint, own_stock bigint,
           currency text, weight_g int, ready_days int, days_min int, days_max int)
    WHERE o.account_id = ${ctx.account} AND o.id = ANY(${ids}::uuid[]) AND o.id = r.id`.execute(ctx.db);
}

/** Makes the blocks of these orders what they should be; a block that stays keeps its `since`, and the time that ours was given. */
export async function saveBlocks(
  ctx: AccountCtx,
  orderIds: readonly string[],
  blocks: readonly ReviewedBlock[],
  usualDue: Date | null,
): Promise<void> {
  if (orderIds.length === 0) return;
  const json = JSON.stringify(blocks);
  await sql`${prepared}
    DELETE FROM order_blocks b
    WHERE b.account_id = ${ctx.account} AND b.order_id = ANY(${orderIds}::uuid[])
      AND NOT EXISTS (SELECT 1 FROM json_to_recordset(${json}::json) AS r(order_id uuid, code text)
                      WHERE r.order_id = b.order_id AND r.code = b.code)`.execute(ctx.db);
  if (blocks.length === 0) return;
  await sql`${prepared}
    INSERT INTO order_blocks AS b (account_id, order_id, code, owner, due_at, detail, since)
    SELECT ${ctx.account}, r.order_id, r.code, r.owner,
      CASE WHEN r.owner = 'provider' THEN coalesce(r.due_at, k.due_at, ${usualDue}) END, r.detail, ${ctx.now}
    FROM json_to_recordset(${json}::json) AS r(order_id uuid, code text, owner text, due_at timestamptz, detail jsonb)
    LEFT JOIN order_blocks k ON k.account_id = ${ctx.account} AND k.order_id = ANY(${orderIds}::uuid[]) AND k.order_id = r.order_id AND k.code = r.code
    ORDER BY r.order_id, r.code
    ON CONFLICT (account_id, order_id, code) DO UPDATE SET owner = excluded.owner, due_at = excluded.due_at, detail = excluded.detail
      WHERE (b.owner, b.due_at, b.detail) IS DISTINCT FROM (excluded.owner, excluded.due_at, excluded.detail)`.execute(
    ctx.db,
  );
}

export async function saveLines(ctx: AccountCtx, lines: readonly ReviewedLine[]): Promise<void> {
  if (lines.length === 0) return;
  const ids = lines.map(({ id }) => id);
  await sql`${prepared}
    UPDATE order_lines l SET not_ours = r.not_ours, mapping_version = r.mapping_version, mapping_rule = r.mapping_rule, unit_cost = r.unit_cost
    FROM json_to_recordset(${JSON.stringify(lines)}::json) AS r(id uuid, not_ours boolean, mapping_version int, mapping_rule int, unit_cost bigint)
    WHERE l.account_id = ${ctx.account} AND l.id = ANY(${ids}::uuid[]) AND l.id = r.id`.execute(ctx.db);
}

/**
 * The orders are paid: what was paid for is kept per line, through any later edit at the shop, and the days that were shown are
 * promised.
 */
export async function savePaid(ctx: AccountCtx, orderIds: readonly string[]): Promise<void> {
  await sql`${prepared}
    UPDATE order_lines l SET paid_quantity = l.current_quantity
    WHERE l.account_id = ${ctx.account} AND l.order_id = ANY(${orderIds}::uuid[]) AND l.requires_shipping AND NOT l.not_ours`.execute(
    ctx.db,
  );
  await sql`${prepared}
    UPDATE orders SET payment = 'paid', paid_at = ${ctx.now}, stage = 'processing', stage_since = ${ctx.now}, version = version + 1,
      ${promisedDays(sql`${ctx.now}::timestamptz`)}
    WHERE account_id = ${ctx.account} AND id = ANY(${orderIds}::uuid[])`.execute(ctx.db);
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

export type OrderEvent = {
  order_id: string;
  kind: OrderEventKind;
  data?: Record<string, unknown>;
  /** When it happened, where that was before now. */
  at?: Date;
};

/** Notes what happened to orders; `data` never holds the buyer's personal data (P12). */
export async function saveEvents(ctx: AccountCtx, events: readonly (OrderEvent & { id: string })[]): Promise<void> {
  if (events.length === 0) return;
  // Names of jobs mean nothing to a merchant.
  const actor_name = ctx.actor.kind === 'merchant' || ctx.actor.kind === 'staff' ? ctx.actor.name : null;
  await sql`${prepared}
    INSERT INTO order_events (account_id, id, order_id, at, kind, actor_kind, actor_name, data)
    SELECT ${ctx.account}, r.id, r.order_id, coalesce(r.at, ${ctx.now}), r.kind, ${ctx.actor.kind}, ${actor_name}, coalesce(r.data, '{}')
    FROM json_to_recordset(${JSON.stringify(events)}::json) AS r(id uuid, order_id uuid, kind text, data jsonb, at timestamptz)`.execute(
    ctx.db,
  );
}

type Job = { account_id: string; id: string };

/** Notes the undecided orders with these SKUs, under any version or rule, for a job to price again; answers how many. */
export async function insertRepricings(ctx: Ctx, job: Job, skuIds: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO order_repricings (account_id, job_id, order_id)
    SELECT DISTINCT ${job.account_id}::uuid, ${job.id}::uuid, o.id
    FROM orders o
    JOIN order_lines l ON l.account_id = o.account_id AND l.order_id = o.id
    JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
    JOIN mapping_components m ON m.account_id = l.account_id AND m.variant_id = l.variant_id
      AND m.version = coalesce(l.pinned_version, v.mapping_version)
    WHERE o.account_id = ${job.account_id} AND ${undecided}
      AND m.catalog_sku_id = ANY(${[...skuIds]}::uuid[])`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}

/** Takes the next orders of a job; they are gone from its list when the transaction commits, and there again when it does not. */
export async function takeRepricings(ctx: Ctx, job: Job, limit: number): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    DELETE FROM order_repricings r
    WHERE r.account_id = ${job.account_id} AND r.job_id = ${job.id} AND r.order_id = ANY(ARRAY(
      SELECT order_id FROM order_repricings WHERE account_id = ${job.account_id} AND job_id = ${job.id}
      ORDER BY order_id LIMIT ${limit} FOR UPDATE))
    RETURNING r.order_id`.execute(ctx.db);
  return rows.map((row) => row.order_id).sort();
}

export type Way = { channel_id: string; country: string };

/** Priced orders of the account on these ways that are not paid, and those of before promises had parts; by id, after `after`. */
export async function findUnpaidOnWays(
  ctx: AccountCtx,
  ways: readonly Way[],
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT o.id FROM orders o
    WHERE o.account_id = ${ctx.account} AND o.id > ${after} AND o.stage IN ('imported', 'quoting', 'awaiting_payment')
      AND o.days_min IS NOT NULL AND (o.ready_days IS NULL OR (o.channel_id, o.country) IN (
        SELECT w.channel_id, w.country FROM json_to_recordset(${JSON.stringify(ways)}::json) AS w(channel_id uuid, country char(2))))
    ORDER BY o.id LIMIT ${limit}`.execute(ctx.db);
  return rows.map((row) => row.id);
}

export async function findAccounts(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM accounts ORDER BY id`.execute(ctx.db);
  return rows.map((row) => row.id);
}
