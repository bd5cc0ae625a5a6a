import type { DeliveryDays } from '#contract/delivery-days.ts';
import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';
import type { Sums } from '../rules/change.ts';

export async function setChannel(ctx: AccountCtx, ids: readonly string[], channelId: string | null): Promise<void> {
  await sql`UPDATE orders SET chosen_channel_id = ${channelId}, version = version + 1
            WHERE account_id = ${ctx.account} AND id = ANY(${ids}::uuid[])`.execute(ctx.db);
}

export async function setNotDuplicate(ctx: AccountCtx, id: string): Promise<void> {
  await sql`UPDATE orders SET not_duplicate = true, version = version + 1
            WHERE account_id = ${ctx.account} AND id = ${id}`.execute(ctx.db);
}

/** A variant of the store that a line may be sent as; undefined for another store's and for removed ones. */
export async function findVariant(ctx: AccountCtx, storeId: string, id: string) {
  const { rows } = await sql<{ id: string; title: string; sku: string }>`
    SELECT id, title, sku FROM store_variants
    WHERE account_id = ${ctx.account} AND store_id = ${storeId} AND id = ${id} AND removed_at IS NULL`.execute(ctx.db);
  return rows[0];
}

/** Sends a line as another variant, by that one's newest mapping. */
export async function setVariant(ctx: AccountCtx, lineId: string, variantId: string): Promise<void> {
  await sql`UPDATE order_lines SET variant_id = ${variantId}, pinned_version = NULL
            WHERE account_id = ${ctx.account} AND id = ${lineId}`.execute(ctx.db);
}

export async function setAside(ctx: AccountCtx, lineId: string, aside: boolean): Promise<void> {
  await sql`UPDATE order_lines SET set_aside = ${aside} WHERE account_id = ${ctx.account} AND id = ${lineId}`.execute(
    ctx.db,
  );
}

export type PaidShipping = Sums & { country: string | null; channel: string | null; currency: string };

/** Where a paid order goes, how, and what it costs. */
export async function findPaidShipping(ctx: AccountCtx, id: string): Promise<PaidShipping | undefined> {
  const { rows } = await sql<PaidShipping>`
    SELECT o.country, c.name AS channel, coalesce(o.cost_goods, 0) AS goods, coalesce(o.cost_freight, 0) AS freight,
      coalesce(o.cost_fees, 0) AS fees, coalesce(o.cost_total, 0) AS total, coalesce(o.cost_currency, a.currency) AS currency
    FROM orders o JOIN accounts a ON a.id = o.account_id LEFT JOIN channels c ON c.id = o.channel_id
    WHERE o.account_id = ${ctx.account} AND o.id = ${id}`.execute(ctx.db);
  return rows[0];
}

type RuledLine = { line_id: string; variant_id: string | null; version: number | null; rule: number };

/** The rule of the version that each line was paid by, as it counts for a country. */
export async function findRulesFor(ctx: AccountCtx, id: string, country: string): Promise<RuledLine[]> {
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
    WHERE l.account_id = ${ctx.account} AND l.order_id = ${id} AND l.paid_quantity > 0`.execute(ctx.db);
  return rows;
}

/** Saves the new shipping method and destination with what the order costs now; its lines cost what their units cost there. */
export async function saveShipping(
  ctx: AccountCtx,
  id: string,
  change: Sums & {
    channel_id: string;
    country: string;
    weight_g: number;
    days: DeliveryDays;
    lines: readonly { line_id: string; unit_cost: number; rule: number }[];
  },
): Promise<void> {
  await sql`
    UPDATE orders SET channel_id = ${change.channel_id}, chosen_channel_id = ${change.channel_id}, country = ${change.country},
      cost_goods = ${change.goods}, cost_freight = ${change.freight}, cost_fees = ${change.fees}, cost_total = ${change.total},
      weight_g = ${change.weight_g}, ready_days = ${change.days.ready}, days_min = ${change.days.min}, days_max = ${change.days.max}, version = version + 1
    WHERE account_id = ${ctx.account} AND id = ${id}`.execute(ctx.db);
  await sql`
    UPDATE order_lines l SET unit_cost = r.unit_cost, mapping_rule = r.rule
    FROM json_to_recordset(${JSON.stringify(change.lines)}::json) AS r(line_id uuid, unit_cost bigint, rule int)
    WHERE l.account_id = ${ctx.account} AND l.order_id = ${id} AND l.id = r.line_id`.execute(ctx.db);
}

/** Keeps what a paid order cost before a change and since, and how that was computed. */
export async function insertChange(
  ctx: AccountCtx,
  change: {
    id: string;
    order_id: string;
    order_version: number;
    was: object;
    became: object;
    difference: number;
    currency: string;
    lines: readonly object[];
    invoice_id: string | null;
  },
): Promise<void> {
  const { was, became, lines, ...row } = change;
  await ctx.db
    .insertInto('order_changes')
    .values({
      ...row,
      account_id: ctx.account,
      at: ctx.now,
      was: JSON.stringify(was),
      became: JSON.stringify(became),
      lines: JSON.stringify(lines),
    })
    .execute();
}

export async function setHold(
  ctx: AccountCtx,
  ids: readonly string[],
  hold: { reason: string | null; until: Date | null } | null,
): Promise<void> {
  await sql`${prepared}
    UPDATE orders SET held = ${hold !== null}, hold_reason = ${hold?.reason ?? null}, hold_until = ${hold?.until ?? null}, version = version + 1
    WHERE account_id = ${ctx.account} AND id = ANY(${ids}::uuid[])`.execute(ctx.db);
}

/** Orders whose hold is over, the longest overdue first. */
export async function findHoldsDue(ctx: Ctx, limit: number): Promise<{ account_id: string; id: string }[]> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    SELECT account_id, id FROM orders WHERE hold_until <= ${ctx.now} ORDER BY hold_until, id LIMIT ${limit}`.execute(
    ctx.db,
  );
  return rows;
}

/** Locks one of them; false when somebody released it, or held it longer, meanwhile. */
export async function lockHoldDue(ctx: AccountCtx, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM orders WHERE account_id = ${ctx.account} AND id = ${id} AND hold_until <= ${ctx.now} FOR UPDATE`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

export type Markable = {
  id: string;
  name: string;
  store_id: string;
  stage: string;
  payment: string;
  not_ours: boolean;
  external_id: string;
  platform: string;
  source: string;
  /** The store's connection. */
  status: string;
};

/** What decides whether orders can be marked or read again; those outside the stores are left out. */
export async function findMarkable(
  ctx: AccountCtx,
  ids: readonly string[],
  stores: readonly string[] | null,
): Promise<Markable[]> {
  const within = stores ? sql`AND o.store_id = ANY(${stores}::uuid[])` : sql``;
  const { rows } = await sql<Markable>`
    SELECT o.id, o.name, o.store_id, o.stage, o.payment, o.not_ours, o.external_id, o.source, s.platform, s.status
    FROM orders o JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    WHERE o.account_id = ${ctx.account} AND o.id = ANY(${ids}::uuid[]) ${within}`.execute(ctx.db);
  return rows;
}

/** Gives orders a tag; one that an order has stays as it is. */
export async function addTag(ctx: AccountCtx, orderIds: readonly string[], tag: string): Promise<void> {
  await sql`
    INSERT INTO order_tags (account_id, order_id, key, tag, own)
    SELECT ${ctx.account}, n.id, lower(${tag}), ${tag}, true FROM unnest(${orderIds}::uuid[]) AS n(id)
    ON CONFLICT DO NOTHING`.execute(ctx.db);
}

/** Takes the merchant's own tag; those of the shop are the shop's. */
export async function removeTag(ctx: AccountCtx, orderIds: readonly string[], tag: string): Promise<void> {
  await sql`
    DELETE FROM order_tags
    WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[]) AND key = lower(${tag}) AND own`.execute(
    ctx.db,
  );
}

/** Orders that have so many tags of the merchant's own, and not this one. */
export async function findFull(
  ctx: AccountCtx,
  orderIds: readonly string[],
  tag: string,
  most: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`
    SELECT order_id FROM order_tags WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[])
    GROUP BY order_id HAVING count(*) FILTER (WHERE own) >= ${most} AND NOT bool_or(key = lower(${tag}))`.execute(
    ctx.db,
  );
  return new Set(rows.map((row) => row.order_id));
}

export async function setNote(ctx: AccountCtx, orderIds: readonly string[], note: string | null): Promise<void> {
  await sql`
    UPDATE orders SET note = ${note}, version = version + 1
    WHERE account_id = ${ctx.account} AND id = ANY(${orderIds}::uuid[])`.execute(ctx.db);
}

export async function setNotOurs(ctx: AccountCtx, orderIds: readonly string[], notOurs: boolean): Promise<void> {
  await sql`
    UPDATE orders SET not_ours = ${notOurs}, version = version + 1
    WHERE account_id = ${ctx.account} AND id = ANY(${orderIds}::uuid[])`.execute(ctx.db);
}
