import { createHmac } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryFor } from '#server/db/context.ts';
import { Undeliverable } from '#server/db/outbox.ts';
import { parcelQueue, sendLater } from '#server/db/queue.ts';
import { givenChannel } from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';
import { keepSentence } from '#server/lib/refusal-texts.ts';
import { pushParcel } from './parcel-push.ts';
import { reconcile } from './sync.service.ts';
import { disconnect, type StoresKit } from '#server/features/stores/index.ts';

let stage: StoreStage;
let owner: Person;
let kit: StoresKit;
let channel: string;
beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
  kit = stage.kit();
  channel = (await givenChannel(stage.test)).id;
});
afterAll(() => stage.close());

const system = () => entryFor(stage.test.ground, { kind: 'system', name: 'test' }, 'test');
/** Rows of any account. */
const query = <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  system().run('all_accounts', async ({ db }) => (await db.executeQuery<T>(CompiledQuery.raw(text, values))).rows);

const goods = {
  name: 'Canvas Bag',
  weight: '0.5',
  variations: [
    { sku: 'BAG-RED', price: '20.00', options: { Colour: 'Red', Size: 'L' } },
    { sku: 'BAG-INK', price: '21.00', options: { Colour: 'Ink', Size: 'L' } },
  ],
};

/** A shop with a bag in two colours, connected by a key. */
async function connected(slug: string, plugins: string[] = []): Promise<string> {
  await stage.woo.createShop({ slug, plugins, products: [goods, { name: 'Mug', sku: 'MUG', price: '9.90' }] });
  const body = { url: stage.woo.url(slug), ...(await stage.woo.createKey(slug)) };
  const done = await stage.test.call('POST', '/api/stores/woocommerce', { token: owner.token, body });
  expect(done.status).toBe(200);
  await stage.run(kit);
  await stage.woo.settled(slug);
  return (done.body.data as { id: string }).id;
}

const look = (id: string) => reconcile(kit, system(), { account_id: owner.account_id, id });
/** Lets deliveries arrive and what they led to run. */
async function arrive(slug: string) {
  await stage.woo.settled(slug);
  await stage.run(kit);
}
type OrderRow = {
  financial_status: string;
  fulfillment_status: string;
  cancelled: boolean;
  total: string;
  lines: string;
};
const orderRow = async (store: string, external: string) =>
  (
    await query<OrderRow>(
      `SELECT financial_status, fulfillment_status, cancelled_at IS NOT NULL AS cancelled, total::text,
         (SELECT string_agg(l.sku || ':' || l.current_quantity, ',' ORDER BY l.position) FROM order_lines l WHERE l.order_id = o.id) AS lines
       FROM orders o WHERE store_id = $1 AND external_id = $2`,
      [store, external],
    )
  )[0];

describe('orders and products of the shop', () => {
  it('come with their webhooks, and change with them', async () => {
    const store = await connected('hooked');
    const { id } = await stage.woo.placeOrder('hooked', {
      lines: [
        { sku: 'BAG-RED', quantity: 2 },
        { sku: 'MUG', quantity: 1 },
      ],
      note: 'Ring twice',
    });
    await arrive('hooked');
    expect(await orderRow(store, id)).toEqual({
      financial_status: 'paid',
      fulfillment_status: 'unfulfilled',
      cancelled: false,
      total: '4990',
      lines: 'BAG-RED:2,MUG:1',
    });
    const [row] = await query<object>(
      `SELECT r.name, r.city, r.province_code, r.country, r.phone, r.note, l.variant_title, l.title, v.sku AS linked FROM orders o
       JOIN order_recipients r ON r.order_id = o.id JOIN order_lines l ON l.order_id = o.id AND l.sku = 'BAG-RED'
       LEFT JOIN store_variants v ON v.id = l.variant_id WHERE o.store_id = $1`,
      [store],
    );
    expect(row).toEqual({
      name: 'Iris Vale',
      city: 'Portland',
      province_code: 'OR',
      country: 'US',
      phone: '+1 503 555 0142',
      note: 'Ring twice',
      title: 'Canvas Bag',
      variant_title: 'Red / L',
      linked: 'BAG-RED',
    });
    const lines = (await stage.woo.order('hooked', id))?.line_items as { id: number }[];
    await stage.woo.refund('hooked', id, { [String(lines[0]?.id)]: 1 });
    await arrive('hooked');
    expect(await orderRow(store, id)).toMatchObject({
      financial_status: 'partially_refunded',
      lines: 'BAG-RED:1,MUG:1',
      total: '2990',
    });
    await stage.woo.deleteOrder('hooked', id);
    await arrive('hooked');
    expect(await orderRow(store, id)).toMatchObject({ cancelled: true });
    const state = await query<{ topic: string; state: string }>(
      `SELECT topic, state FROM webhook_inbox WHERE platform = 'woocommerce' ORDER BY received_at, id`,
    );
    expect(state.map((one) => `${one.topic} ${one.state}`)).toEqual([
      'order.created done',
      'order.updated done',
      'order.deleted done',
    ]);
  });

  it('are read with options, weights and prices in the shop’s own units, and follow what happens to them', async () => {
    const store = await connected('shelf');
    const variants = () =>
      query<object>(
        `SELECT v.sku, v.title, v.price::int, v.weight_g, v.currency FROM store_variants v
         WHERE v.store_id = $1 AND v.removed_at IS NULL ORDER BY v.sku`,
        [store],
      );
    expect(await variants()).toEqual([
      { sku: 'BAG-INK', title: 'Ink / L', price: 2100, weight_g: 500, currency: 'USD' },
      { sku: 'BAG-RED', title: 'Red / L', price: 2000, weight_g: 500, currency: 'USD' },
      { sku: 'MUG', title: 'Default Title', price: 990, weight_g: null, currency: 'USD' },
    ]);
    const { id } = await stage.woo.addProduct('shelf', { name: 'Jar', sku: 'JAR', price: '5', virtual: true });
    await stage.woo.addProduct('shelf', { name: 'Elsewhere', type: 'external', price: '5' });
    await arrive('shelf');
    stage.test.clock.advance(5_000);
    await stage.woo.changeProduct('shelf', id, { price: '6.5', name: 'Glass Jar' });
    await arrive('shelf');
    expect((await variants()).filter((one) => 'sku' in one && one.sku === 'JAR')).toMatchObject([{ price: 650 }]);
    await stage.woo.deleteProduct('shelf', id);
    await arrive('shelf');
    expect(await variants()).toHaveLength(3);
  });

  it('are found by the next look when their webhooks were lost, also many of one second', async () => {
    const store = await connected('lossy');
    await stage.woo.setFault('lossy', { kind: 'hook_lost' });
    for (let n = 0; n < 53; n += 1) await stage.woo.placeOrder('lossy', { lines: [{ sku: 'MUG', quantity: 1 }] });
    stage.test.clock.advance(20_000);
    await stage.woo.placeOrder('lossy', { lines: [{ sku: 'MUG', quantity: 2 }], status: 'on-hold', paid: true });
    await stage.woo.placeOrder('lossy', { lines: [{ sku: 'MUG', quantity: 3 }], status: 'pending' });
    await stage.woo.placeOrder('lossy', { lines: [{ sku: 'MUG', quantity: 4 }], status: 'checkout-draft' });
    await look(store);
    const counted = await query<object>(
      `SELECT financial_status AS paid, fulfillment_status AS sent, count(*)::int AS n FROM orders WHERE store_id = $1
       GROUP BY 1, 2 ORDER BY 3 DESC, 1`,
      [store],
    );
    expect(counted).toEqual([
      { paid: 'paid', sent: 'unfulfilled', n: 53 },
      { paid: 'paid', sent: 'on_hold', n: 1 },
      { paid: 'pending', sent: 'unfulfilled', n: 1 },
    ]);
  });
});

describe('deliveries', () => {
  const post = (path: string, body: string, headers: Record<string, string>) =>
    fetch(`${stage.test.config.PUBLIC_URL}${path}`, { method: 'POST', body, headers }).then(({ status }) => status);

  it('are kept once, only when the store’s secret signed them, and pings are answered', async () => {
    const store = await connected('signed');
    const pings = await stage.woo.deliveries('signed', 'ping');
    expect(pings).toHaveLength(8);
    expect(pings.every((one) => one.status === 200)).toBe(true);
    await stage.woo.setFault('signed', { kind: 'hook_forged', times: 1 });
    await stage.woo.placeOrder('signed', { lines: [{ sku: 'MUG', quantity: 1 }] });
    await stage.woo.settled('signed');
    const [forged] = await stage.woo.deliveries('signed', 'order.created');
    expect(forged).toMatchObject({ state: 'failed', status: 401 });
    const kept = () =>
      query<{ topic: string }>(`SELECT topic FROM webhook_inbox WHERE delivery_id LIKE $1`, [`${store}:%`]);
    expect(await kept()).toEqual([]);
    const { id } = await stage.woo.placeOrder('signed', { lines: [{ sku: 'MUG', quantity: 1 }] });
    await stage.woo.changeOrder('signed', id, { customer_note: 'one' }); // two changes within one second
    await stage.woo.changeOrder('signed', id, { customer_note: 'two' });
    await stage.woo.settled('signed');
    for (const delivery of await stage.woo.deliveries('signed', 'order.updated')) await stage.woo.repeat(delivery.id);
    await stage.woo.settled('signed');
    expect((await kept()).map(({ topic }) => topic)).toEqual(['order.created', 'order.updated', 'order.updated']);
    const path = `/api/webhooks/woocommerce/${store}`;
    const json = { 'content-type': 'application/json' };
    expect(await post(path, '{}', json)).toBe(401);
    expect(await post(`/api/webhooks/woocommerce/${uuid()}`, '{}', json)).toBe(404);
    expect(await post('/api/webhooks/woocommerce/nonsense', '{}', json)).toBe(404);
    const secret = String((await stage.woo.records('signed', 'webhook'))[0]?.secret);
    const signature = createHmac('sha256', secret).update('{}').digest('base64');
    expect(await post(path, '{}', { ...json, 'x-wc-webhook-signature': signature })).toBe(400);
  });

  it('that came late or out of order change nothing: the record is read from the shop', async () => {
    const store = await connected('late-hooks');
    const { id } = await stage.woo.placeOrder('late-hooks', {
      lines: [{ sku: 'MUG', quantity: 1 }],
      status: 'on-hold',
    });
    await stage.woo.settled('late-hooks');
    stage.test.clock.advance(60_000);
    await stage.woo.changeOrder('late-hooks', id, { status: 'processing' });
    await arrive('late-hooks');
    await query('DELETE FROM webhook_inbox'); // a day later nobody knows the delivery any more
    const [old] = await stage.woo.deliveries('late-hooks', 'order.created');
    await stage.woo.repeat(old?.id ?? '');
    await arrive('late-hooks');
    expect(await orderRow(store, id)).toMatchObject({ financial_status: 'paid' });
  });

  it('begin again after the shop switched them off: the daily look switches them on', async () => {
    const store = await connected('disabled');
    await stage.woo.setFault('disabled', { kind: 'hook_forged' });
    for (let n = 0; n < 6; n += 1) await stage.woo.placeOrder('disabled', { lines: [{ sku: 'MUG', quantity: 1 }] });
    await stage.woo.settled('disabled');
    const states = async () =>
      (await stage.woo.records('disabled', 'webhook')).map((hook) => `${String(hook.topic)} ${String(hook.status)}`);
    expect(await states()).toContain('order.created disabled');
    await stage.woo.clearFaults('disabled');
    stage.test.clock.advance(86_400_000);
    await look(store);
    expect(await states()).not.toContain('order.created disabled');
    expect((await query('SELECT id FROM orders WHERE store_id = $1', [store])).length).toBe(6);
    await look(store);
    expect(await states()).toHaveLength(8);
  });
});

async function pack(store: string, external: string, quantities: number[], number: string): Promise<string> {
  const { account_id } = owner;
  const id = uuid();
  await system().run('all_accounts', async ({ db, now }) => {
    const [order] = await query<{ id: string }>('SELECT id FROM orders WHERE store_id = $1 AND external_id = $2', [
      store,
      external,
    ]);
    const lines = await query<{ id: string }>('SELECT id FROM order_lines WHERE order_id = $1 ORDER BY position', [
      order?.id,
    ]);
    await db
      .insertInto('parcels')
      .values({
        account_id,
        id,
        order_id: order?.id ?? '',
        channel_id: channel,
        carrier: 'YunExpress',
        tracking_number: number,
        tracking_url: 'https://track.example/1',
        shipped_at: now,
      })
      .execute();
    for (const [at, quantity] of quantities.entries())
      if (quantity > 0)
        await db
          .insertInto('parcel_lines')
          .values({ account_id, parcel_id: id, line_id: lines[at]?.id ?? '', quantity })
          .execute();
  });
  return id;
}
const renumber = (id: string, number: string) =>
  query('UPDATE parcels SET tracking_number = $2 WHERE id = $1', [id, number]);
const push = (parcel_id: string) => pushParcel(kit, system(), { account_id: owner.account_id, parcel_id });

/** The numbers that buyers see, by the place where a shop shows them. */
async function numbers(slug: string, place: string, orderId: string): Promise<string[]> {
  const order = await stage.woo.order(slug, orderId);
  const kind = place === 'fulfillments' ? 'fulfillment' : (place as 'wc-ast/v3' | 'note'); // the names of the cases below
  const records = await stage.woo.records(slug, kind, String(order?.id));
  return records.map((doc) => {
    if (place === 'note')
      return `${String(doc.note).split(':')[0]}${doc.customer_note === true ? ' (to the buyer)' : ''}`;
    const meta = doc.meta_data as { key: string; value: unknown }[] | undefined;
    return String(doc.tracking_number ?? meta?.find(({ key }) => key === '_tracking_number')?.value);
  });
}

describe.each(['fulfillments', 'wc-shipment-tracking/v3', 'wc-ast/v3', 'note'])('tracking by %s', (place) => {
  const slug = `ships-${place.replace(/\W/g, '-')}`;
  const last = place === 'note' ? (number: string) => `Shipped with YunExpress ${number}` : (number: string) => number;

  it('goes back in parts, completes the order with the last one, and a corrected number takes the place of the old', async () => {
    const store = await connected(slug, place === 'note' ? [] : [place]);
    const lines = [
      { sku: 'BAG-RED', quantity: 2 },
      { sku: 'MUG', quantity: 1 },
    ];
    const { id } = await stage.woo.placeOrder(slug, { lines });
    await arrive(slug);
    const first = await pack(store, id, [2, 0], 'TRACK-1');
    await push(first);
    await push(first);
    expect(await numbers(slug, place, id)).toEqual([last('TRACK-1')]);
    expect(await stage.woo.order(slug, id)).toMatchObject({ status: 'processing' });
    await arrive(slug);
    expect(await orderRow(store, id)).toMatchObject({ fulfillment_status: 'partial' });
    const second = await pack(store, id, [0, 1], 'TRACK-2');
    await push(second);
    expect(await stage.woo.order(slug, id)).toMatchObject({ status: 'completed' });
    for (const number of ['TRACK-3', 'TRACK-4', 'TRACK-1']) {
      await renumber(first, number);
      await push(first);
      await push(first);
    }
    const seen = await numbers(slug, place, id);
    if (place === 'note')
      expect(seen.slice(2)).toEqual([
        'Corrected tracking number',
        'Corrected tracking number',
        'Corrected tracking number',
      ]);
    else expect(seen.toSorted()).toEqual(['TRACK-1', 'TRACK-2']);
    const third = await pack(store, id, [1, 0], 'TRACK-5');
    await expect(push(third)).rejects.toThrow(Undeliverable); // nothing is left to ship
  });

  it('is reported once, although a call broke off before it was written down', async () => {
    const store =
      (await query<{ id: string }>(`SELECT id FROM stores WHERE external_domain LIKE $1`, [`%/${slug}`]))[0]?.id ?? '';
    const { id } = await stage.woo.placeOrder(slug, { lines: [{ sku: 'MUG', quantity: 1 }] });
    await arrive(slug);
    const parcel = await pack(store, id, [1], 'BROKEN-1');
    await push(parcel);
    await stage.woo.changeOrder(slug, id, {
      meta_data: [{ key: '_provider_tracking', value: [] }],
      status: 'processing',
    });
    await query('DELETE FROM parcel_pushes WHERE parcel_id = $1', [parcel]);
    await push(parcel);
    expect(await numbers(slug, place, id)).toEqual([last('BROKEN-1')]);
    expect(await stage.woo.order(slug, id)).toMatchObject({ status: 'completed' });
  });
});

/** A shop connected on its own consent page. */
async function consented(slug: string): Promise<string> {
  await stage.woo.createShop({ slug, products: [goods] });
  const body = { url: stage.woo.url(slug) };
  const asked = await stage.test.call('POST', '/api/stores/woocommerce/authorize_url', { token: owner.token, body });
  const { authorize_url } = asked.body.data as { authorize_url: string };
  const back = new URL(await stage.woo.consent(authorize_url));
  await arrive(slug);
  const user_id = back.searchParams.get('user_id');
  const received = await stage.test.call('POST', '/api/stores/woocommerce/outcome', {
    token: owner.token,
    body: { user_id },
  });
  expect(received.body.data).toMatchObject({ state: 'connected' });
  return (received.body.data as { store: { id: string } }).store.id;
}

it.each([
  ['on its own page', consented],
  ['by keys', connected],
])(
  'a shop connected %s: products and orders arrive, its tracking goes back and to the buyer',
  { tags: ['D1-14'] },
  async (by, connect) => {
    const slug = `whole-${by.replaceAll(' ', '-')}`;
    const store = await connect(slug);
    await query(`UPDATE stores SET settings = settings || '{"notify_buyer": true}' WHERE id = $1`, [store]);
    const { id } = await stage.woo.placeOrder(slug, { lines: [{ sku: 'BAG-INK', quantity: 1 }] });
    await arrive(slug);
    const [linked] = await query<{ sku: string }>(
      `SELECT v.sku FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN store_variants v ON v.id = l.variant_id
     WHERE o.store_id = $1 AND o.external_id = $2`,
      [store, id],
    );
    expect(linked).toEqual({ sku: 'BAG-INK' });
    const parcel_id = await pack(store, id, [1], 'OUT-1');
    const { account_id } = owner;
    await system().run({ account_id }, (ctx) =>
      sendLater(ctx, {
        kind: 'shop_fulfillment',
        key: `parcel:${parcel_id}`,
        queue: parcelQueue(store),
        account_id,
        payload: { account_id, parcel_id },
      }),
    );
    await stage.run();
    expect(await numbers(slug, 'note', id)).toEqual(['Shipped with YunExpress OUT-1 (to the buyer)']);
    expect(await stage.woo.order(slug, id)).toMatchObject({ status: 'completed' });
    await stage.woo.changeOrder(slug, id, { status: 'cancelled' });
    await renumber(parcel_id, 'OUT-2');
    await expect(push(parcel_id)).rejects.toThrow('The order was cancelled at the shop.');
  },
);

describe('a shop in trouble', () => {
  it('is asked again, in the other way when its host begins to strip the key, and waited for', async () => {
    const store = await connected('moody');
    await stage.woo.setFault('moody', { kind: 'strip_authorization' });
    await stage.woo.setFault('moody', { kind: 'server_error', times: 2 });
    await stage.woo.setFault('moody', { kind: 'too_many', times: 1 });
    const { id } = await stage.woo.placeOrder('moody', { lines: [{ sku: 'MUG', quantity: 1 }] });
    await look(store);
    expect(await orderRow(store, id)).toMatchObject({ financial_status: 'paid' });
    expect(await query('SELECT sent_by FROM woo_keys WHERE store_id = $1', [store])).toEqual([{ sent_by: 'query' }]);
    await stage.woo.setFault('moody', { kind: 'firewall' });
    await look(store);
    expect(await query('SELECT status FROM stores WHERE id = $1', [store])).toEqual([{ status: 'connected' }]);
    await stage.woo.clearFaults('moody');
  });

  it('that took the key back must be authorized again, and goes on where it was', async () => {
    const store = await connected('revoked');
    await stage.woo.revokeKeys('revoked');
    await look(store);
    await stage.proveRefusals();
    const [row] = await query<object>('SELECT status, status_reason FROM stores WHERE id = $1', [store]);
    expect(row).toEqual({
      status: 'needs_reauth',
      status_reason: keepSentence({ text: 'stores.key_refused' }),
    });
    const asked = await stage.test.call('GET', '/api/stores/re_authorize_stores', { token: owner.token });
    expect(asked.body.data).toEqual([]); // that dialog speaks of Shopify (spec §5)
    const body = { url: stage.woo.url('revoked'), ...(await stage.woo.createKey('revoked')) };
    const again = await stage.test.call('POST', '/api/stores/woocommerce', { token: owner.token, body });
    expect(again.body.data).toMatchObject({ id: store, status: 'connected' });
    await stage.run(kit);
    expect((await stage.woo.records('revoked', 'webhook')).length).toBe(8);
  });

  it('is left without our webhooks and forgotten here when it is disconnected', async () => {
    const store = await connected('left');
    const { account_id } = owner;
    await kit.woocommerce.disconnect({ account_id, store_id: store, domain: 'left' });
    expect(await stage.woo.records('left', 'webhook')).toEqual([]);
    await system().run({ account_id }, (ctx) =>
      disconnect(ctx, { account_id, id: store }, { text: 'stores.disconnected_by_you' }),
    );
    expect(await query('SELECT 1 FROM woo_keys WHERE store_id = $1', [store])).toEqual([]);
    const stranger = await merchant(stage.test);
    const body = { url: stage.woo.url('left'), ...(await stage.woo.createKey('left')) };
    const taken = await stage.test.call('POST', '/api/stores/woocommerce', { token: stranger.token, body });
    expect(taken.status).toBe(200);
  });
});
