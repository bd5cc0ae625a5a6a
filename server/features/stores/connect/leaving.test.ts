import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenChannel } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';

let stage: StoreStage;
let owner: Person;
beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
});
afterAll(() => stage.close());

const call = (method: string, path: string, body?: unknown, token = owner.token) =>
  stage.test.call(method, path, { token, key: uuid(), ...(body !== undefined && { body }) });
const storeOf = async (id: string) => (await call('GET', `/api/stores/${id}`)).body.data;
const connected = async (domain: string) => {
  await stage.shops.createDemoShop(domain);
  return stage.connect(owner, domain);
};

describe('how a shop’s news arrive', () => {
  const domain = 'health.myshopify.com';
  let store: string;
  beforeAll(async () => {
    store = await connected(domain);
  });

  it('is told per topic: the last one, how many, how late, what waits and what failed', {
    tags: ['D1-08'],
  }, async () => {
    const variantId = (await stage.shops.products(domain))[0]?.variants[0]?.id ?? '';
    await stage.shops.placeOrder(domain, { lines: [{ variantId, quantity: 1 }] });
    await stage.shops.settled(domain);
    const health = async () => (await call('GET', `/api/stores/${store}/health`)).body.data;
    const waiting = await health();
    expect(waiting.waiting).toBeGreaterThan(0);
    expect(waiting.topics.map(({ topic }: { topic: string }) => topic)).toContain('orders/create');
    stage.test.clock.advance(4_000);
    await stage.run();
    const done = await health();
    expect(done).toMatchObject({ waiting: 0, failed: 0, last_event_at: expect.any(String) });
    const [created] = done.topics.filter(({ topic }: { topic: string }) => topic === 'orders/create');
    expect(created).toMatchObject({ received: 1, waiting: 0, failed: 0, last_received_at: expect.any(String) });
    expect(created.lag_p50_ms).toBeGreaterThanOrEqual(4_000);
    expect(created.lag_p95_ms).toBeGreaterThanOrEqual(created.lag_p50_ms);
    // the last of them is one of those that are counted, or came before them
    const newest = done.topics.map(({ last_received_at }: { last_received_at: string }) => last_received_at).sort();
    expect(done.last_event_at).toBe(newest.at(-1));
    const asConnected = (at: string) =>
      sqlRows(stage.test, `UPDATE stores SET connected_at = ${at} WHERE id = '${store}'`);
    await asConnected(`'${new Date(stage.test.clock.now().getTime() + 1).toISOString()}'`);
    const again = await health();
    expect(again.topics).toEqual([]);
    expect(Date.parse(again.last_event_at)).toBeLessThan(Date.parse(again.since));
    await asConnected(`'${new Date(stage.test.clock.now().getTime() - 86_400_000).toISOString()}'`);
  });

  it('shows what the shop says of its subscriptions, and repairs them', { tags: ['D1-08'] }, async () => {
    const states = (answer: { body: { data?: { topic: string; state: string }[] } }) =>
      Object.fromEntries((answer.body.data ?? []).map(({ topic, state }) => [topic, state]));
    const ask = () => call('GET', `/api/stores/${store}/subscriptions`);
    expect(new Set(Object.values(states(await ask())))).toEqual(new Set(['active']));
    await stage.shops.dropSubscription(domain, 'ORDERS_CREATE');
    await stage.shops.moveSubscription(domain, 'ORDERS_UPDATED', 'https://old.example/hooks');
    expect(states(await ask())).toMatchObject({
      'orders/create': 'missing',
      'orders/updated': 'elsewhere',
      'products/update': 'active',
    });
    const repaired = await call('POST', `/api/stores/${store}/subscriptions`);
    expect(new Set(Object.values(states(repaired)))).toEqual(new Set(['active']));
    expect((await stage.shops.subscriptions(domain)).some(({ uri }) => uri.includes('old.example'))).toBe(false);
    await stage.shops.setFault(domain, { kind: 'forbidden', mode: 'next' });
    expect(await ask()).toMatchObject({ status: 422, body: { code: 'store_not_connected' } });
  });

  it('says of a store of files that no shop is there to ask', async () => {
    const body = { platform: 'file', name: 'Market', currency: 'EUR' };
    const { id } = (await call('POST', '/api/stores', body)).body.data;
    expect((await call('GET', `/api/stores/${id}/health`)).body.data).toMatchObject({ topics: [], waiting: 0 });
    expect(await call('POST', `/api/stores/${id}/subscriptions`)).toMatchObject({
      status: 422,
      body: { code: 'store_not_connected' },
    });
  });
});

describe('disconnecting', () => {
  const domain = 'leaving.myshopify.com';
  const leave = (id: string, typed: string, token = owner.token) =>
    call('POST', `/api/stores/${id}/disconnect`, { typed }, token);

  /** Pays the newest orders of a store directly in the database. */
  async function givenPaid(store: string, count: number) {
    const orders = (await call('GET', `/api/shopify_orders?store_id=${store}&per_page=${count}`)).body.data;
    const ids = orders.map(({ id }: { id: string }) => `'${id}'`).join(',');
    await sqlRows(stage.test, `UPDATE order_lines SET paid_quantity = current_quantity WHERE order_id IN (${ids})`);
    await sqlRows(stage.test, `UPDATE orders SET payment = 'paid', stage = 'processing' WHERE id IN (${ids})`);
    return orders as { id: string; name: string }[];
  }

  it('asks for the typed domain, says what is open, leaves the shop and wipes the tokens at once', {
    tags: ['D1-07'],
  }, async () => {
    const store = await connected(domain);
    await givenPaid(store, 2);
    const open = (await call('GET', `/api/stores/${store}/disconnect`)).body.data;
    expect(open).toEqual({ typed: domain, unpaid: 6, paid_open: 2, untold: 0 });
    expect(await leave(store, 'leaving')).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expect((await storeOf(store)).status).toBe('connected');
    const viewer = await merchant(stage.test, { account_id: owner.account_id, role: 'viewer' });
    expect(await leave(store, domain, viewer.token)).toMatchObject({ status: 403 });

    expect(await leave(store, ` ${domain.toUpperCase()}/ `)).toMatchObject({
      status: 200,
      body: { data: { shop_notified: true, store: { status: 'disconnected' } } },
    });
    expect(await stage.shops.installedScopes(domain)).toBeNull();
    expect(await stage.shops.subscriptions(domain)).toEqual([]);
    expect(await sqlRows(stage.test, `SELECT 1 FROM store_tokens WHERE store_id = '${store}'`)).toEqual([]);
    expect(await leave(store, domain)).toMatchObject({ status: 422, body: { code: 'store_not_connected' } });
    expect(await call('POST', `/api/stores/${store}/sync`, {})).toMatchObject({ status: 422 });
    // the shop's own word of the removal comes after and changes nothing
    await stage.shops.settled(domain);
    await stage.run();
    expect((await storeOf(store)).status_reason).toBe('You disconnected this store.');
  });

  it('leaves paid orders shipping, their tracking for manual copying; connecting again keeps all and notifies the shop', {
    tags: ['D1-07'],
  }, async () => {
    const store = (await call('GET', '/api/stores?q=leaving')).body.data[0].id as string;
    const channel = await givenChannel(stage.test);
    const packer = await staff(stage.test, 'warehouse');
    const [order] = (await call('GET', `/api/shopify_orders?store_id=${store}&tab=processing`)).body.data;
    const before = (await call('GET', `/api/shopify_orders/${order.id}`)).body.data;
    const body = { channel_id: channel.id, tracking_number: 'YT-LEFT-1', version: before.version };
    const path = `/api/staff/orders/${owner.account_id}/${order.id}/ship`;
    expect(await call('POST', path, body, packer.token)).toMatchObject({ status: 200 });
    await stage.run();
    const parcel = async () => (await call('GET', `/api/shopify_orders/${order.id}`)).body.data.parcels[0];
    expect(await parcel()).toMatchObject({
      tracking_number: 'YT-LEFT-1',
      push: 'reconnect',
      push_error: expect.stringContaining('Copy the tracking number'),
    });
    expect((await call('GET', `/api/stores/${store}/disconnect`)).body.data).toMatchObject({ untold: 1 });

    expect(await stage.connect(owner, domain)).toBe(store);
    expect((await call('GET', `/api/shopify_orders?store_id=${store}`)).body.meta.total).toBe(8);
    expect(await parcel()).toMatchObject({ push: 'sent' });
    expect(await stage.shops.fulfillments(domain, { byApp: true })).toHaveLength(1);
  });

  it('wipes the tokens also when the shop does not answer', { tags: ['D1-07'] }, async () => {
    const silent = 'silent.myshopify.com';
    const store = await connected(silent);
    await stage.shops.setFault(silent, { kind: 'forbidden', mode: 'always' });
    expect(await leave(store, silent)).toMatchObject({
      status: 200,
      body: { data: { shop_notified: false, store: { status: 'disconnected' } } },
    });
    expect(await sqlRows(stage.test, `SELECT 1 FROM store_tokens WHERE store_id = '${store}'`)).toEqual([]);
    const other = await merchant(stage.test);
    await stage.shops.clearFaults(silent);
    await stage.connect(other, silent); // the shop is free for another account
  });
});
