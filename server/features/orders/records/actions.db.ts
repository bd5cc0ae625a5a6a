import { sql } from 'kysely';
import type { Stage, FulfilmentStep } from '#contract/order-actions.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';
import { recallableUnits } from './replacements.db.ts';
import type { LineUnits, AddableUnits } from '../rules/units.ts';

/** Minute of the day, in Shanghai, at which parcels of the order's channel leave. */
export const cutOffOfOrder = (now: Date) => sql<number>`coalesce((SELECT k.at_minute FROM cut_offs k
  WHERE k.valid_from <= ${now} AND (k.channel_id IS NULL OR k.channel_id = o.channel_id)
  ORDER BY k.channel_id NULLS LAST, k.valid_from DESC, k.created_at DESC, k.id DESC LIMIT 1), ${usualCutOff})`;

/** What the guards of actions and the next action look at, beside the order's lines and blocks. */
export type ActionRow = {
  stage: Stage;
  stage_since: Date;
  held: boolean;
  hold_reason: string | null;
  hold_until: Date | null;
  fulfilment_step: FulfilmentStep | null;
  paid_at: Date | null;
  shipped_at: Date | null;
  promised_by: string | null;
  ready_days: number | null;
  days_max: number | null;
  cancel_due: Date | null;
  /** Units of replacements that can be cancelled with the order. */
  recallable: number;
  quote_due: Date | null;
  /** Until when the open invoice that it is on can be paid. */
  invoice_due: Date | null;
  cut_off: number;
};

/** Where no cut-off is written down: 18:00 in Shanghai. */
const usualCutOff = 18 * 60;

export async function findActionRow(ctx: AccountCtx, id: string): Promise<ActionRow | undefined> {
  const { rows } = await sql<ActionRow>`${prepared}
    SELECT o.stage, o.stage_since, o.held, o.hold_reason, o.hold_until, o.fulfilment_step, o.paid_at, o.shipped_at, o.promised_by::text AS promised_by, o.ready_days, o.days_max,
      (SELECT r.due_at FROM cancel_requests r WHERE r.account_id = o.account_id AND r.order_id = o.id AND r.status = 'open') AS cancel_due,
      ${recallableUnits} AS recallable,
      CASE WHEN o.stage = 'quoting' THEN (
        SELECT min(q.sla_due_at) FROM order_lines l
        JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
        JOIN quotes q ON q.account_id = v.account_id AND q.product_id = v.product_id AND q.status IN ('submitted', 'in_progress', 'need_info', 'quoted', 'countered')
        WHERE l.account_id = o.account_id AND l.order_id = o.id) END AS quote_due,
      CASE WHEN o.payment = 'invoiced' THEN (
        SELECT n.price_valid_until FROM invoice_orders io JOIN invoices n ON n.account_id = io.account_id AND n.id = io.invoice_id
        WHERE io.account_id = o.account_id AND io.order_id = o.id AND io.part = 1) END AS invoice_due,
      ${cutOffOfOrder(ctx.now)} AS cut_off
    FROM orders o WHERE o.account_id = ${ctx.account} AND o.id = ${id}`.execute(ctx.db);
  return rows[0];
}

/** Holidays around a moment, as far as any next action reaches. */
export async function findDays(
  ctx: Ctx,
  from: string,
  to: string,
): Promise<{ day: string; kind: 'off' | 'working' }[]> {
  const { rows } = await sql<{ day: string; kind: 'off' | 'working' }>`${prepared}
    SELECT to_char(day, 'YYYY-MM-DD') AS day, kind FROM (
      SELECT DISTINCT ON (day) day, kind FROM holidays WHERE day BETWEEN ${from}::date AND ${to}::date
      ORDER BY day, created_at DESC, id DESC) AS known
    WHERE kind <> 'ordinary'`.execute(ctx.db);
  return rows;
}

/** What the guards of actions look at, of many orders. */
export type ManyRow = Pick<ActionRow, 'stage' | 'held' | 'fulfilment_step' | 'cancel_due' | 'recallable'> & {
  id: string;
  name: string;
  store_id: string;
  payment: string;
  blocks: string[];
  version: number;
};

/** Orders among these, within the stores of the reader. */
export async function findActionRows(
  ctx: AccountCtx,
  ids: readonly string[],
  stores: readonly string[] | null,
): Promise<ManyRow[]> {
  const within = stores ? sql`AND o.store_id = ANY(${stores}::uuid[])` : sql``;
  const { rows } = await sql<ManyRow>`${prepared}
    SELECT o.id, o.name, o.store_id, o.stage, o.held, o.fulfilment_step, o.payment, o.version,
      (SELECT r.due_at FROM cancel_requests r WHERE r.account_id = o.account_id AND r.order_id = o.id AND r.status = 'open') AS cancel_due,
      ${recallableUnits} AS recallable,
      ARRAY(SELECT b.code FROM order_blocks b WHERE o.blocked AND b.account_id = o.account_id AND b.order_id = o.id) AS blocks
    FROM orders o WHERE o.account_id = ${ctx.account} AND o.id = ANY(${ids}::uuid[]) ${within} ORDER BY o.id`.execute(
    ctx.db,
  );
  return rows;
}

type ManyLine = LineUnits &
  AddableUnits & {
    order_id: string;
    requires_shipping: boolean;
    not_ours: boolean;
    from: string | null;
  };

/** Units of the lines of these orders. */
export async function findUnits(ctx: AccountCtx, orderIds: readonly string[]): Promise<ManyLine[]> {
  const { rows } = await sql<ManyLine>`${prepared}
    SELECT order_id, quantity, current_quantity, shipped_quantity, paid_quantity, cancelled_quantity, moved_quantity, replaced_quantity, dropped_quantity, requires_shipping, not_ours,
      origin_line_id AS "from"
    FROM order_lines WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[])`.execute(ctx.db);
  return rows;
}
