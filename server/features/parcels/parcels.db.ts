import { sql } from 'kysely';
import type { ParcelStatus } from '#contract/parcel-rules.ts';
import type { WatchRule } from '#contract/watch-rules.ts';
import type { Ctx } from '#server/db/context.ts';

export type OrderRow = { store_id: string; from: string | null; by: string | null; by_end: Date | null };

/** Whose order it is, and what it was promised. */
export async function findOrder(ctx: Ctx, accountId: string, id: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    SELECT store_id, promised_from::text AS from, promised_by::text AS by, (promised_by + 1)::timestamp AT TIME ZONE 'UTC' AS by_end
    FROM orders WHERE account_id = ${accountId} AND id = ${id}`.execute(ctx.db);
  return rows[0];
}

export type ParcelRow = {
  id: string;
  carrier: string;
  tracking_number: string;
  tracking_url: string | null;
  last_mile: { carrier: string; tracking_number: string } | null;
  channel: string;
  units: number;
  status: ParcelStatus;
  substatus: string | null;
  labelled_at: Date;
  handed_over_at: Date | null;
  last_event_at: Date | null;
  delivered_at: Date | null;
};

export async function findParcels(ctx: Ctx, accountId: string, orderId: string): Promise<ParcelRow[]> {
  const { rows } = await sql<ParcelRow>`
    SELECT p.id, p.carrier, p.tracking_number, p.tracking_url, c.name AS channel, p.status, p.substatus, p.shipped_at AS labelled_at,
      coalesce(p.handed_over_at, p.first_scan_at) AS handed_over_at, p.last_event_at, p.delivered_at,
      CASE WHEN p.last_mile_number IS NOT NULL THEN json_build_object('carrier', p.last_mile_carrier, 'tracking_number', p.last_mile_number) END AS last_mile,
      (SELECT coalesce(sum(l.quantity), 0)::int FROM parcel_lines l WHERE l.account_id = p.account_id AND l.parcel_id = p.id) AS units
    FROM parcels p JOIN channels c ON c.id = p.channel_id
    WHERE p.account_id = ${accountId} AND p.order_id = ${orderId} ORDER BY p.shipped_at, p.id`.execute(ctx.db);
  return rows;
}

export async function findWatches(ctx: Ctx, accountId: string, orderId: string) {
  const { rows } = await sql<{ parcel_id: string | null; rule: WatchRule; since: Date }>`
    SELECT parcel_id, rule, since FROM parcel_watches WHERE account_id = ${accountId} AND order_id = ${orderId} ORDER BY since, rule`.execute(
    ctx.db,
  );
  return rows;
}

export type WatchedRow = {
  account_id: string;
  order: { id: string; name: string; store: string; country: string | null };
  client: { id: string; number: number; name: string };
  parcel: Pick<ParcelRow, 'id' | 'carrier' | 'tracking_number' | 'tracking_url' | 'status' | 'substatus'> | null;
  rule: WatchRule;
  since: Date;
  last_event_at: Date | null;
  promised: { from: string; by: string } | null;
};

/** The statement of a page of the desk's queue, those that are watched longest first. */
export function watchedStatement(rule: WatchRule | 'all', page: { offset: number; limit: number }) {
  const where = rule === 'all' ? sql`` : sql`WHERE w.rule = ${rule}`;
  return sql<WatchedRow>`
    SELECT q.account_id, q.rule, q.since, p.last_event_at,
      json_build_object('id', o.id, 'name', o.name, 'store', s.name, 'country', o.country) AS order,
      json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client,
      CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'carrier', p.carrier, 'tracking_number', p.tracking_number,
        'tracking_url', p.tracking_url, 'status', p.status, 'substatus', p.substatus) END AS parcel,
      CASE WHEN o.promised_by IS NOT NULL THEN json_build_object('from', o.promised_from, 'by', o.promised_by) END AS promised
    FROM (SELECT w.account_id, w.order_id, w.parcel_id, w.rule, w.since FROM parcel_watches w ${where}
          ORDER BY w.since, w.order_id OFFSET ${page.offset} LIMIT ${page.limit}) q
    JOIN orders o ON o.account_id = q.account_id AND o.id = q.order_id
    JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    JOIN accounts a ON a.id = q.account_id
    LEFT JOIN parcels p ON p.account_id = q.account_id AND p.id = q.parcel_id
    ORDER BY q.since, q.order_id`;
}

/** How many are watched by each rule. */
export async function watchCounts(ctx: Ctx): Promise<Record<string, number>> {
  const { rows } = await sql<{ rule: string; n: number }>`
    SELECT rule, count(*)::int AS n FROM parcel_watches GROUP BY rule`.execute(ctx.db);
  return {
    all: rows.reduce((sum, row) => sum + row.n, 0),
    ...Object.fromEntries(rows.map((row) => [row.rule, row.n])),
  };
}

export async function parcelExists(ctx: Ctx, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM parcels WHERE account_id = ${accountId} AND id = ${id}`.execute(ctx.db);
  return rows.length > 0;
}
