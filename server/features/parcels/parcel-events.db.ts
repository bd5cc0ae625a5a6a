import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { ParcelStatus } from '#contract/parcel-rules.ts';
import type { CarrierEvent } from '#server/connectors/carriers/tracking-provider.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import type { ParcelEvent } from './parcel-state.ts';

export type Followed = { account_id: string; parcel_id: string };

/** Parcels of all clients that are followed by these numbers. */
export async function findFollowed(ctx: Ctx, numbers: readonly string[]): Promise<(Followed & { number: string })[]> {
  const { rows } = await sql<Followed & { number: string }>`
    SELECT account_id, parcel_id, number FROM parcel_trackings
    WHERE number = ANY(${numbers}::text[]) AND state <> 'replaced'
    ORDER BY account_id, parcel_id, number`.execute(ctx.db);
  return rows;
}

/** Keeps parcel and order still; answers what the fold starts from. */
export async function lockFollowed(ctx: Ctx, { account_id, parcel_id }: Followed) {
  const { rows } = await sql<{ order_id: string; handed_over: boolean }>`
    SELECT p.order_id, p.handed_over_at IS NOT NULL AS handed_over
    FROM parcels p JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
    WHERE p.account_id = ${account_id} AND p.id = ${parcel_id} FOR UPDATE OF p, o`.execute(ctx.db);
  return rows[0];
}

/** Keeps what is new of it; the same event is kept once. Answers how many were new. */
export async function insertWords(ctx: Ctx, parcel: Followed, words: readonly CarrierEvent[]): Promise<number> {
  if (words.length === 0) return 0;
  const rows = words.map(({ next, ...word }) => ({
    ...word,
    id: uuid(),
    next_carrier: next?.carrier ?? null,
    next_number: next?.number ?? null,
  }));
  const added = await sql<{ id: string }>`
    INSERT INTO parcel_events (account_id, id, parcel_id, key, number, carrier, status, substatus, at, place, said, next_carrier, next_number, received_at)
    SELECT ${parcel.account_id}, r.id, ${parcel.parcel_id}, r.key, r.number, r.carrier, r.status, r.substatus, r.at, r.place, r.said, r.next_carrier, r.next_number, ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS r(id uuid, key text, number text, carrier text, status text, substatus text, at timestamptz, place text, said text, next_carrier text, next_number text)
    ON CONFLICT (account_id, parcel_id, key) DO NOTHING RETURNING id`.execute(ctx.db);
  return added.rows.length;
}

/** Events of the numbers that the parcel has now; those of a number that was corrected do not count. */
export async function findCounting(ctx: Ctx, { account_id, parcel_id }: Followed): Promise<ParcelEvent[]> {
  const { rows } = await sql<{
    key: string;
    status: ParcelStatus | null;
    substatus: string | null;
    at: Date;
    next_carrier: string | null;
    next_number: string | null;
  }>`
    SELECT e.key, e.status, e.substatus, e.at, e.next_carrier, e.next_number
    FROM parcel_events e
    JOIN parcel_trackings t ON t.account_id = e.account_id AND t.parcel_id = e.parcel_id AND t.number = e.number AND t.state <> 'replaced'
    WHERE e.account_id = ${account_id} AND e.parcel_id = ${parcel_id}`.execute(ctx.db);
  return rows.map(({ next_carrier, next_number, ...event }) => ({
    ...event,
    next: next_carrier && next_number ? { carrier: next_carrier, number: next_number } : null,
  }));
}

export type EventRow = {
  id: string;
  parcel_id: string;
  number: string;
  carrier: string;
  status: ParcelStatus | null;
  substatus: string | null;
  at: Date;
  place: string;
  said: string;
  /** Of a number that the parcel has no more. */
  replaced: boolean;
};

/** All that carriers said of an order's parcels, newest first. */
export async function findEvents(ctx: AccountCtx, orderId: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT e.id, e.parcel_id, e.number, e.carrier, e.status, e.substatus, e.at, e.place, e.said, coalesce(t.state = 'replaced', false) AS replaced
    FROM parcels p
    JOIN parcel_events e ON e.account_id = p.account_id AND e.parcel_id = p.id
    LEFT JOIN parcel_trackings t ON t.account_id = e.account_id AND t.parcel_id = e.parcel_id AND t.number = e.number
    WHERE p.account_id = ${ctx.account} AND p.order_id = ${orderId}
    ORDER BY e.at DESC, e.id DESC LIMIT 500`.execute(ctx.db);
  return rows;
}

/** Keeps a call; answers false when it came before. */
export async function insertCall(ctx: Ctx, feed: string, id: string, words: readonly CarrierEvent[]): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO carrier_inbox (feed, delivery_id, words, received_at)
    VALUES (${feed}, ${id}, ${JSON.stringify(words)}::jsonb, ${ctx.now})
    ON CONFLICT DO NOTHING RETURNING delivery_id AS id`.execute(ctx.db);
  return rows.length > 0;
}

export async function findCall(ctx: Ctx, feed: string, id: string): Promise<CarrierEvent[] | undefined> {
  const row = await ctx.db
    .selectFrom('carrier_inbox')
    .select('words')
    .where('feed', '=', feed)
    .where('delivery_id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return row?.words as CarrierEvent[] | undefined; // what insertCall stored
}

export async function markDone(ctx: Ctx, feed: string, id: string): Promise<void> {
  await sql`UPDATE carrier_inbox SET done_at = ${ctx.now} WHERE feed = ${feed} AND delivery_id = ${id}`.execute(ctx.db);
}

/** Calls do their work once and are of no use after a month. */
export async function purgeCalls(ctx: Ctx, before: Date): Promise<void> {
  await ctx.db.deleteFrom('carrier_inbox').where('received_at', '<', before).execute();
}
