import { type RawBuilder, sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';

/** The days that an order which is paid then promises: those that its evaluation wrote, where it knows any. */
export const promisedDays = (paidAt: RawBuilder<unknown>) => {
  const promised = (column: 'promised_from' | 'promised_by', days: 'days_min' | 'days_max') => sql`${sql.ref(column)} =
    CASE WHEN days_max >= days_min THEN (${paidAt} AT TIME ZONE 'UTC')::date + ${sql.ref(days)} ELSE ${sql.ref(column)} END`;
  return sql`${promised('promised_from', 'days_min')}, ${promised('promised_by', 'days_max')}`;
};

/** Promises the days that the evaluation of paid orders has just written. */
export async function freezePromises(ctx: AccountCtx, orderIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE orders SET ${promisedDays(sql`paid_at`)}
    WHERE account_id = ${ctx.account} AND id = ANY(${orderIds}::uuid[])`.execute(ctx.db);
}

/** Which of these orders somebody asks to cancel. */
export async function findAsked(ctx: AccountCtx, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`${prepared}
    SELECT order_id FROM cancel_requests
    WHERE account_id = ${ctx.account} AND order_id = ANY(${[...orderIds]}::uuid[]) AND status = 'open'`.execute(ctx.db);
  return new Set(rows.map((row) => row.order_id));
}

type PaidPart = {
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
 * the average of what its units were paid at, rounded down, so that what is given back never exceeds what was paid. Units that
 * are bought again after they were given back are ordered once more.
 */
export async function savePaidParts(ctx: AccountCtx, parts: readonly PaidPart[]): Promise<void> {
  const lines = parts.flatMap((part) => part.lines);
  await sql`
    UPDATE order_lines l SET paid_quantity = l.paid_quantity + r.quantity,
      quantity = greatest(l.quantity, l.paid_quantity + r.quantity + l.moved_quantity), mapping_version = r.version, mapping_rule = r.rule,
      unit_cost = (coalesce(l.unit_cost, 0) * (l.paid_quantity - l.cancelled_quantity) + r.unit_cost * r.quantity)
        / (l.paid_quantity - l.cancelled_quantity + r.quantity)
    FROM json_to_recordset(${JSON.stringify(lines)}::json) AS r(line_id uuid, quantity int, unit_cost bigint, version int, rule int)
    WHERE l.account_id = ${ctx.account} AND l.id = r.line_id`.execute(ctx.db);
  await sql`
    UPDATE orders o SET payment = CASE WHEN o.payment = 'refunded' THEN 'partly_refunded' ELSE o.payment END,
      cost_goods = coalesce(o.cost_goods, 0) + r.goods, cost_freight = coalesce(o.cost_freight, 0) + r.freight,
      cost_fees = coalesce(o.cost_fees, 0) + r.fees, cost_total = coalesce(o.cost_total, 0) + r.total,
      weight_g = coalesce(o.weight_g, 0) + r.weight_g, version = o.version + 1
    FROM json_to_recordset(${JSON.stringify(parts)}::json) AS r(order_id uuid, goods bigint, freight bigint, fees bigint, total bigint, weight_g int)
    WHERE o.account_id = ${ctx.account} AND o.id = r.order_id`.execute(ctx.db);
}

/** Writes how much of a paid order went back. */
export async function setPayment(
  ctx: AccountCtx,
  orderId: string,
  payment: 'partly_refunded' | 'refunded',
): Promise<void> {
  await sql`
    UPDATE orders SET payment = ${payment}, version = version + 1
    WHERE account_id = ${ctx.account} AND id = ${orderId}`.execute(ctx.db);
}

/** The order costs less: its goods first, then its freight, then its fees. What is kept of it moves to the fees. */
export async function reduceCost(
  ctx: AccountCtx,
  orderId: string,
  { by, kept }: { by: number; kept: number },
): Promise<void> {
  await sql`
    UPDATE orders o SET cost_goods = o.cost_goods - c.goods, cost_freight = o.cost_freight - c.freight,
      cost_fees = o.cost_fees - c.fees + ${kept}, cost_total = o.cost_total - c.goods - c.freight - c.fees + ${kept}
    FROM (SELECT least(cost_goods, n) AS goods, least(cost_freight, greatest(0, n - cost_goods)) AS freight,
            least(cost_fees, greatest(0, n - cost_goods - cost_freight)) AS fees
          FROM orders, (SELECT ${by + kept}::bigint AS n) less
          WHERE account_id = ${ctx.account} AND id = ${orderId}) c
    WHERE o.account_id = ${ctx.account} AND o.id = ${orderId} AND o.cost_total IS NOT NULL`.execute(ctx.db);
}

export async function setClaimed(ctx: AccountCtx, orderId: string, claimed: boolean): Promise<void> {
  await sql`
    UPDATE orders SET claimed = ${claimed}, version = version + 1
    WHERE account_id = ${ctx.account} AND id = ${orderId} AND claimed <> ${claimed}`.execute(ctx.db);
}
