import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entryFor } from '#server/db/context.ts';
import { merchant, type Person } from '#testing/people.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';

let stage: StoreStage;
let owner: Person;
let domain: string;
let store: string;
let variantId: string;
let number = 0;

beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
});
afterAll(() => stage.close());
beforeEach(async () => {
  number += 1;
  domain = `refusing-${number}.myshopify.com`;
  const products = [{ title: 'Cup', variants: [{ values: [], sku: 'CUP', price: 900 }] }];
  await stage.shops.createShop({ domain, name: `Refusing ${number}`, products });
  variantId = (await stage.shops.products(domain))[0]?.variants[0]?.id ?? '';
  store = await stage.connect(owner, domain);
});

const system = () => entryFor(stage.test.ground, { kind: 'system', name: 'test' }, 'test');
const storeRow = async () =>
  (await stage.test.call('GET', `/api/stores/${store}`, { token: owner.token })).body.data as {
    status: string;
    status_reason: string | null;
    trouble: { since: string; reason: string } | null;
    orders: number;
  };
const deliveryStates = () =>
  system().run('all_accounts', async ({ db }) => {
    const rows = await db
      .selectFrom('webhook_inbox')
      .select(['topic', 'state'])
      .where('shop', '=', domain)
      .where('topic', '<>', 'products/create')
      .orderBy('received_at')
      .execute();
    return rows.map(({ topic, state }) => `${topic} ${state}`);
  });
const minutes = (n: number) => stage.test.clock.advance(n * 60_000);
/** What the worker's clock would start: the probe, and the sweep every ten minutes. */
const probe = () => stage.test.app.tasks.stores_probe?.(system(), {});
const sweep = () => stage.test.app.tasks.stores_reconcile?.(system(), {});
const refuse = (kind: 'frozen' | 'locked' | 'unauthorized') => stage.shops.setFault(domain, { kind, mode: 'always' });
/** An order placed at the shop, and its delivery as Shopify sends it. */
async function placeOrder() {
  const [order] = await stage.shops.insertOrders(domain, [{ lines: [{ variantId, quantity: 1 }] }]);
  await deliver('orders/create', { id: Number(order?.id) });
}
function deliver(topic: string, body: object) {
  const payload = Buffer.from(JSON.stringify(body));
  return stage.test.app.fastify.inject({
    method: 'POST',
    url: `/api/webhooks/shopify/${stage.app.clientId}`,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': domain,
      'x-shopify-webhook-id': `refusal-${Math.random()}`,
      'x-shopify-triggered-at': stage.test.clock.now().toISOString(),
      'x-shopify-hmac-sha256': createHmac('sha256', stage.app.secret).update(payload).digest('base64'),
    },
    payload,
  });
}

describe('a shop that refuses calls', () => {
  it.each(['frozen', 'locked', 'unauthorized'] as const)(
    '(%s) is having trouble after one refusal; its deliveries wait, and the first accepted call replays them',
    async (kind) => {
      await refuse(kind);
      await placeOrder();
      await stage.run(stage.kit());
      expect(await storeRow()).toMatchObject({
        status: 'connected',
        trouble: { reason: expect.any(String) },
        orders: 0,
      });
      expect(await deliveryStates()).toEqual(['orders/create waiting']);
      await stage.shops.clearFaults(domain);
      minutes(2);
      await probe();
      expect(await storeRow()).toMatchObject({ status: 'connected', trouble: null });
      await stage.run(stage.kit());
      expect(await deliveryStates()).toEqual(['orders/create done']);
      expect(await storeRow()).toMatchObject({ orders: 1 });
    },
  );

  it.each([
    ['frozen', 'suspended'],
    ['unauthorized', 'needs_reauth'],
  ] as const)(
    '(%s) becomes %s after three calls over ten minutes, by a call made to find out',
    async (kind, status) => {
      await refuse(kind);
      await placeOrder();
      await stage.run(stage.kit());
      for (let call = 0; call < 4; call += 1) await probe(); // many calls within a moment prove nothing
      expect(await storeRow()).toMatchObject({ status: 'connected' });
      minutes(11);
      await sweep(); // a refused call of other work counts, but does not decide
      await stage.run(stage.kit());
      expect(await storeRow()).toMatchObject({ status: 'connected', trouble: { reason: expect.any(String) } });
      await probe();
      expect(await storeRow()).toMatchObject({ status, status_reason: expect.any(String), trouble: null });
      await stage.run(stage.kit());
      expect(await deliveryStates()).toEqual(['orders/create waiting']);
      await stage.shops.clearFaults(domain);
      minutes(61);
      await probe();
      await stage.run(stage.kit());
      expect(await storeRow()).toMatchObject({ status: 'connected', status_reason: null, orders: 1 });
      expect(await deliveryStates()).toEqual(['orders/create done']);
    },
  );

  it('starts to count again when it refuses in another way', async () => {
    await refuse('frozen');
    for (let call = 0; call < 3; call += 1) await probe();
    await placeOrder();
    await stage.run(stage.kit());
    minutes(9);
    await stage.shops.clearFaults(domain);
    await refuse('unauthorized');
    await probe();
    minutes(2);
    for (let call = 0; call < 3; call += 1) await probe();
    expect(await storeRow()).toMatchObject({
      status: 'connected',
      trouble: { reason: expect.stringContaining('app') },
    });
  });

  it('is disconnected at once by a real app/uninstalled, and what waited is closed', async () => {
    await refuse('unauthorized');
    await placeOrder();
    await stage.run(stage.kit());
    minutes(1);
    await deliver('app/uninstalled', { id: 1, myshopify_domain: domain });
    await stage.run(stage.kit());
    expect(await storeRow()).toMatchObject({ status: 'disconnected', trouble: null });
    expect(await deliveryStates()).toEqual(['orders/create ignored', 'app/uninstalled done']);
  });
});
