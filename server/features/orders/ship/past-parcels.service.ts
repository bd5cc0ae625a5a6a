import { v7 as uuid } from 'uuid';
import { audit } from '#server/db/audit.ts';
import type { AccountCtx, StaffActor } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { termsOf } from '../rules/search-terms.ts';
import { saveTerms } from '../records/write.db.ts';
import * as rows from './ship.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';
import { consumeStock, findHolding } from '#server/features/stock/index.ts';
import { insertKnownPushes } from '#server/features/stores/index.ts';

export type { RecordedParcel } from './ship.db.ts';

/**
 * Records parcels of one client that left and that their shops know already, many in one go, each at its
 * own moment: the history of a client who comes from elsewhere, and of the demo workspace. The rules of `ship` hold; no shop is
 * notified. Answers the parcels' ids in order.
 */
export async function recordParcels(
  ctx: AccountCtx<StaffActor>,
  parcels: readonly Omit<rows.RecordedParcel, 'id'>[],
): Promise<string[]> {
  if (parcels.length === 0) return [];
  const made = parcels.map((parcel) => ({ ...parcel, id: uuid() }));
  const orderIds = [...new Set(made.map((parcel) => parcel.order_id))];
  const shippable = await rows.lockShippable(ctx, orderIds);
  if (shippable.length < orderIds.length) throw appError('order_not_shippable', { text: 'orders.not_shippable' });
  const written = await rows.insertParcels(ctx, made, ctx.actor.user_id);
  const moved = await rows.moveQuantities(ctx, made);
  const wanted = made.reduce((sum, parcel) => sum + parcel.lines.length, 0);
  if (written.length < made.length || moved < wanted)
    throw appError('order_not_shippable', { text: 'orders.parcel_too_much' });
  await rows.markShipped(ctx, made);
  await insertKnownPushes(
    ctx,
    made.flatMap(({ id, tracking_number, known }) => (known ? [{ parcel_id: id, tracking_number, ...known }] : [])),
  );
  await saveTerms(
    ctx,
    written.flatMap((parcel) => termsOf([parcel.tracking_number]).map((term) => ({ order_id: parcel.order_id, term }))),
  );
  const known = new Map(made.map((parcel) => [parcel.id, parcel]));
  await noteEvents(
    ctx,
    written.map(({ id, order_id, carrier, tracking_number }) => {
      const { at = ctx.now, lines = [] } = known.get(id) ?? {};
      const units = lines.reduce((sum, line) => sum + line.quantity, 0);
      return { order_id, kind: 'shipped', at, data: { carrier, tracking_number, units } };
    }),
  );
  const holding = await findHolding(ctx, orderIds);
  for (const { id, order_id, tracking_number, lines } of made)
    if (holding.has(order_id)) await consumeStock(ctx, { parcel_id: id, order_id, order_name: tracking_number, lines });
  await reviewOrders(ctx, { orderIds });
  await audit(ctx, {
    action: 'orders.record_parcels',
    account_id: ctx.account,
    entity: 'parcels',
    details: { parcels: made.length },
  });
  publish(ctx, { account_id: null, kind: 'orders.changed' });
  return made.map((parcel) => parcel.id);
}

/** Records that parcels arrived, each at its own moment; orders whose parcels all arrived become delivered. */
export async function recordDeliveries(ctx: AccountCtx, parcels: readonly { id: string; at: Date }[]): Promise<void> {
  if (parcels.length === 0) return;
  const orders = await rows.setDelivered(ctx, parcels);
  await noteEvents(
    ctx,
    orders.map((order_id) => ({ order_id, kind: 'delivered' })),
  );
  await reviewOrders(ctx, { orderIds: [...new Set(orders)] });
  await audit(ctx, {
    action: 'orders.record_deliveries',
    account_id: ctx.account,
    entity: 'parcels',
    details: { parcels: parcels.length },
  });
}
