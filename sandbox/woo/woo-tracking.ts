import { createHash } from 'node:crypto';
import { noOrder, ok, refuse, type RestAnswer, type RestCall, type Route } from './woo-answer.ts';
import { unfulfilled } from './woo-orders.ts';
import {
  changeRecord,
  findRecord,
  gmt,
  insertRecord,
  newWooId,
  recordsOf,
  removeRecord,
  shown,
  type WooRecord,
} from './woo-records.ts';

type Item = { item_id: number; qty: number };

const orderOf = ({ rt, shop, ids }: RestCall) => findRecord(rt.pool, shop.slug, 'order', ids[0] ?? '');

async function checkItems(call: RestCall, order: WooRecord, except?: string): Promise<RestAnswer | null> {
  const meta = call.body.meta_data as { key: string; value: unknown }[] | undefined; // in the shape that REST documents
  const items = (meta?.find(({ key }) => key === '_items')?.value ?? []) as Item[]; // as above
  if (items.length === 0)
    return refuse(400, 'woocommerce_fulfillment_error', 'The fulfillment should contain at least one item.');
  const left = await unfulfilled(call.rt, call.shop, order, except);
  return items.some(({ item_id, qty }) => qty > (left.get(item_id) ?? 0))
    ? refuse(400, 'woocommerce_fulfillment_error', 'The fulfillment quantity is not valid.')
    : null;
}

/** WooCommerce's own fulfilments, while that feature is switched on. */
const fulfillments: Route[] = [
  [
    'GET',
    /^wc\/v3\/orders\/(\d+)\/fulfillments$/,
    async (call) => {
      const found = await recordsOf(call.rt.pool, call.shop.slug, 'fulfillment', call.ids[0]);
      return (await orderOf(call)) ? ok(found.map(({ doc }) => doc)) : noOrder;
    },
  ],
  [
    'POST',
    /^wc\/v3\/orders\/(\d+)\/fulfillments$/,
    async (call) => {
      const order = await orderOf(call);
      if (!order) return noOrder;
      const wrong = await checkItems(call, order);
      if (wrong) return wrong;
      const { rt, shop, body } = call;
      const doc = {
        entity_type: 'WC_Order',
        entity_id: order.id,
        status: body.status,
        is_fulfilled: body.is_fulfilled,
        date_deleted: null,
        meta_data: body.meta_data,
        notified: body.notify_customer ? 1 : 0,
      };
      return ok((await insertRecord(rt, shop.slug, 'fulfillment', doc, { parent: order.id })).doc, 201);
    },
  ],
  [
    'PUT',
    /^wc\/v3\/orders\/(\d+)\/fulfillments\/(\d+)$/,
    async (call) => {
      const order = await orderOf(call);
      const id = call.ids[1] ?? '';
      if (!order || !(await findRecord(call.rt.pool, call.shop.slug, 'fulfillment', id))) return noOrder;
      const wrong = await checkItems(call, order, id);
      if (wrong) return wrong;
      await changeRecord(call.rt, call.shop.slug, 'fulfillment', id, { meta_data: call.body.meta_data });
      return ok((await findRecord(call.rt.pool, call.shop.slug, 'fulfillment', id))?.doc);
    },
  ],
];

/** Both tracking plugins speak alike: numbers can be added and removed. */
const trackings = (namespace: 'wc-shipment-tracking/v3' | 'wc-ast/v3'): Route[] => {
  const list = new RegExp(`^${namespace}/orders/(\\d+)/shipment-trackings$`);
  const one = new RegExp(`^${namespace}/orders/(\\d+)/shipment-trackings/([0-9a-f]+)$`);
  return [
    [
      'GET',
      list,
      async (call) => ok((await recordsOf(call.rt.pool, call.shop.slug, namespace, call.ids[0])).map(({ doc }) => doc)),
    ],
    [
      'POST',
      list,
      async (call) => {
        const { rt, shop, body } = call;
        if (!(await orderOf(call))) return noOrder;
        const id = await newWooId(rt.pool);
        const doc = {
          ...body,
          tracking_id: createHash('md5').update(String(id)).digest('hex'),
          date_shipped: gmt(rt.now()).slice(0, 10),
        };
        return ok((await insertRecord(rt, shop.slug, namespace, doc, { parent: call.ids[0] ?? '', id })).doc, 201);
      },
    ],
    [
      'DELETE',
      one,
      async ({ rt, shop, ids }) => {
        const found = (await recordsOf(rt.pool, shop.slug, namespace, ids[0])).find(
          ({ doc }) => doc.tracking_id === ids[1],
        );
        if (!found) return refuse(404, 'woocommerce_rest_shipment_tracking_invalid_id', 'Invalid resource ID.');
        await removeRecord(rt.pool, shop.slug, namespace, found.id);
        return ok(found.doc);
      },
    ],
  ];
};

const notes: Route[] = [
  [
    'GET',
    /^wc\/v3\/orders\/(\d+)\/notes$/,
    async (call) => ok((await recordsOf(call.rt.pool, call.shop.slug, 'note', call.ids[0])).map(shown)),
  ],
  [
    'POST',
    /^wc\/v3\/orders\/(\d+)\/notes$/,
    async (call) => {
      if (!(await orderOf(call))) return noOrder;
      const { note, customer_note = false } = call.body;
      return ok(
        shown(
          await insertRecord(call.rt, call.shop.slug, 'note', { note, customer_note }, { parent: call.ids[0] ?? '' }),
        ),
        201,
      );
    },
  ],
];

const byPlugin: Record<string, Route[]> = {
  fulfillments,
  'wc-shipment-tracking/v3': trackings('wc-shipment-tracking/v3'),
  'wc-ast/v3': trackings('wc-ast/v3'),
};
/** What can show tracking numbers in these shops, beside notes. */
export const wooPlugins = Object.keys(byPlugin);

/** Routes of the plugins that a shop has switched on; notes it always has. */
export const trackingRoutes = (plugins: readonly string[]): Route[] => [
  ...notes,
  ...plugins.flatMap((name) => byPlugin[name] ?? []),
];
