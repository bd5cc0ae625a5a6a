import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

export type Tracking = {
  account_id: string;
  parcel_id: string;
  number: string;
  carrier: string;
  state: 'waiting' | 'registered';
  attempts: number;
};

/** Takes numbers whose time has come, oldest first; nobody else takes them for the time of the lease. */
export async function takeDue(ctx: Ctx, leaseUntil: Date, limit: number): Promise<Tracking[]> {
  const { rows } = await sql<Tracking>`
    UPDATE parcel_trackings t SET due_at = ${leaseUntil}
    FROM (SELECT account_id, parcel_id, number FROM parcel_trackings
          WHERE state IN ('waiting', 'registered') AND due_at <= ${ctx.now}
          ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) due
    WHERE t.account_id = due.account_id AND t.parcel_id = due.parcel_id AND t.number = due.number
    RETURNING t.account_id, t.parcel_id, t.number, t.carrier, t.state, t.attempts`.execute(ctx.db);
  return rows;
}

/** The parcel's numbers, to be asked for now. */
export async function takeParcel(ctx: Ctx, accountId: string, parcelId: string): Promise<Tracking[]> {
  const { rows } = await sql<Tracking>`
    SELECT account_id, parcel_id, number, carrier, CASE WHEN state = 'waiting' THEN 'waiting' ELSE 'registered' END AS state, attempts
    FROM parcel_trackings WHERE account_id = ${accountId} AND parcel_id = ${parcelId} AND state IN ('waiting', 'registered', 'refused')`.execute(
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
