import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import { scanned } from '../records/orders.db.ts';
import type { ToldParcel } from './notify-shop.ts';

export async function updateLastMile(
  ctx: Ctx,
  accountId: string,
  id: string,
  { carrier, tracking_number }: { carrier: string; tracking_number: string },
): Promise<void> {
  const byHand = ctx.actor.kind === 'staff';
  await sql`
    UPDATE parcels SET last_mile_carrier = ${carrier}, last_mile_number = ${tracking_number}, version = version + 1,
      status = CASE WHEN status = 'pending' THEN 'in_transit' ELSE status END, handed_over_at = CASE WHEN ${byHand} THEN coalesce(handed_over_at, ${ctx.now}) ELSE handed_over_at END
    WHERE account_id = ${accountId} AND id = ${id}`.execute(ctx.db);
}

/** Parcels of a store that its shop was never told of, oldest first. */
export async function findUntold(
  ctx: Ctx,
  accountId: string,
  storeId: string,
  since: Date,
  limit: number,
): Promise<ToldParcel[]> {
  const { rows } = await sql<ToldParcel>`
    SELECT p.account_id, p.order_id, p.id AS parcel_id, o.store_id, p.carrier, p.tracking_number, p.last_mile_carrier, p.last_mile_number,
      ${scanned} AS scanned
    FROM parcels p JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
    WHERE p.account_id = ${accountId} AND o.store_id = ${storeId} AND p.shipped_at > ${since}
      AND NOT EXISTS (SELECT 1 FROM parcel_pushes u WHERE u.account_id = p.account_id AND u.parcel_id = p.id)
    ORDER BY p.shipped_at, p.id LIMIT ${limit}`.execute(ctx.db);
  return rows;
}
