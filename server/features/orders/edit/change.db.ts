import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import type { Sums } from '../rules/change.ts';

export type PaidWay = Sums & { country: string | null; channel: string | null; currency: string };

/** Where a paid order goes, how, and what it costs. */
export async function findPaidWay(ctx: Ctx, accountId: string, id: string): Promise<PaidWay | undefined> {
  const { rows } = await sql<PaidWay>`
    SELECT o.country, c.name AS channel, coalesce(o.cost_goods, 0) AS goods, coalesce(o.cost_freight, 0) AS freight,
      coalesce(o.cost_fees, 0) AS fees, coalesce(o.cost_total, 0) AS total, coalesce(o.cost_currency, a.currency) AS currency
    FROM orders o JOIN accounts a ON a.id = o.account_id LEFT JOIN channels c ON c.id = o.channel_id
    WHERE o.account_id = ${accountId} AND o.id = ${id}`.execute(ctx.db);
  return rows[0];
}

export type RuledLine = { line_id: string; variant_id: string | null; version: number | null; rule: number };

/** The rule of the version that each line was paid by, as it counts for a country. */
export async function findRulesFor(ctx: Ctx, accountId: string, id: string, country: string): Promise<RuledLine[]> {
  const { rows } = await sql<RuledLine>`
    SELECT l.id AS line_id, l.variant_id, l.mapping_version AS version,
      coalesce((SELECT r.rule FROM mapping_rules r
        WHERE r.account_id = l.account_id AND r.variant_id = l.variant_id AND r.version = l.mapping_version
          AND (cardinality(r.countries) = 0 OR ${country}::text = ANY(r.countries))
          AND coalesce(r.valid_from, d.day) <= d.day AND coalesce(r.valid_to, d.day) >= d.day
        ORDER BY cardinality(r.countries) = 0, r.rule LIMIT 1), 0) AS rule
    FROM order_lines l
    JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id
    JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    CROSS JOIN LATERAL (SELECT (o.placed_at AT TIME ZONE coalesce(s.time_zone, 'UTC'))::date AS day) d
    WHERE l.account_id = ${accountId} AND l.order_id = ${id} AND l.paid_quantity > 0`.execute(ctx.db);
  return rows;
}

/** The order goes another way and costs what it costs there; its lines cost what their units cost there. */
export async function saveWay(
  ctx: Ctx,
  accountId: string,
  id: string,
  way: Sums & {
    channel_id: string;
    country: string;
    weight_g: number;
    days_min: number;
    days_max: number;
    lines: readonly { line_id: string; unit_cost: number; rule: number }[];
  },
): Promise<void> {
  await sql`
    UPDATE orders SET channel_id = ${way.channel_id}, chosen_channel_id = ${way.channel_id}, country = ${way.country},
      cost_goods = ${way.goods}, cost_freight = ${way.freight}, cost_fees = ${way.fees}, cost_total = ${way.total},
      weight_g = ${way.weight_g}, days_min = ${way.days_min}, days_max = ${way.days_max}, version = version + 1
    WHERE account_id = ${accountId} AND id = ${id}`.execute(ctx.db);
  await sql`
    UPDATE order_lines l SET unit_cost = r.unit_cost, mapping_rule = r.rule
    FROM json_to_recordset(${JSON.stringify(way.lines)}::json) AS r(line_id uuid, unit_cost bigint, rule int)
    WHERE l.account_id = ${accountId} AND l.order_id = ${id} AND l.id = r.line_id`.execute(ctx.db);
}
