import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewOrder } from '#sandbox/shop/order-records.ts';
import { defaultStoreSettings } from '#contract/store-rules.ts';
import { merchant, type Person } from '#testing/people.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';

let stage: StoreStage;
let owner: Person;
beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
});
afterAll(() => stage.close());

const call = (method: string, path: string, body?: unknown) =>
  stage.test.call(method, path, { token: owner.token, ...(body !== undefined && { body }) });
const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(stage.test.clock.now().getTime() - days * dayMs);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** A shop with one product; answers its variant. */
async function shopOf(domain: string): Promise<string> {
  await stage.shops.createShop({
    domain,
    products: [{ title: 'Cup', variants: [{ values: [], sku: 'CUP', price: 900 }] }],
  });
  return (await stage.shops.products(domain))[0]?.variants[0]?.id ?? '';
}
const placedAt = (variantId: string, days: number, more: Partial<NewOrder> = {}): NewOrder => ({
  lines: [{ variantId, quantity: 1 }],
  createdAt: daysAgo(days),
  financialStatus: 'PAID',
  ...more,
});

/** Consents with a choice and lets the import run. */
async function connect(domain: string, choice: string): Promise<string> {
  const asked = await call('GET', `/api/stores/authorize_url?domain=${domain}&${choice}`);
  const back = await stage.shops.consent(asked.body.data.authorize_url as string);
  const done = await call('POST', '/api/stores/authorize', Object.fromEntries(new URL(back).searchParams));
  await stage.run();
  return done.body.data.id as string;
}
const namesOf = async (store: string): Promise<string[]> =>
  (await call('GET', `/api/shopify_orders?store_id=${store}&per_page=50`)).body.data
    .map((order: { name: string }) => order.name)
    .toSorted();
const sync = (store: string, days: object = {}) => call('POST', `/api/stores/${store}/sync`, days);
const lookOf = async (store: string) => (await call('GET', `/api/stores/${store}`)).body.data.import_job;

describe('what is brought at first', () => {
  it('is chosen with the store: from when, and whether only what can still be shipped', {
    tags: ['D1-03'],
  }, async () => {
    const domain = 'choice.myshopify.com';
    const variant = await shopOf(domain);
    const [shipped, , , old] = await stage.shops.insertOrders(domain, [
      placedAt(variant, 3),
      placedAt(variant, 2),
      placedAt(variant, 1),
      placedAt(variant, 20),
    ]);
    await stage.shops.markFulfilledManually(domain, shipped?.id ?? '');
    const store = await connect(domain, 'import_days=7&unshipped_only=true');
    expect((await call('GET', `/api/stores/${store}/settings`)).body.data.settings.unshipped_only).toBe(true);
    expect(await namesOf(store)).toHaveLength(2);
    expect(await namesOf(store)).not.toContain(old?.name);
    // an order that is here stays here when it is shipped by somebody else
    const [here] = (await stage.shops.insertOrders(domain, [placedAt(variant, 0)])).slice(-1);
    await sync(store);
    await stage.run();
    await stage.shops.markFulfilledManually(domain, here?.id ?? '');
    await stage.run();
    expect(await namesOf(store)).toContain(here?.name);
  });

  it('is everything of the chosen days without the choice, and refuses more than a shop shows', {
    tags: ['D1-03'],
  }, async () => {
    const domain = 'all-of-it.myshopify.com';
    const variant = await shopOf(domain);
    const [shipped] = await stage.shops.insertOrders(domain, [placedAt(variant, 3), placedAt(variant, 40)]);
    await stage.shops.markFulfilledManually(domain, shipped?.id ?? '');
    expect(await namesOf(await connect(domain, 'import_days=60'))).toHaveLength(2);
    for (const days of ['0', '61', 'x'])
      expect(await call('GET', `/api/stores/authorize_url?domain=other-1&import_days=${days}`)).toMatchObject({
        status: 400,
      });
  });

  it('leaves unpaid orders in the shop until they are paid, when the store says so', async () => {
    const domain = 'paid-only.myshopify.com';
    const variant = await shopOf(domain);
    const store = await connect(domain, 'import_days=7');
    const settings = { ...defaultStoreSettings, import_unpaid: false };
    expect(await call('PUT', `/api/stores/${store}/settings`, { settings, version: 1 })).toMatchObject({ status: 200 });
    const pending = await stage.shops.placeOrder(domain, placedAt(variant, 0, { financialStatus: 'PENDING' }));
    const paid = await stage.shops.placeOrder(domain, placedAt(variant, 0));
    await stage.shops.settled(domain);
    await stage.run();
    expect(await namesOf(store)).toEqual([paid.name]);
    expect(await namesOf(store)).not.toContain(pending.name);
  });
});

describe('a look at the shop', () => {
  const domain = 'look.myshopify.com';
  let store: string;
  let variant: string;
  beforeAll(async () => {
    variant = await shopOf(domain);
    await stage.shops.insertOrders(domain, [placedAt(variant, 5), placedAt(variant, 12), placedAt(variant, 20)]);
    store = await connect(domain, 'import_days=7');
  });

  it('looks at a range of days and says what it found', { tags: ['D1-06'] }, async () => {
    expect((await lookOf(store)).result).toEqual({
      products: 1,
      products_new: 1,
      products_changed: 0,
      orders: 1,
      orders_new: 1,
      orders_changed: 0,
      range: null,
    });
    // two that no webhook ever reported: one of these days, one before the chosen start
    await stage.shops.insertOrders(domain, [placedAt(variant, 3)]);
    const range = { from: dayOf(daysAgo(14)), to: dayOf(daysAgo(2)) };
    expect(await sync(store, range)).toMatchObject({ status: 200, body: { data: { state: 'queued' } } });
    expect(await sync(store, range)).toMatchObject({ status: 422, body: { code: 'sync_running' } });
    await stage.run();
    expect(await lookOf(store)).toMatchObject({ state: 'done', result: { orders_changed: 0, range } });
    expect((await lookOf(store)).result.orders_new).toBe(2);
    expect(await namesOf(store)).toHaveLength(3);
    await sync(store, range);
    await stage.run();
    expect((await lookOf(store)).result).toMatchObject({ orders_new: 0, orders_changed: 0 });
  });

  it('refuses days that no shop shows, that lie ahead or are turned round', { tags: ['D1-06'] }, async () => {
    const refused = async (days: object, field: string) => {
      const answer = await sync(store, days);
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_input', message: expect.any(String) } });
      expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
    };
    await refused({ from: dayOf(daysAgo(61)) }, 'from');
    await refused({ from: dayOf(daysAgo(2)), to: dayOf(daysAgo(3)) }, 'to');
    await refused({ from: dayOf(daysAgo(-2)), to: dayOf(daysAgo(-3)) }, 'from');
    await refused({ from: 'yesterday' }, 'from');
  });
});
