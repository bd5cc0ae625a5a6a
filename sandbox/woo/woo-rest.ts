import { noOrder, noProduct, ok, type RestAnswer, type RestCall, type Route } from './woo-answer.ts';
import { ping } from './woo-hooks.ts';
import { changeOrder } from './woo-orders.ts';
import {
  changeRecord,
  findRecord,
  insertRecord,
  type Kind,
  listRecords,
  recordsOf,
  removeRecord,
  shown,
} from './woo-records.ts';

const largestPage = 100;

async function listed(call: RestCall, kind: Kind): Promise<RestAnswer> {
  const { rt, shop, query } = call;
  const perPage = Math.min(largestPage, Number(query.get('per_page') ?? 10));
  const after = query.get('modified_after');
  const { found, total } = await listRecords(rt.pool, shop.slug, kind, {
    perPage,
    page: Number(query.get('page') ?? 1),
    byChange: query.get('orderby') === 'modified' && query.get('order') === 'asc',
    trash: false,
    ...(after !== null && { after: new Date(`${after}Z`) }),
  });
  return {
    ...ok(found.map(shown)),
    headers: { 'x-wp-total': String(total), 'x-wp-totalpages': String(Math.ceil(total / perPage)) },
  };
}

const one = async ({ rt, shop, ids }: RestCall, kind: Kind, absent: RestAnswer): Promise<RestAnswer> => {
  const found = await findRecord(rt.pool, shop.slug, kind, ids[0] ?? '');
  return found ? ok(shown(found)) : absent;
};

const orders: Route[] = [
  ['GET', /^wc\/v3\/orders$/, (call) => listed(call, 'order')],
  ['POST', /^wc\/v3\/orders\/batch$/, () => Promise.resolve(ok([]))],
  ['GET', /^wc\/v3\/orders\/(\d+)$/, (call) => one(call, 'order', noOrder)],
  [
    'PUT',
    /^wc\/v3\/orders\/(\d+)$/,
    async ({ rt, shop, ids, body }) => {
      const changed = await changeOrder(rt, shop, ids[0] ?? '', body);
      return changed ? ok(shown(changed)) : noOrder;
    },
  ],
  [
    'GET',
    /^wc\/v3\/orders\/(\d+)\/refunds$/,
    async ({ rt, shop, ids }) => ok((await recordsOf(rt.pool, shop.slug, 'refund', ids[0])).map(shown)),
  ],
];

const products: Route[] = [
  ['GET', /^wc\/v3\/products$/, (call) => listed(call, 'product')],
  [
    'GET',
    /^wc\/v3\/products\/(\d+)$/,
    async (call) => {
      const variation = await findRecord(call.rt.pool, call.shop.slug, 'variation', call.ids[0] ?? '');
      if (variation)
        return ok({
          ...shown(variation),
          name: '',
          type: 'variation',
          status: 'publish',
          parent_id: Number(variation.parent),
        });
      return one(call, 'product', noProduct);
    },
  ],
  [
    'GET',
    /^wc\/v3\/products\/(\d+)\/variations$/,
    async ({ rt, shop, ids, query }) => {
      const all = await recordsOf(rt.pool, shop.slug, 'variation', ids[0]);
      const size = Number(query.get('per_page') ?? 10);
      const from = (Number(query.get('page') ?? 1) - 1) * size;
      return ok(all.slice(from, from + size).map(shown));
    },
  ],
];

const settings: Route[] = [
  [
    'GET',
    /^wc\/v3\/data\/currencies\/current$/,
    ({ shop }) => Promise.resolve(ok({ code: shop.currency, name: shop.currency, symbol: '' })),
  ],
  [
    'GET',
    /^wc\/v3\/settings\/products\/woocommerce_weight_unit$/,
    ({ shop }) => Promise.resolve(ok({ id: 'woocommerce_weight_unit', value: shop.weight_unit })),
  ],
];

const webhooks: Route[] = [
  [
    'GET',
    /^wc\/v3\/webhooks$/,
    async (call) => {
      const { json, ...rest } = await listed(call, 'webhook');
      // The secret is never shown again.
      return { ...rest, json: (json as Record<string, unknown>[]).map(({ secret: _secret, ...hook }) => hook) }; // `listed` answers records
    },
  ],
  [
    'POST',
    /^wc\/v3\/webhooks$/,
    async ({ rt, shop, body }) => {
      const { doc } = await insertRecord(rt, shop.slug, 'webhook', { status: 'active', failure_count: 0, ...body });
      await ping(rt, shop.slug, doc);
      return ok(doc, 201);
    },
  ],
  [
    'PUT',
    /^wc\/v3\/webhooks\/(\d+)$/,
    async ({ rt, shop, ids, body }) => {
      const failures = body.status === 'active' ? { failure_count: 0 } : {};
      await changeRecord(rt, shop.slug, 'webhook', ids[0] ?? '', { ...body, ...failures });
      return ok((await findRecord(rt.pool, shop.slug, 'webhook', ids[0] ?? ''))?.doc);
    },
  ],
  [
    'DELETE',
    /^wc\/v3\/webhooks\/(\d+)$/,
    async ({ rt, shop, ids }) => {
      await removeRecord(rt.pool, shop.slug, 'webhook', ids[0] ?? '');
      return ok({});
    },
  ],
];

/** What every shop answers, whatever plugins it has. */
export const restRoutes: Route[] = [...orders, ...products, ...settings, ...webhooks];
