import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Ctx } from '#server/db/context.ts';
import type { ParcelState } from './parcel-state.ts';
import type { CarrierWord } from '#server/connectors/carriers/carrier-feed.ts';

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

/** Where these parcels are; their numbers are followed from now on without being registered again. */
export async function saveStates(
  ctx: Ctx,
  states: readonly (Omit<ParcelState, 'last_mile'> & { account_id: string; parcel_id: string })[],
): Promise<void> {
  const json = JSON.stringify(states);
  await sql`
    UPDATE parcels p SET status = r.status, substatus = r.substatus, first_scan_at = r.first_scan_at, last_event_at = r.last_event_at
    FROM json_to_recordset(${json}::json) AS r(account_id uuid, parcel_id uuid, status text, substatus text, first_scan_at timestamptz, last_event_at timestamptz)
    WHERE p.account_id = r.account_id AND p.id = r.parcel_id`.execute(ctx.db);
  await sql`UPDATE parcel_trackings SET state = 'done' WHERE state = 'waiting'`.execute(ctx.db);
  await sql`
    UPDATE parcel_trackings t SET state = 'registered', due_at = ${ctx.now}
    FROM json_to_recordset(${json}::json) AS r(account_id uuid, parcel_id uuid)
    WHERE t.account_id = r.account_id AND t.parcel_id = r.parcel_id`.execute(ctx.db);
}

export type ParcelHistory = {
  account_id: string;
  parcel_id: string;
  /** Nothing of it moves its order any more: it stays where it is. */
  settled: boolean;
  words: readonly CarrierWord[];
};
