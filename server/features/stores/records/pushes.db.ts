import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { parcelQueue, sendUnsent } from '#server/db/queue.ts';

export async function findParcel(ctx: AccountCtx, parcelId: string) {
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
      'o.store_id',
    ])
    .select(['s.platform', 's.external_domain as domain', 's.status', 's.settings'])
    .where('p.account_id', '=', ctx.account)
    .where('p.id', '=', parcelId)
    .executeTakeFirst();
}

/** What is in a parcel, by the orders and lines of the shop that the units came from. */
export async function findParcelLines(ctx: AccountCtx, parcelId: string) {
  const { rows } = await sql<{ order_external_id: string; line_external_id: string; quantity: number }>`
    SELECT o.external_id AS order_external_id, g.external_id AS line_external_id, sum(p.quantity)::int AS quantity
    FROM parcel_lines p
    JOIN order_lines l ON l.account_id = p.account_id AND l.id = p.line_id
    JOIN order_lines g ON g.account_id = l.account_id AND g.id = coalesce(l.origin_line_id, l.id)
    JOIN orders o ON o.account_id = g.account_id AND o.id = g.order_id
    WHERE p.account_id = ${ctx.account} AND p.parcel_id = ${parcelId}
    GROUP BY o.id, o.external_id, g.id, g.external_id ORDER BY o.id, g.id`.execute(ctx.db);
  return rows;
}

export type Push = {
  fulfillment_order_id: string;
  external_id: string | null;
  tracking_number: string;
  state: 'sending' | 'sent' | 'refused';
  error: string | null;
};

export async function findPushes(ctx: AccountCtx, parcelId: string) {
  return ctx.db
    .selectFrom('parcel_pushes')
    .select(['fulfillment_order_id', 'external_id', 'tracking_number', 'state', 'tried'])
    .where('account_id', '=', ctx.account)
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

/** A fulfilment that a shop had made of a parcel before it was recorded here. */
export type KnownPush = {
  parcel_id: string;
  fulfillment_order_id: string;
  external_id: string;
  tracking_number: string;
};

/** Notes the fulfilments that the shops have for these parcels. */
export async function insertKnownPushes(ctx: AccountCtx, pushes: readonly KnownPush[]): Promise<void> {
  if (pushes.length === 0) return;
  await sql`
    INSERT INTO parcel_pushes (account_id, parcel_id, fulfillment_order_id, external_id, tracking_number, state, sent_at)
    SELECT ${ctx.account}, r.parcel_id, r.fulfillment_order_id, r.external_id, r.tracking_number, 'sent', ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(pushes)}::json) AS r(parcel_id uuid, fulfillment_order_id text, external_id text, tracking_number text)`.execute(
    ctx.db,
  );
}

/** Sends again what a store's shop could not be notified of while it was not connected. */
export async function requeuePushes(ctx: AccountCtx, storeId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT b.id FROM outbox b
    JOIN parcels p ON p.account_id = b.account_id AND p.id = (b.payload ->> 'parcel_id')::uuid
    JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
    WHERE b.account_id = ${ctx.account} AND b.kind = 'shop_fulfillment' AND b.state IN ('queued', 'failed')
      AND o.store_id = ${storeId}`.execute(ctx.db);
  await sendUnsent(
    ctx,
    rows.map((row) => row.id),
    parcelQueue(storeId),
  );
}
