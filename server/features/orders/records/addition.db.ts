import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

/** Which of these orders somebody asks to cancel. */
export async function findAsked(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`
    SELECT order_id FROM cancel_requests
    WHERE account_id = ${accountId} AND order_id = ANY(${[...orderIds]}::uuid[]) AND status = 'open'`.execute(ctx.db);
  return new Set(rows.map((row) => row.order_id));
}

export type PaidPart = {
  order_id: string;
  goods: number;
  freight: number;
  fees: number;
  total: number;
  weight_g: number;
  lines: readonly { line_id: string; quantity: number; unit_cost: number; version: number | null; rule: number }[];
};

/**
 * The added units are paid: they are among what was paid for, and what the order costs is the sum of its parts. A unit’s cost is
 * the average of what its units were paid at, rounded down, so that what is given back never exceeds what was paid.
 */
export async function savePaidParts(ctx: Ctx, accountId: string, parts: readonly PaidPart[]): Promise<void> {
  const lines = parts.flatMap((part) => part.lines);
  await sql`
    UPDATE order_lines l SET paid_quantity = l.paid_quantity + r.quantity, mapping_version = r.version, mapping_rule = r.rule,
      unit_cost = (coalesce(l.unit_cost, 0) * (l.paid_quantity - l.cancelled_quantity) + r.unit_cost * r.quantity)
        / (l.paid_quantity - l.cancelled_quantity + r.quantity)
    FROM json_to_recordset(${JSON.stringify(lines)}::json) AS r(line_id uuid, quantity int, unit_cost bigint, version int, rule int)
    WHERE l.account_id = ${accountId} AND l.id = r.line_id`.execute(ctx.db);
  await sql`
    UPDATE orders o SET payment = CASE WHEN o.payment = 'refunded' THEN 'partly_refunded' ELSE o.payment END,
      cost_goods = coalesce(o.cost_goods, 0) + r.goods, cost_freight = coalesce(o.cost_freight, 0) + r.freight,
      cost_fees = coalesce(o.cost_fees, 0) + r.fees, cost_total = coalesce(o.cost_total, 0) + r.total,
      weight_g = coalesce(o.weight_g, 0) + r.weight_g, version = o.version + 1
    FROM json_to_recordset(${JSON.stringify(parts)}::json) AS r(order_id uuid, goods bigint, freight bigint, fees bigint, total bigint, weight_g int)
    WHERE o.account_id = ${accountId} AND o.id = r.order_id`.execute(ctx.db);
}
