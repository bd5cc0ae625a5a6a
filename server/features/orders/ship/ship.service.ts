import { v7 as uuid } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, notFound, readerLanguage, type StaffActor, type MerchantCtx } from '#server/db/context.ts';
import { publish, parcelQueue, sendLater } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Phrase, PlainText } from '#server/lib/refusal-texts.ts';
import { parcelAnswer } from '../records/answers.ts';
import { openQuantity } from '../rules/units.ts';
import { termsOf } from '../rules/search-terms.ts';
import { saveTerms } from '../records/write.db.ts';
import {
  findChannel,
  handOver,
  insertParcel,
  lockParcel,
  parcelExists,
  updateTracking,
  findStore,
  isOfShop,
} from '../records/orders.db.ts';
import { lockFor } from '../review/actions.service.ts';
import { findLines, findParcels } from '../records/detail.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';
import { notifyShop } from './notify-shop.ts';
import { findSharing } from './ship.db.ts';
import { consumeStock } from '#server/features/stock/index.ts';
import type { FulfilmentStep } from '#contract/order-actions.ts';
import type { OrderEventKind } from '#contract/order-events.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import { after } from '../cancel/cancel.service.ts';
import { setFulfilmentStep } from '../records/cancel.db.ts';
import { readOrder } from '../review/orders.service.ts';

type Ship = ParsedOf<typeof orders.ship>['body'];
const refuse = (sentence: Phrase, field?: string) => appError('order_not_shippable', sentence, field);
/** A shop tells the parcels of one of its orders apart by their numbers. */
const numberTaken = () => appError('duplicate_reference', { text: 'orders.tracking_number_used' }, 'tracking_number');

/** Several orders may be in one parcel, but whoever says so has seen which. */
export async function requireOwnNumber(ctx: AccountCtx<StaffActor>, orderId: string, number: string): Promise<void> {
  const others = await findSharing(ctx, orderId, number);
  if (others.length === 0) return;
  const orders = others.map(({ name, account_id, client }) =>
    account_id === ctx.account ? name : `${name} (${client})`,
  );
  throw appError(
    'tracking_number_shared',
    { text: 'orders.tracking_number_shared', params: { orders } },
    'tracking_number',
  );
}

/** A parcel left with these lines (all that is open when none are named); the shop is notified through the outbox. */
export async function ship(ctx: AccountCtx<StaffActor>, orderId: string, body: Ship): Promise<void> {
  const row = await lockFor(ctx, orderId, 'ship', body.version);
  const channel = await findChannel(ctx, body.channel_id);
  if (!channel) throw refuse({ text: 'orders.no_channel' }, 'channel_id');
  const lines = await linesToShip(ctx, orderId, body.lines);
  const { tracking_number } = body;
  const id = uuid();
  const tracking_url = urlOf(channel.tracking_url, tracking_number);
  const known = await parcelExists(ctx, orderId, channel.carrier, tracking_number);
  const added =
    !known &&
    (await insertParcel(ctx, {
      account_id: ctx.account,
      id,
      order_id: orderId,
      channel_id: channel.id,
      carrier: channel.carrier,
      tracking_number,
      tracking_url,
      created_by: ctx.actor.user_id,
      lines,
    }));
  if (!added) throw numberTaken();
  if (!body.shared) await requireOwnNumber(ctx, orderId, tracking_number);
  await saveTerms(
    ctx,
    termsOf([tracking_number]).map((term) => ({ order_id: orderId, term })),
  );
  const units = lines.reduce((sum, line) => sum + line.quantity, 0);
  await noteEvents(ctx, [
    { order_id: orderId, kind: 'shipped', data: { carrier: channel.carrier, tracking_number, units } },
  ]);
  await consumeStock(ctx, { parcel_id: id, order_id: orderId, order_name: row.name, lines });
  await reviewOrders(ctx, { orderIds: [orderId] });
  await audit(ctx, {
    action: 'orders.ship',
    account_id: ctx.account,
    entity: 'orders',
    entity_id: orderId,
    details: { parcel_id: id, channel: channel.name, tracking_number, units },
  });
  const parcel = { account_id: ctx.account, order_id: orderId, parcel_id: id, store_id: row.store_id, tracking_number };
  const noLastMile = { last_mile_carrier: null, last_mile_number: null };
  await notifyShop(ctx, { ...parcel, ...noLastMile, carrier: channel.carrier, scanned: false });
  publish(ctx, { account_id: null, kind: 'orders.changed', id: orderId });
}

/** Quantities of the parcel, never more than is open (domain.md §2.8). */
async function linesToShip(
  ctx: AccountCtx,
  orderId: string,
  wanted: Ship['lines'],
): Promise<{ line_id: string; quantity: number }[]> {
  const open = new Map(
    (await findLines(ctx, orderId)).map((line) => [line.id, { title: line.title, left: openQuantity(line) }]),
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
export async function noteScan(ctx: AccountCtx<StaffActor>, parcelId: string) {
  const row = await lockParcel(ctx, parcelId);
  if (!row) throw notFound('parcel');
  if (!row.scanned) {
    await handOver(ctx, row.id);
    const { tracking_number } = row;
    await noteEvents(ctx, [{ order_id: row.order_id, kind: 'scanned', data: { tracking_number } }]);
    await notifyShop(ctx, { ...row, account_id: ctx.account, parcel_id: row.id, scanned: true });
    await audit(ctx, {
      action: 'orders.scanned',
      account_id: ctx.account,
      entity: 'parcels',
      entity_id: row.id,
      fields: ['status'],
    });
    publish(ctx, { account_id: ctx.account, kind: 'orders.changed', id: row.order_id });
    publish(ctx, { account_id: null, kind: 'orders.changed', id: row.order_id });
  }
  const [shown] = await findParcels(ctx, { parcelId: row.id });
  if (!shown) throw notFound('parcel');
  return parcelAnswer(shown, readerLanguage(ctx));
}

/** Corrects a parcel's number; the shop's fulfilment is updated, never doubled (domain.md §3.7). */
export async function correctTracking(
  ctx: AccountCtx<StaffActor>,
  parcelId: string,
  body: ParsedOf<typeof orders.correctTracking>['body'],
) {
  const row = await lockParcel(ctx, parcelId);
  if (!row) throw notFound('parcel');
  if (row.version !== body.version) throw appError('stale_version', { text: 'orders.parcel_changed' });
  const { tracking_number } = body;
  if (tracking_number !== row.tracking_number) {
    if (await parcelExists(ctx, row.order_id, row.carrier, tracking_number)) {
      throw numberTaken();
    }
    if (!body.shared) await requireOwnNumber(ctx, row.order_id, tracking_number);
    await updateTracking(ctx, row.id, {
      tracking_number,
      tracking_url: urlOf(row.channel_url, tracking_number),
    });
    await saveTerms(
      ctx,
      termsOf([tracking_number]).map((term) => ({ order_id: row.order_id, term })),
    );
    await noteEvents(ctx, [
      { order_id: row.order_id, kind: 'tracking_corrected', data: { from: row.tracking_number, to: tracking_number } },
    ]);
    if (row.status === 'delivered') await reviewOrders(ctx, { orderIds: [row.order_id] });
    await notifyShop(ctx, {
      ...row,
      account_id: ctx.account,
      parcel_id: row.id,
      tracking_number,
    });
    publish(ctx, { account_id: ctx.account, kind: 'orders.changed', id: row.order_id });
    publish(ctx, { account_id: null, kind: 'orders.changed', id: row.order_id });
  }
  await audit(ctx, {
    action: 'orders.correct_tracking',
    account_id: ctx.account,
    entity: 'parcels',
    entity_id: row.id,
    fields: ['tracking_number'],
    details: { from: row.tracking_number, to: tracking_number },
  });
  const [shown] = await findParcels(ctx, { parcelId: row.id });
  if (!shown) throw notFound('parcel');
  return parcelAnswer(shown, readerLanguage(ctx));
}

type Body = ParsedOf<typeof orders.recordFulfilmentStep>['body'];

const leadsTo = { buy: 'bought', pick: 'picked', pack: 'packed', unpack: 'picked' } as const satisfies Record<
  Body['action'],
  FulfilmentStep
>;

/** The warehouse says how far it is with an order; what may still be changed of it follows. */
export async function recordFulfilmentStep(
  ctx: AccountCtx<StaffActor>,
  id: string,
  { action, version }: Body,
): Promise<void> {
  await lockFor(ctx, id, action, version);
  await setFulfilmentStep(ctx, id, leadsTo[action]);
  const kind = action === 'unpack' ? 'unpacked' : leadsTo[action];
  await noteEvents(ctx, [{ order_id: id, kind }]);
  await after(ctx, id, action);
}

/** What to do where the shop cannot be asked. */
const manually: Record<string, PlainText> = {
  woocommerce: 'orders.unfulfill_in_woo',
  file: 'orders.unfulfill_in_file',
};

type ShopAction = {
  action: 'cancel_fulfilment' | 'release_in_store';
  can: 'cancels_fulfilments' | 'releases_holds';
  /** What is sent to the shop, and the beginning of its key. */
  kind: 'shop_unfulfil' | 'shop_release';
  key: string;
  event: OrderEventKind;
  manually: (platform: string) => PlainText;
};

/** Has an order's shop do something with it; the shop's news then take the block away. */
async function askShop(ctx: MerchantCtx, id: string, version: number, shopAction: ShopAction) {
  const order = await lockFor(ctx, id, shopAction.action, version);
  const store = await findStore(ctx, order.store_id);
  if (!store) throw notFound('order');
  if (!capabilitiesOf(store.platform)[shopAction.can] || !(await isOfShop(ctx, id)))
    throw appError('order_not_editable', { text: shopAction.manually(store.platform) });
  const payload = { account_id: ctx.account, store_id: store.id, order_id: id };
  const key = `${shopAction.key}:${id}:${version}`;
  await sendLater(ctx, { kind: shopAction.kind, key, queue: parcelQueue(store.id), account_id: ctx.account, payload });
  await noteEvents(ctx, [{ order_id: id, kind: shopAction.event }]);
  await audit(ctx, { action: `orders.${shopAction.action}`, entity: 'orders', entity_id: id });
  return readOrder(ctx, id);
}

/** Has the shop cancel what somebody else marked as sent. */
export const cancelFulfilment = (ctx: MerchantCtx, id: string, version: number) =>
  askShop(ctx, id, version, {
    action: 'cancel_fulfilment',
    can: 'cancels_fulfilments',
    kind: 'shop_unfulfil',
    key: 'unfulfil',
    event: 'fulfilment_cancel_asked',
    manually: (platform) => manually[platform] ?? 'orders.unfulfill_in_store',
  });

/** Has the shop release the hold that it placed on an order. */
export const releaseInStore = (ctx: MerchantCtx, id: string, version: number) =>
  askShop(ctx, id, version, {
    action: 'release_in_store',
    can: 'releases_holds',
    kind: 'shop_release',
    key: 'release',
    event: 'store_release_asked',
    manually: () => 'orders.blocked_STORE_HOLD',
  });
