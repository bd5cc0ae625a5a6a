import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import { deliverSoon, parcelQueue } from '#server/db/queue.ts';

export async function findParcel(ctx: Ctx, accountId: string, parcelId: string) {
  return ctx.db
    .selectFrom('parcels as p')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.account_id', '=', 'p.account_id').onRef('o.id', '=', 'p.order_id'),
    )
    .innerJoin('stores as s', (join) =>
      join.onRef('s.account_id', '=', 'o.account_id').onRef('s.id', '=', 'o.store_id'),
    )
    .select([
      'p.order_id',
      'p.carrier',
      'p.tracking_number',
      'p.tracking_url',
      'p.last_mile_carrier',
      'p.last_mile_number',
      'o.external_id as order_external_id',
      'o.store_id',
    ])
    .select(['s.platform', 's.external_domain as domain', 's.status', 's.settings'])
    .where('p.account_id', '=', accountId)
    .where('p.id', '=', parcelId)
    .executeTakeFirst();
}

export async function findParcelLines(ctx: Ctx, accountId: string, parcelId: string) {
  return ctx.db
    .selectFrom('parcel_lines as l')
    .innerJoin('order_lines as o', (join) =>
      join.onRef('o.account_id', '=', 'l.account_id').onRef('o.id', '=', 'l.line_id'),
    )
    .select(['o.external_id as line_external_id', 'l.quantity'])
    .where('l.account_id', '=', accountId)
    .where('l.parcel_id', '=', parcelId)
    .execute();
}

export type Push = {
  fulfillment_order_id: string;
  external_id: string | null;
  tracking_number: string;
  state: 'sending' | 'sent' | 'refused';
  error: string | null;
};

export async function findPushes(ctx: Ctx, accountId: string, parcelId: string) {
  return ctx.db
    .selectFrom('parcel_pushes')
    .select(['fulfillment_order_id', 'external_id', 'tracking_number', 'state', 'tried'])
    .where('account_id', '=', accountId)
    .where('parcel_id', '=', parcelId)
    .execute();
}

/** Writes where one fulfilment of a parcel stands. */
export async function savePush(ctx: Ctx, parcel: { account_id: string; parcel_id: string }, push: Push): Promise<void> {
  const { fulfillment_order_id, ...state } = push;
  const sent_at = push.state === 'sent' ? ctx.now : null;
  await ctx.db
    .insertInto('parcel_pushes')
    .values({ ...parcel, fulfillment_order_id, ...state, sent_at, tried: [push.tracking_number] })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'parcel_id', 'fulfillment_order_id']).doUpdateSet({
        ...state,
        sent_at,
        // a call that broke off may have reached the shop: each number stays known
        tried: sql`CASE WHEN ${push.tracking_number} = ANY(parcel_pushes.tried) THEN parcel_pushes.tried
          ELSE parcel_pushes.tried || ${push.tracking_number}::text END`,
      }),
    )
    .execute();
}

/** Sends again what a store's shop could not be told while it was not connected. */
export async function requeuePushes(ctx: Ctx, accountId: string, storeId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    UPDATE outbox b SET state = 'queued'
    FROM parcels p JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
    WHERE b.account_id = ${accountId} AND b.kind = 'shop_fulfillment' AND b.state IN ('queued', 'failed')
      AND p.account_id = b.account_id AND p.id = (b.payload ->> 'parcel_id')::uuid AND o.store_id = ${storeId}
    RETURNING b.id`.execute(ctx.db);
  for (const { id } of rows) await deliverSoon(ctx, id, parcelQueue(storeId));
}
