import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import type { ParcelStatus } from '#contract/parcel-rules.ts';

/** Where a parcel stands, its order kept still with it. */
export async function lockProgress(ctx: Ctx, accountId: string, id: string) {
  const { rows } = await sql<
    Omit<ParcelProgress, 'last_mile'> & {
      order_id: string;
      store_id: string;
      carrier: string;
      tracking_number: string;
      last_mile_carrier: string | null;
      last_mile_number: string | null;
      handed_over_at: Date | null;
    }
  >`
    SELECT p.order_id, o.store_id, p.carrier, p.tracking_number, p.last_mile_carrier, p.last_mile_number, p.handed_over_at,
      p.status, p.substatus, p.first_scan_at, p.last_event_at, p.delivered_at
    FROM parcels p JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
    WHERE p.account_id = ${accountId} AND p.id = ${id} FOR UPDATE OF p, o`.execute(ctx.db);
  return rows[0];
}

/** Its version does not move: what carriers say is no reason to refuse an act on its number. */
export async function saveProgress(ctx: Ctx, accountId: string, id: string, state: ParcelProgress): Promise<void> {
  const { status, substatus, first_scan_at, last_event_at, delivered_at } = state;
  await ctx.db
    .updateTable('parcels')
    .set({ status, substatus, first_scan_at, last_event_at, delivered_at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Whether the carrier itself named this number of the last mile before. */
export async function saidByCarrier(ctx: Ctx, accountId: string, parcelId: string, number: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('parcel_events')
    .select('id')
    .where('account_id', '=', accountId)
    .where('parcel_id', '=', parcelId)
    .where('next_number', '=', number)
    .executeTakeFirst();
  return row !== undefined;
}

/** Where a parcel is, by all that its carriers have said. */
export type ParcelProgress = {
  status: ParcelStatus;
  substatus: string | null;
  first_scan_at: Date | null;
  last_event_at: Date | null;
  delivered_at: Date | null;
  last_mile: { carrier: string; number: string } | null;
};
