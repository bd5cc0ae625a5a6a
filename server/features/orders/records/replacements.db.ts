import { sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';

/** A replacement (`r`) that is cancelled with its order: it sends units that never left, and nobody prepares it. */
const recallable = sql`r.stage = 'processing' AND r.fulfilment_step IS NULL
  AND NOT EXISTS (SELECT FROM cancel_requests q WHERE q.account_id = r.account_id AND q.order_id = r.id AND q.status = 'open')
  AND EXISTS (SELECT FROM order_lines k WHERE k.account_id = r.account_id AND k.order_id = r.id
    AND k.replaces_line_id IS NOT NULL AND k.replaces_parcel_id IS NULL)`;

/** What is still held of a replacement's line (`l`) that cost `replaces_worth` when it was whole; minor units. */
const worthNow = sql`CASE WHEN l.quantity > 0 THEN l.replaces_worth * (l.quantity - l.cancelled_quantity) / l.quantity ELSE 0 END`;

/** Units of an order (`o`) whose replacements would be cancelled with it. */
export const recallableUnits = sql<number>`(
  SELECT coalesce(sum(l.quantity - l.cancelled_quantity), 0)::int FROM orders r
  JOIN order_lines l ON l.account_id = r.account_id AND l.order_id = r.id
  WHERE r.account_id = o.account_id AND r.reship_of = o.id AND ${recallable})`;

/** What is held for them, in minor units. */
export const recallableWorth = sql<number>`(
  SELECT coalesce(sum(${worthNow}), 0)::bigint FROM orders r
  JOIN order_lines l ON l.account_id = r.account_id AND l.order_id = r.id
  WHERE r.account_id = o.account_id AND r.reship_of = o.id AND ${recallable})`;

/** The replacements of an order (`o`): how far each is, what it holds, and whether it would be cancelled with the order. */
export const replacementsOf = sql`(
  SELECT coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'stage', r.stage, 'recallable', ${recallable},
    'units', (SELECT coalesce(sum(l.quantity - l.cancelled_quantity), 0)::int FROM order_lines l
      WHERE l.account_id = r.account_id AND l.order_id = r.id),
    'worth', (SELECT coalesce(sum(${worthNow}), 0)::bigint FROM order_lines l
      WHERE l.account_id = r.account_id AND l.order_id = r.id)) ORDER BY r.name), '[]')
  FROM orders r WHERE r.account_id = o.account_id AND r.reship_of = o.id)`;

/** What can be given back for an order (`o`) now, its currency with it; null while nothing is paid. */
export const leftOfOrder = sql`(
  SELECT json_build_object('amount', sum(io.total - io.credited - io.replaced_worth - io.kept)::bigint, 'currency', min(n.currency))
  FROM invoice_orders io JOIN invoices n ON n.account_id = io.account_id AND n.id = io.invoice_id
  WHERE io.account_id = o.account_id AND io.order_id = o.id AND n.paid_at IS NOT NULL HAVING count(*) > 0)`;

/** Orders that these replace. */
export async function findReplaced(ctx: AccountCtx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT reship_of AS id FROM orders
    WHERE account_id = ${ctx.account} AND id = ANY(${ids}::uuid[]) AND reship_of IS NOT NULL`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** Replacements that are cancelled with these orders, each with the one that it replaces. */
export async function findRecallable(ctx: AccountCtx, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; replaces: string }>`${prepared}
    SELECT r.id, r.reship_of AS replaces FROM orders r
    WHERE r.account_id = ${ctx.account} AND r.reship_of = ANY(${ids}::uuid[]) AND ${recallable} ORDER BY r.id`.execute(
    ctx.db,
  );
  return rows;
}

/** What is held for such replacements, in minor units by the order that they replace. */
export async function findRecallableWorth(ctx: AccountCtx, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; worth: number }>`
    SELECT o.id, ${recallableWorth} AS worth FROM orders o
    WHERE o.account_id = ${ctx.account} AND o.id = ANY(${ids}::uuid[])`.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row.worth]));
}

/** Units of a replacement's line that were cancelled, and what is not held for them any more (minor units). */
export type FreedLine = {
  order_id: string;
  line_id: string;
  /** The order that gets the units back. */
  home_id: string;
  replaces_line_id: string;
  replaces_parcel_id: string | null;
  units: number;
  worth: number;
};
/** An order that got units back. */
export type Home = { id: string; name: string; cancelled_by_us: boolean };

/**
 * Gives units of cancelled replacements back to the lines that they came from: those that had left can be claimed again, those
 * that never did are open again, or cancelled where their order is. Answers the orders.
 */
export async function returnUnits(ctx: AccountCtx, freed: readonly FreedLine[]): Promise<Home[]> {
  if (freed.length === 0) return [];
  const json = JSON.stringify(freed);
  const rows = sql`json_to_recordset(${json}::json) AS j(replaces_line_id uuid, replaces_parcel_id uuid, units int)`;
  await sql`
    UPDATE parcel_lines p SET resent_quantity = greatest(0, p.resent_quantity - f.units)
    FROM (SELECT replaces_line_id, replaces_parcel_id, sum(units)::int AS units FROM ${rows} GROUP BY 1, 2) f
    WHERE p.account_id = ${ctx.account} AND p.line_id = f.replaces_line_id AND p.parcel_id = f.replaces_parcel_id`.execute(
    ctx.db,
  );
  await sql`
    UPDATE order_lines l SET replaced_quantity = l.replaced_quantity - least(l.replaced_quantity, f.units),
      cancelled_quantity = l.cancelled_quantity + CASE WHEN o.cancelled_by_us_at IS NULL THEN 0 ELSE least(l.replaced_quantity, f.units) END
    FROM (SELECT replaces_line_id, sum(units)::int AS units FROM ${rows} WHERE replaces_parcel_id IS NULL GROUP BY 1) f, orders o
    WHERE l.account_id = ${ctx.account} AND l.id = f.replaces_line_id AND o.account_id = l.account_id AND o.id = l.order_id`.execute(
    ctx.db,
  );
  const homes = await sql<Home>`
    UPDATE orders SET version = version + 1
    WHERE account_id = ${ctx.account} AND id = ANY(${freed.map((line) => line.home_id)}::uuid[])
    RETURNING id, name, cancelled_by_us_at IS NOT NULL AS cancelled_by_us`.execute(ctx.db);
  return homes.rows;
}

type Units = { line_id: string; quantity: number };

/** Takes units that never left out of an order: cancelled, or sent by a replacement. Answers whether all of them were still there. */
export async function takeUnsent(
  ctx: AccountCtx,
  orderId: string,
  as: 'cancelled' | 'replaced',
  lines: readonly Units[],
): Promise<boolean> {
  const column = sql.ref(`${as}_quantity`);
  const { rows } = await sql<{ id: string }>`
    UPDATE order_lines l SET ${column} = l.${column} + r.quantity
    FROM json_to_recordset(${JSON.stringify(lines)}::json) AS r(line_id uuid, quantity int)
    WHERE l.account_id = ${ctx.account} AND l.order_id = ${orderId} AND l.id = r.line_id
      AND l.paid_quantity - l.cancelled_quantity - l.shipped_quantity - l.replaced_quantity >= r.quantity
    RETURNING l.id`.execute(ctx.db);
  return rows.length === lines.length;
}

/** Marks units of a parcel as sent again, or as given back. Answers whether all of them were neither before. */
export async function takeSent(
  ctx: AccountCtx,
  parcelId: string,
  as: 'resent' | 'refunded',
  lines: readonly Units[],
): Promise<boolean> {
  const column = sql.ref(`${as}_quantity`);
  const { rows } = await sql<{ line_id: string }>`
    UPDATE parcel_lines p SET ${column} = p.${column} + r.quantity
    FROM json_to_recordset(${JSON.stringify(lines)}::json) AS r(line_id uuid, quantity int)
    WHERE p.account_id = ${ctx.account} AND p.parcel_id = ${parcelId} AND p.line_id = r.line_id
      AND p.resent_quantity + p.refunded_quantity + r.quantity <= p.quantity
    RETURNING p.line_id`.execute(ctx.db);
  return rows.length === lines.length;
}
