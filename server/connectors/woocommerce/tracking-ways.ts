import { z } from 'zod';
import type { ShopSession } from '../connector.ts';
import { metaSchema } from './register.ts';
import type { Rest } from './rest.ts';

export type Parcel = {
  number: string;
  carrier: string;
  url: string;
  notify: boolean;
  corrected: boolean;
  lines: { id: string; quantity: number }[];
};
/** A tracking number that the shop shows to the buyer already; `lines` where the shop knows what is in the parcel. */
export type Shown = { ref: string; number: string; lines: Parcel['lines'] };

/** One place where a shop may keep tracking numbers (shopify.md §5.4). */
export type TrackingWay = {
  name: string;
  /** null when the shop does not have this. */
  list(shop: ShopSession, orderId: string): Promise<Shown[] | null>;
  /** Shows a number; answers its id there. */
  show(shop: ShopSession, orderId: string, parcel: Parcel): Promise<string>;
  /** Replaces a number where it stands; absent where a shown number cannot be changed. */
  change?(shop: ShopSession, orderId: string, ref: string, parcel: Parcel): Promise<void>;
  /** Takes a number away; absent where what was shown stays. */
  hide?(shop: ShopSession, orderId: string, ref: string): Promise<void>;
};

const urgent = { urgent: true } as const;
const fulfillmentSchema = z.object({
  id: z.int(),
  is_fulfilled: z.boolean().catch(false),
  date_deleted: z.string().nullish(),
  meta_data: z.array(metaSchema).catch([]),
});
const itemsSchema = z.array(z.object({ item_id: z.coerce.string(), qty: z.coerce.number() })).catch([]);

/** WooCommerce's own fulfilments: they know quantities, and a number in them can be replaced. */
export function fulfillmentsWay(rest: Rest): TrackingWay {
  const path = (orderId: string) => `wc/v3/orders/${orderId}/fulfillments`;
  const bodyOf = (parcel: Parcel) => ({
    status: 'fulfilled',
    is_fulfilled: true,
    notify_customer: parcel.notify,
    // An update drops what is not named: it is always sent whole.
    meta_data: [
      { key: '_items', value: parcel.lines.map(({ id, quantity }) => ({ item_id: Number(id), qty: quantity })) },
      { key: '_tracking_number', value: parcel.number },
      { key: '_tracking_url', value: parcel.url },
      { key: '_shipment_provider', value: parcel.carrier },
    ],
  });
  return {
    name: 'fulfillments',
    async list(shop, orderId) {
      const list = z.array(fulfillmentSchema);
      const found = await rest.send(shop, { method: 'GET', path: path(orderId) }, list, { ...urgent, orNull: 'route' });
      return (
        found &&
        found
          .filter((one) => one.is_fulfilled && !one.date_deleted)
          .map((one) => {
            const of = (key: string) => one.meta_data.find((meta) => meta.key === key)?.value;
            const number = of('_tracking_number');
            return {
              ref: String(one.id),
              number: typeof number === 'string' ? number : '',
              lines: itemsSchema.parse(of('_items')).map((item) => ({ id: item.item_id, quantity: item.qty })),
            };
          })
      );
    },
    async show(shop, orderId, parcel) {
      const request = { method: 'POST' as const, path: path(orderId), body: bodyOf(parcel) };
      const made = await rest.send(shop, request, fulfillmentSchema, { ...urgent, once: true });
      return String(made?.id);
    },
    async change(shop, orderId, ref, parcel) {
      const request = { method: 'PUT' as const, path: `${path(orderId)}/${ref}`, body: bodyOf(parcel) };
      await rest.send(shop, request, fulfillmentSchema, urgent);
    },
  };
}

const trackingSchema = z.object({ tracking_id: z.coerce.string(), tracking_number: z.coerce.string() });

/** The Shipment Tracking extension and Advanced Shipment Tracking: numbers can be added and removed, not changed. */
export function trackingsWay(rest: Rest, namespace: 'wc-shipment-tracking/v3' | 'wc-ast/v3'): TrackingWay {
  const path = (orderId: string) => `${namespace}/orders/${orderId}/shipment-trackings`;
  return {
    name: namespace,
    async list(shop, orderId) {
      const list = z.array(trackingSchema);
      const found = await rest.send(shop, { method: 'GET', path: path(orderId) }, list, { ...urgent, orNull: 'route' });
      return (
        found &&
        found.map(({ tracking_id, tracking_number }) => ({ ref: tracking_id, number: tracking_number, lines: [] }))
      );
    },
    async show(shop, orderId, parcel) {
      const body = {
        tracking_provider: parcel.carrier,
        custom_tracking_provider: parcel.carrier,
        custom_tracking_link: parcel.url,
        tracking_number: parcel.number,
      };
      const request = { method: 'POST' as const, path: path(orderId), body };
      const made = await rest.send(shop, request, trackingSchema, { ...urgent, once: true });
      return made?.tracking_id ?? '';
    },
    async hide(shop, orderId, ref) {
      const request = { method: 'DELETE' as const, path: `${path(orderId)}/${encodeURIComponent(ref)}` };
      await rest.send(shop, request, z.unknown(), { ...urgent, orNull: 'record' });
    },
  };
}

const noteSchema = z.object({ id: z.int(), note: z.string() });

/** Any shop: a note on the order, which the buyer gets by mail where the merchant wants it. */
export function noteWay(rest: Rest): TrackingWay {
  const path = (orderId: string) => `wc/v3/orders/${orderId}/notes`;
  return {
    name: 'note',
    async list(shop, orderId) {
      const found = await rest.send(shop, { method: 'GET', path: path(orderId) }, z.array(noteSchema), urgent);
      return (found ?? []).flatMap(({ id, note }) => {
        const number = /^(?:Shipped with|Corrected tracking number:) .* (\S+): \S+$/.exec(note)?.[1];
        return number === undefined ? [] : [{ ref: String(id), number, lines: [] }];
      });
    },
    async show(shop, orderId, parcel) {
      const opening = parcel.corrected ? 'Corrected tracking number:' : 'Shipped with';
      const note = `${opening} ${parcel.carrier} ${parcel.number}: ${parcel.url}`;
      const request = { method: 'POST' as const, path: path(orderId), body: { note, customer_note: parcel.notify } };
      return String((await rest.send(shop, request, noteSchema, { ...urgent, once: true }))?.id);
    },
  };
}
