import { z } from 'zod';
import {
  type ShipmentPart,
  type ShipmentPlan,
  ShopError,
  type ShopFulfillment,
  type ShopSession,
  type ShopShipment,
} from '../connector.ts';
import type { orderReader, WooOrder } from './orders.ts';
import { type Entry, registerKey, registerOf } from './register.ts';
import type { Rest } from './rest.ts';
import { fulfillmentsWay, noteWay, type Parcel, type Shown, type TrackingWay, trackingsWay } from './tracking-ways.ts';

type Orders = ReturnType<typeof orderReader>;
type Tracking = { carrier: string; tracking_number: string; tracking_url: string | null; notify_buyer: boolean };

/** Finds a parcel of any carrier; for parcels without an address of their own. */
const anyCarrier = (number: string) => `https://t.17track.net/en#nums=${encodeURIComponent(number)}`;

const parcelOf = (tracking: Tracking, lines: Parcel['lines'], corrected: boolean): Parcel => ({
  number: tracking.tracking_number,
  carrier: tracking.carrier,
  url: tracking.tracking_url ?? anyCarrier(tracking.tracking_number),
  notify: tracking.notify_buyer,
  corrected,
  lines,
});

const add = (pieces: Map<string, number>, lines: Parcel['lines']) => {
  for (const { id, quantity } of lines) pieces.set(id, (pieces.get(id) ?? 0) + quantity);
};

const sum = (lines: readonly { quantity: number }[]) => lines.reduce((all, line) => all + line.quantity, 0);

const asMade = (order: WooOrder, entry: Entry): ShopFulfillment => ({
  fulfillment_order_id: order.id,
  external_id: entry.id,
  tracking_number: entry.number,
});

/**
 * Reports parcels to WooCommerce shops. Which parcels were reported for an order is kept in the order itself, so that repeated,
 * crashed and corrected calls find what they did: the number is shown first, then written down, and shown once only.
 */
export function tracker(rest: Rest, orders: Orders) {
  const ways: TrackingWay[] = [
    fulfillmentsWay(rest),
    trackingsWay(rest, 'wc-shipment-tracking/v3'),
    trackingsWay(rest, 'wc-ast/v3'),
    noteWay(rest),
  ];

  async function openOrder(shop: ShopSession, orderId: string): Promise<WooOrder> {
    const order = await orders.raw(shop, orderId);
    if (!order || order.status === 'trash')
      throw new ShopError('refused', 'The order does not exist at the shop any more.');
    if (order.status === 'cancelled' || order.status === 'refunded')
      throw new ShopError('refused', `The order was ${order.status} at the shop.`);
    return order;
  }

  /** The best place that the shop has now; which plugins run is for its merchant to change at any time. */
  async function wayOf(shop: ShopSession, orderId: string): Promise<{ way: TrackingWay; shown: Shown[] }> {
    for (const way of ways) {
      const shown = await way.list(shop, orderId);
      if (shown) return { way, shown };
    }
    throw new ShopError('refused', 'The order does not exist at the shop any more.');
  }

  /** Pieces of each line that nobody has sent yet; `own` numbers do not count as sent by others. */
  async function leftOf(shop: ShopSession, order: WooOrder, shown: readonly Shown[], numbers: readonly string[]) {
    const sent = await orders.refundedOf(shop, order);
    const register = registerOf(order.meta_data);
    for (const entry of register) add(sent, entry.lines);
    const known = new Set(register.map((entry) => entry.ref));
    for (const one of shown) if (!known.has(one.ref) && !numbers.includes(one.number)) add(sent, one.lines);
    return new Map(order.line_items.map((line) => [line.id, Math.max(0, line.quantity - (sent.get(line.id) ?? 0))]));
  }

  /** Writes down which parcels were reported for the order; with the last piece it is completed, as a merchant would. */
  async function write(shop: ShopSession, order: WooOrder, register: Entry[], left: number): Promise<void> {
    const completes = left === 0 && order.status === 'processing';
    const body = { meta_data: [{ key: registerKey, value: register }], ...(completes && { status: 'completed' }) };
    await rest.send(shop, { method: 'PUT', path: `wc/v3/orders/${order.id}`, body }, z.unknown(), { urgent: true });
  }

  /** Writes a new parcel down. */
  async function note(
    shop: ShopSession,
    order: WooOrder,
    place: Pick<Entry, 'way' | 'ref'>,
    { number, carrier, url, lines }: Parcel,
    left: ReadonlyMap<string, number>,
  ): Promise<Entry> {
    const register = registerOf(order.meta_data);
    const entry = { id: `${order.id}-${register.length + 1}`, number, carrier, url, ...place, lines };
    const open = [...left.values()].reduce((all, quantity) => all + quantity, 0);
    await write(shop, order, [...register, entry], Math.max(0, open - sum(lines)));
    return entry;
  }

  /** Replaces what is shown of a parcel, in the place where it is or, when that is gone, in the best there is now. */
  async function correct(shop: ShopSession, orderId: string, entry: Entry, parcel: Parcel) {
    const { way, shown } = await wayOf(shop, orderId);
    const stands = way.name === entry.way && shown.some((one) => one.ref === entry.ref);
    if (stands && way.change) {
      await way.change(shop, orderId, entry.ref, parcel);
      return { way: way.name, ref: entry.ref };
    }
    // A call that broke off may have shown it. Where numbers stay for good, only one that came later can be that.
    const there = shown.find(
      ({ ref, number }) =>
        number === parcel.number && ref !== entry.ref && (way.hide !== undefined || Number(ref) > Number(entry.ref)),
    );
    const ref = there?.ref ?? (await way.show(shop, orderId, parcel));
    if (stands) await way.hide?.(shop, orderId, entry.ref);
    return { way: way.name, ref };
  }

  return {
    async plan(shop: ShopSession, shipment: ShopShipment, numbers: readonly string[]): Promise<ShipmentPlan> {
      const order = await openOrder(shop, shipment.order_external_id);
      const register = registerOf(order.meta_data);
      const made = register.filter((entry) => numbers.includes(entry.number)).map((entry) => asMade(order, entry));
      if (made.length > 0) return { made, parts: [], missing: 0, reason: 'none' };
      const { way, shown } = await wayOf(shop, order.id);
      const left = await leftOf(shop, order, shown, numbers);
      const lines = shipment.lines
        .map((line) => ({
          id: line.line_external_id,
          quantity: Math.min(line.quantity, left.get(line.line_external_id) ?? 0),
        }))
        .filter((line) => line.quantity > 0);
      const broken = shown.find((one) => numbers.includes(one.number));
      if (broken) {
        // Shown by a call that broke off before it was written down; it counts as made, with the number that it has.
        const parcel = parcelOf({ ...shipment, tracking_number: broken.number }, lines, false);
        const entry = await note(shop, order, { way: way.name, ref: broken.ref }, parcel, left);
        return { made: [asMade(order, entry)], parts: [], missing: 0, reason: 'none' };
      }
      const missing = sum(shipment.lines) - sum(lines);
      const part = {
        fulfillment_order_id: order.id,
        lines: lines.map(({ id, quantity }) => ({ work_line_id: id, quantity })),
      };
      const parts = lines.length > 0 ? [part] : [];
      return { made, parts, missing, reason: missing === 0 ? 'none' : 'nothing_left' };
    },

    async ship(shop: ShopSession, part: ShipmentPart, shipment: ShopShipment): Promise<ShopFulfillment> {
      const order = await openOrder(shop, shipment.order_external_id);
      const lines = part.lines.map((line) => ({ id: line.work_line_id, quantity: line.quantity }));
      const parcel = parcelOf(shipment, lines, false);
      const { way, shown } = await wayOf(shop, order.id);
      const left = await leftOf(shop, order, shown, [parcel.number]);
      const ref = await way.show(shop, order.id, parcel);
      return asMade(order, await note(shop, order, { way: way.name, ref }, parcel, left));
    },

    async updateTracking(shop: ShopSession, entryId: string, tracking: Tracking): Promise<void> {
      const order = await openOrder(shop, entryId.slice(0, entryId.lastIndexOf('-')));
      const register = registerOf(order.meta_data);
      const entry = register.find(({ id }) => id === entryId);
      if (!entry) throw new ShopError('refused', 'The shop has lost what it was told of this parcel.');
      const parcel = parcelOf(tracking, entry.lines, true);
      if (entry.number === parcel.number && entry.carrier === parcel.carrier && entry.url === parcel.url) return;
      const { way, ref } = await correct(shop, order.id, entry, parcel);
      const { number, carrier, url } = parcel;
      const next = register.map((one) => (one.id === entryId ? { ...one, number, carrier, url, way, ref } : one));
      await write(shop, order, next, 1);
    },
  };
}
