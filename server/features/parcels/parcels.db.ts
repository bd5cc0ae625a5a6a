import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { ParcelStatus } from '#contract/parcel-rules.ts';
import type { AlertRule } from '#contract/parcel-alerts.ts';
import { orOfOrder } from '#server/db/client-search.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import type { CarrierEvent } from '#server/connectors/carriers/tracking-provider.ts';

export type OrderRow = { store_id: string; stage: string; from: string | null; by: string | null; by_end: Date | null };

/** Whose order it is, and what it was promised. */
export async function findOrder(ctx: AccountCtx, id: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    SELECT store_id, stage, promised_from::text AS from, promised_by::text AS by, (promised_by + 1)::timestamp AT TIME ZONE 'UTC' AS by_end
    FROM orders WHERE account_id = ${ctx.account} AND id = ${id}`.execute(ctx.db);
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

export async function findParcels(ctx: AccountCtx, orderId: string): Promise<ParcelRow[]> {
  const { rows } = await sql<ParcelRow>`
    SELECT p.id, p.carrier, p.tracking_number, p.tracking_url, c.name AS channel, p.status, p.substatus, p.shipped_at AS labelled_at,
      coalesce(p.handed_over_at, p.first_scan_at) AS handed_over_at, p.last_event_at, p.delivered_at,
      CASE WHEN p.last_mile_number IS NOT NULL THEN json_build_object('carrier', p.last_mile_carrier, 'tracking_number', p.last_mile_number) END AS last_mile,
      (SELECT coalesce(sum(l.quantity), 0)::int FROM parcel_lines l WHERE l.account_id = p.account_id AND l.parcel_id = p.id) AS units
    FROM parcels p JOIN channels c ON c.id = p.channel_id
    WHERE p.account_id = ${ctx.account} AND p.order_id = ${orderId} ORDER BY p.shipped_at, p.id`.execute(ctx.db);
  return rows;
}

export async function findAlerts(ctx: AccountCtx, orderId: string) {
  const { rows } = await sql<{ parcel_id: string | null; rule: AlertRule; since: Date; settled_at: Date | null }>`
    SELECT parcel_id, rule, since, settled_at FROM parcel_alerts WHERE account_id = ${ctx.account} AND order_id = ${orderId} ORDER BY since, rule`.execute(
    ctx.db,
  );
  return rows;
}

export type WatchedRow = {
  account_id: string;
  order: { id: string; name: string; store: string; country: string | null; partial: boolean };
  client: { id: string; number: number; name: string };
  parcel: Pick<ParcelRow, 'id' | 'carrier' | 'tracking_number' | 'tracking_url' | 'status' | 'substatus'> | null;
  rule: AlertRule;
  since: Date;
  last_event_at: Date | null;
  promised: { from: string; by: string } | null;
  claim: { id: string; number: string } | null;
  messages: boolean;
  restocked: number;
  settled_at: Date | null;
};

export type AlertTab = AlertRule | 'all' | 'settled';

const watched = (tab: AlertTab, q: string | undefined) =>
  sql.join(
    [
      tab === 'settled' ? sql`w.settled_at IS NOT NULL` : sql`w.settled_at IS NULL`,
      ...(tab === 'settled' || tab === 'all' ? [] : [sql`w.rule = ${tab}`]),
      ...orOfOrder({ account: sql`w.account_id`, order: sql`w.order_id` }, q),
    ],
    sql` AND `,
  );

/** The statement of a page of staff's queue, those that are watched longest first. */
export function exceptionsStatement(tab: AlertTab, q: string | undefined, page: { offset: number; limit: number }) {
  return sql<WatchedRow>`
    SELECT q.account_id, q.rule, q.since, q.settled_at, p.last_event_at,
      json_build_object('id', o.id, 'name', o.name, 'store', s.name, 'country', o.country,
        'partial', o.stage = 'partially_shipped') AS order,
      json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client,
      CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'carrier', p.carrier, 'tracking_number', p.tracking_number,
        'tracking_url', p.tracking_url, 'status', p.status, 'substatus', p.substatus) END AS parcel,
      CASE WHEN o.promised_by IS NOT NULL THEN json_build_object('from', o.promised_from, 'by', o.promised_by) END AS promised,
      (SELECT json_build_object('id', c.id, 'number', 'CLM-' || c.number) FROM claims c
       WHERE c.account_id = q.account_id AND c.order_id = q.order_id ORDER BY c.number DESC LIMIT 1) AS claim,
      EXISTS (SELECT FROM order_conversations t WHERE t.account_id = q.account_id AND t.order_id = q.order_id) AS messages,
      CASE WHEN q.rule = 'returned' THEN (SELECT coalesce(sum(m.qty), 0)::int FROM stock_movements m
        WHERE m.account_id = q.account_id AND m.kind = 'return' AND m.ref_kind = 'orders' AND m.ref_id = q.order_id) ELSE 0 END AS restocked
    FROM (SELECT w.account_id, w.order_id, w.parcel_id, w.rule, w.since, w.settled_at FROM parcel_alerts w WHERE ${watched(tab, q)}
          ORDER BY w.since, w.order_id OFFSET ${page.offset} LIMIT ${page.limit}) q
    JOIN orders o ON o.account_id = q.account_id AND o.id = q.order_id
    JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    JOIN accounts a ON a.id = q.account_id
    LEFT JOIN parcels p ON p.account_id = q.account_id AND p.id = q.parcel_id
    ORDER BY q.since, q.order_id`;
}

/** How many are watched by each rule. */
export async function watchCounts(ctx: Ctx): Promise<Record<string, number>> {
  const { rows } = await sql<{ rule: string; n: number; settled: number }>`
    SELECT rule, count(*) FILTER (WHERE settled_at IS NULL)::int AS n, count(settled_at)::int AS settled
    FROM parcel_alerts GROUP BY rule`.execute(ctx.db);
  return {
    all: rows.reduce((sum, row) => sum + row.n, 0),
    ...Object.fromEntries(rows.map((row) => [row.rule, row.n])),
    settled: rows.reduce((sum, row) => sum + row.settled, 0),
  };
}

/** How many a search finds among those of a rule. */
export async function countWatched(ctx: Ctx, tab: AlertTab, q: string | undefined): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*)::int AS n FROM parcel_alerts w WHERE ${watched(tab, q)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

export async function parcelExists(ctx: AccountCtx, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM parcels WHERE account_id = ${ctx.account} AND id = ${id}`.execute(ctx.db);
  return rows.length > 0;
}

export type Tracking = {
  account_id: string;
  parcel_id: string;
  number: string;
  carrier: string;
  state: 'waiting' | 'registered';
  attempts: number;
  /** Where the parcel goes; null where the order does not say it. */
  country: string | null;
};

/** The country of the order that a followed number, `t`, belongs to. */
const countryOf = sql`(SELECT o.country FROM parcels p JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
  WHERE p.account_id = t.account_id AND p.id = t.parcel_id) AS country`;

/** Takes numbers whose time has come, oldest first; nobody else takes them for the time of the lease. */
export async function takeDue(ctx: Ctx, leaseUntil: Date, limit: number): Promise<Tracking[]> {
  const { rows } = await sql<Tracking>`
    UPDATE parcel_trackings t SET due_at = ${leaseUntil}
    FROM (SELECT account_id, parcel_id, number FROM parcel_trackings
          WHERE state IN ('waiting', 'registered') AND due_at <= ${ctx.now}
          ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) due
    WHERE t.account_id = due.account_id AND t.parcel_id = due.parcel_id AND t.number = due.number
    RETURNING t.account_id, t.parcel_id, t.number, t.carrier, t.state, t.attempts, ${countryOf}`.execute(ctx.db);
  return rows;
}

/** The parcel's numbers, to be asked for now. */
export async function takeParcel(ctx: AccountCtx, parcelId: string): Promise<Tracking[]> {
  const { rows } = await sql<Tracking>`
    SELECT account_id, parcel_id, number, carrier, CASE WHEN state = 'waiting' THEN 'waiting' ELSE 'registered' END AS state, attempts, ${countryOf}
    FROM parcel_trackings t WHERE account_id = ${ctx.account} AND parcel_id = ${parcelId} AND state IN ('waiting', 'registered', 'refused')`.execute(
    ctx.db,
  );
  return rows;
}

type Next = { state: 'waiting' | 'registered' | 'refused'; due_at: Date; attempts: number };

/** What became of numbers that were asked for; one that was replaced meanwhile stays so. */
export async function saveAsked(ctx: Ctx, asked: readonly (Tracking & { next: Next })[]): Promise<void> {
  if (asked.length === 0) return;
  const rows = asked.map(({ account_id, parcel_id, number, next }) => ({ account_id, parcel_id, number, ...next }));
  await sql`
    UPDATE parcel_trackings t SET state = r.state, due_at = r.due_at, attempts = r.attempts
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(account_id uuid, parcel_id uuid, number text, state text, due_at timestamptz, attempts int)
    WHERE t.account_id = r.account_id AND t.parcel_id = r.parcel_id AND t.number = r.number AND t.state <> 'replaced'`.execute(
    ctx.db,
  );
}

/** Numbers of parcels that arrived or came back long ago are not asked for any more. */
export async function retire(ctx: Ctx, quietSince: Date): Promise<number> {
  const { rows } = await sql<{ number: string }>`
    UPDATE parcel_trackings t SET state = 'done'
    FROM parcels p
    WHERE t.state IN ('waiting', 'registered') AND p.account_id = t.account_id AND p.id = t.parcel_id
      AND p.status IN ('delivered', 'returned') AND coalesce(p.last_event_at, p.delivered_at, p.shipped_at) < ${quietSince}
    RETURNING t.number`.execute(ctx.db);
  return rows.length;
}

/** Events of many parcels of any clients. */
export async function insertHistory(ctx: Ctx, parcels: readonly ParcelHistory[]): Promise<void> {
  const rows = parcels.flatMap(({ account_id, parcel_id, words }) =>
    words.map(({ next, ...word }) => ({
      ...word,
      account_id,
      parcel_id,
      id: uuid(),
      next_carrier: next?.carrier ?? null,
      next_number: next?.number ?? null,
    })),
  );
  await sql`
    INSERT INTO parcel_events (account_id, id, parcel_id, key, number, carrier, status, substatus, at, place, said, next_carrier, next_number, received_at)
    SELECT r.account_id, r.id, r.parcel_id, r.key, r.number, r.carrier, r.status, r.substatus, r.at, r.place, r.said, r.next_carrier, r.next_number, r.at
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS r(account_id uuid, id uuid, parcel_id uuid, key text, number text, carrier text, status text, substatus text, at timestamptz, place text,
           said text, next_carrier text, next_number text)
    ON CONFLICT (account_id, parcel_id, key) DO NOTHING`.execute(ctx.db);
}

/** Numbers that waited to be registered are done with; those of these parcels are followed as if they had been. */
export async function markRegistered(
  ctx: Ctx,
  parcels: readonly { account_id: string; parcel_id: string }[],
): Promise<void> {
  await sql`UPDATE parcel_trackings SET state = 'done' WHERE state = 'waiting'`.execute(ctx.db);
  await sql`
    UPDATE parcel_trackings t SET state = 'registered', due_at = ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(parcels)}::json) AS r(account_id uuid, parcel_id uuid)
    WHERE t.account_id = r.account_id AND t.parcel_id = r.parcel_id`.execute(ctx.db);
}

export type ParcelHistory = {
  account_id: string;
  parcel_id: string;
  /** Nothing of it moves its order any more: it stays where it is. */
  settled: boolean;
  words: readonly CarrierEvent[];
};

/** Deliveries of the days from `from` on, counted again: some are told late. Answers how many deliveries that were. */
export async function countDeliveries(ctx: Ctx, from: string): Promise<number> {
  await sql`DELETE FROM transit_days WHERE day >= ${from}::date`.execute(ctx.db);
  const { rows } = await sql<{ n: number }>`
    WITH counted AS (
      INSERT INTO transit_days (channel_id, country, day, days, n)
      SELECT p.channel_id, o.country, (p.delivered_at AT TIME ZONE 'UTC')::date,
        greatest(0, ceil(extract(epoch FROM p.delivered_at - p.shipped_at) / 86400))::int, count(*)
      FROM parcels p JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
      WHERE p.delivered_at >= ${from}::timestamp AT TIME ZONE 'UTC' AND o.paid_at IS NOT NULL AND o.country IS NOT NULL
      GROUP BY 1, 2, 3, 4 RETURNING n)
    SELECT coalesce(sum(n), 0)::int AS n FROM counted`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

export type Way = { channel_id: string; country: string };

/** Windows of the channels and countries with enough deliveries since a day; the others have none. Answers those that moved. */
export async function measureWindows(ctx: Ctx, since: string, enough: number): Promise<Way[]> {
  type Window = Way & { days_p50: number; days_p90: number };
  const before =
    await sql<Window>`DELETE FROM transit_windows RETURNING channel_id, country, days_p50, days_p90`.execute(ctx.db);
  const after = await sql<Window>`
    INSERT INTO transit_windows (channel_id, country, days_p50, days_p90, samples, measured_at)
    SELECT channel_id, country, min(days) FILTER (WHERE upto * 2 >= total), min(days) FILTER (WHERE upto * 10 >= total * 9), max(total), ${ctx.now}
    FROM (
      SELECT channel_id, country, days, sum(n) OVER (PARTITION BY channel_id, country ORDER BY days) AS upto,
        sum(n) OVER (PARTITION BY channel_id, country) AS total
      FROM (SELECT channel_id, country, days, sum(n) AS n FROM transit_days WHERE day >= ${since}::date GROUP BY 1, 2, 3) histogram
    ) cumulated
    GROUP BY channel_id, country HAVING max(total) >= ${enough}
    RETURNING channel_id, country, days_p50, days_p90`.execute(ctx.db);
  const keyOf = (row: Window) => JSON.stringify([row.channel_id, row.country, row.days_p50, row.days_p90]);
  const same = new Set(before.rows.map(keyOf));
  const now = new Set(after.rows.map(keyOf));
  const moved = [
    ...before.rows.filter((row) => !now.has(keyOf(row))),
    ...after.rows.filter((row) => !same.has(keyOf(row))),
  ];
  return moved.map(({ channel_id, country }) => ({ channel_id, country }));
}

/** Whether deliveries were ever counted. */
export async function anyCounted(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql`SELECT FROM transit_days LIMIT 1`.execute(ctx.db);
  return rows.length > 0;
}

type Said = {
  at: Date;
  received_at: Date;
  tracking_number: string;
  tracking_url: string | null;
  carrier: string;
  status: string | null;
  substatus: string | null;
};

/** What carriers said of an order's parcels: states alone, as their own words and places may name the buyer. */
export async function carrierTimeline(ctx: AccountCtx, orderId: string) {
  const { rows } = await sql<Said>`
    SELECT e.at, e.received_at, e.number AS tracking_number, p.tracking_url, e.carrier, e.status, e.substatus
    FROM parcels p JOIN parcel_events e ON e.account_id = p.account_id AND e.parcel_id = p.id
    WHERE p.account_id = ${ctx.account} AND p.order_id = ${orderId} AND e.status IS NOT NULL ORDER BY e.at, e.id`.execute(
    ctx.db,
  );
  return rows.map(({ at, received_at, tracking_number, tracking_url, carrier, status, substatus }) => ({
    at,
    source: 'parcel' as const,
    kind: 'carrier_said',
    by: null,
    internal: false,
    params: { tracking_number, status, said: status },
    inputs: [
      { name: 'carrier', value: carrier },
      { name: 'substatus', value: substatus },
      { name: 'received_at', value: received_at.toISOString() },
    ],
    link: { to: 'tracking' as const, id: tracking_url ?? tracking_number, label: tracking_number },
  }));
}
