import { v7 as uuid } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, notFound, type StaffCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import { parcelAnswer } from '../records/answers.ts';
import { openQuantity } from '../rules/units.ts';
import { termsOf } from '../rules/search-terms.ts';
import { saveTerms } from '../records/write.db.ts';
import { findChannel, handOver, insertParcel, lockParcel, parcelExists, updateTracking } from '../records/orders.db.ts';
import { lockFor } from '../review/actions.service.ts';
import { findLines, findParcels } from '../records/detail.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';
import { tellShop } from './notify-shop.ts';
import { consumeStock } from '#server/features/stock/index.ts';

type Ship = ParsedOf<typeof orders.ship>['body'];
const refuse = (sentence: Phrase, field?: string) => appError('order_not_shippable', sentence, field);
/** A shop tells the parcels of one of its orders apart by their numbers. */
const numberTaken = () => appError('duplicate_reference', { text: 'orders.tracking_number_used' }, 'tracking_number');

/** A parcel left with these lines (all that is open when none are named); the shop is told through the outbox. */
export async function ship(ctx: StaffCtx, order: { account_id: string; id: string }, body: Ship): Promise<void> {
  const { account_id } = order;
  const row = await lockFor(ctx, account_id, order.id, 'ship', body.version);
  const channel = await findChannel(ctx, body.channel_id);
  if (!channel) throw refuse({ text: 'orders.no_channel' }, 'channel_id');
  const lines = await linesToShip(ctx, account_id, order.id, body.lines);
  const { tracking_number } = body;
  const id = uuid();
  const tracking_url = urlOf(channel.tracking_url, tracking_number);
  const known = await parcelExists(ctx, account_id, order.id, channel.carrier, tracking_number);
  const added =
    !known &&
    (await insertParcel(ctx, {
      account_id,
      id,
      order_id: order.id,
      channel_id: channel.id,
      carrier: channel.carrier,
      tracking_number,
      tracking_url,
      created_by: ctx.actor.user_id,
      lines,
    }));
  if (!added) throw numberTaken();
  await saveTerms(
    ctx,
    account_id,
    termsOf([tracking_number]).map((term) => ({ order_id: order.id, term })),
  );
  const units = lines.reduce((sum, line) => sum + line.quantity, 0);
  await noteEvents(ctx, account_id, [
    { order_id: order.id, kind: 'shipped', data: { carrier: channel.carrier, tracking_number, units } },
  ]);
  await consumeStock(ctx, account_id, { parcel_id: id, order_id: order.id, order_name: row.name, lines });
  await reviewOrders(ctx, account_id, { orderIds: [order.id] });
  await audit(ctx, {
    action: 'orders.ship',
    account_id,
    entity: 'orders',
    entity_id: order.id,
    details: { parcel_id: id, channel: channel.name, tracking_number, units },
  });
  const parcel = { account_id, order_id: order.id, parcel_id: id, store_id: row.store_id, tracking_number };
  const noLastMile = { last_mile_carrier: null, last_mile_number: null };
  await tellShop(ctx, { ...parcel, ...noLastMile, carrier: channel.carrier, scanned: false });
  await publish(ctx, { account_id: null, kind: 'orders.changed', id: order.id });
}

/** Quantities of the parcel, never more than is open (domain.md §2.8). */
async function linesToShip(
  ctx: Ctx,
  accountId: string,
  orderId: string,
  wanted: Ship['lines'],
): Promise<{ line_id: string; quantity: number }[]> {
  const open = new Map(
    (await findLines(ctx, accountId, orderId)).map((line) => [
      line.id,
      { title: line.title, left: openQuantity(line) },
    ]),
  );
  if (!wanted) {
    const all = [...open]
      .filter(([, line]) => line.left > 0)
      .map(([line_id, line]) => ({ line_id, quantity: line.left }));
    if (all.length === 0) throw refuse({ text: 'orders.nothing_to_ship' });
    return all;
  }
  const merged = new Map<string, number>();
  for (const line of wanted) merged.set(line.line_id, (merged.get(line.line_id) ?? 0) + line.quantity);
  for (const [lineId, quantity] of merged) {
    const line = open.get(lineId);
    if (!line) throw refuse({ text: 'orders.line_elsewhere' }, 'lines');
    if (quantity > line.left)
      throw refuse({ text: 'orders.too_many_to_ship', params: { count: line.left, title: line.title } }, 'lines');
  }
  return [...merged].map(([line_id, quantity]) => ({ line_id, quantity }));
}

const urlOf = (pattern: string | null, number: string) =>
  pattern?.replace('{number}', encodeURIComponent(number)) ?? null;

/** The carrier has the parcel: what waited for that goes to the shop. A parcel that was scanned before stays as it is. */
export async function noteScan(ctx: StaffCtx, parcel: { account_id: string; id: string }) {
  const { account_id } = parcel;
  const row = await lockParcel(ctx, account_id, parcel.id);
  if (!row) throw notFound('parcel');
  if (!row.scanned) {
    await handOver(ctx, account_id, row.id);
    const { tracking_number } = row;
    await noteEvents(ctx, account_id, [{ order_id: row.order_id, kind: 'scanned', data: { tracking_number } }]);
    await tellShop(ctx, { ...row, account_id, parcel_id: row.id, scanned: true });
    await audit(ctx, {
      action: 'orders.scanned',
      account_id,
      entity: 'parcels',
      entity_id: row.id,
      fields: ['status'],
    });
    await publish(ctx, { account_id, kind: 'orders.changed', id: row.order_id });
    await publish(ctx, { account_id: null, kind: 'orders.changed', id: row.order_id });
  }
  const [after] = await findParcels(ctx, account_id, { parcelId: row.id });
  if (!after) throw notFound('parcel');
  return parcelAnswer(after);
}

/** Corrects a parcel's number; the shop's fulfilment is updated, never doubled (domain.md §3.7). */
export async function correctTracking(
  ctx: StaffCtx,
  parcel: { account_id: string; id: string },
  body: { tracking_number: string; version: number },
) {
  const { account_id } = parcel;
  const row = await lockParcel(ctx, account_id, parcel.id);
  if (!row) throw notFound('parcel');
  if (row.version !== body.version) throw appError('stale_version', { text: 'orders.parcel_changed' });
  const { tracking_number } = body;
  if (tracking_number !== row.tracking_number) {
    if (await parcelExists(ctx, account_id, row.order_id, row.carrier, tracking_number)) {
      throw numberTaken();
    }
    await updateTracking(ctx, account_id, row.id, {
      tracking_number,
      tracking_url: urlOf(row.channel_url, tracking_number),
    });
    await saveTerms(
      ctx,
      account_id,
      termsOf([tracking_number]).map((term) => ({ order_id: row.order_id, term })),
    );
    await noteEvents(ctx, account_id, [
      { order_id: row.order_id, kind: 'tracking_corrected', data: { from: row.tracking_number, to: tracking_number } },
    ]);
    if (row.status === 'delivered') await reviewOrders(ctx, account_id, { orderIds: [row.order_id] });
    await tellShop(ctx, {
      ...row,
      account_id,
      parcel_id: row.id,
      tracking_number,
    });
    await publish(ctx, { account_id, kind: 'orders.changed', id: row.order_id });
    await publish(ctx, { account_id: null, kind: 'orders.changed', id: row.order_id });
  }
  await audit(ctx, {
    action: 'orders.correct_tracking',
    account_id,
    entity: 'parcels',
    entity_id: row.id,
    fields: ['tracking_number'],
    details: { from: row.tracking_number, to: tracking_number },
  });
  const [after] = await findParcels(ctx, account_id, { parcelId: row.id });
  if (!after) throw notFound('parcel');
  return parcelAnswer(after);
}
