import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import {
  address,
  applyShopOrders,
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { applyProducts, reviewMappings, shopProduct, shopVariant } from '#testing/product-fixtures.ts';

let test: TestApp;
let owner: Person;
let other: Person;
let channel: Channel;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  other = await merchant(test);
  channel = await givenChannel(test);
});
afterAll(() => test.close());

const at = (minutes: number) => new Date(Date.parse('2026-11-20T08:00:00Z') + minutes * 60_000);
const get = async (path: string) => (await test.call('GET', path, { token: owner.token })).body.data;
const ordersOf = (store: string) => get(`/api/shopify_orders?store_id=${store}`);
const variantsOf = (product: string) => get(`/api/products/${product}/variants`);
const versionsOf = (product: string, variant: string) => get(`/api/products/${product}/variants/${variant}/versions`);

/** A catalogue item with a price to the US. */
async function sku(unit_price: number, destinations = ['US']): Promise<string> {
  const { sku_id } = await givenVariant(test, { account_id: owner.account_id, id: spare });
  for (const destination of destinations)
    await givenPrice(test, owner.account_id, { sku_id, channel, unit_price, destination });
  return sku_id;
}
let spare: string;
beforeAll(async () => {
  spare = await givenStore(test, owner.account_id);
});

/** A store with one product of two variants, and its ids. */
async function stage(more: Parameters<typeof shopProduct>[2] = {}) {
  const store = await givenStore(test, owner.account_id);
  await applyProducts(test, owner.account_id, store, [shopProduct('1', [shopVariant('11'), shopVariant('12')], more)]);
  const product = (await get(`/api/products?store_id=${store}`))[0].id as string;
  const [first, second] = (await variantsOf(product)).map((variant: { id: string }) => variant.id) as [string, string];
  const order = (name: string, variants = ['11'], change: Parameters<typeof shopOrder>[1] = {}) =>
    inAccount(test, owner.account_id, (ctx) =>
      applyShopOrders(
        ctx,
        { account_id: owner.account_id, id: store },
        [
          shopOrder(
            variants.map((id) =>
              shopLine({ external_id: id, sku: `SKU-${id}` }, { external_id: `line-${id}`, quantity: 1 }),
            ),
            { external_id: name, name, ...change },
          ),
        ],
        'api',
      ),
    );
  return { store, product, first, second, order };
}

type Decision = Record<string, unknown> & { kind: string };
const mapped = (sku_id: string, more: object = {}): Decision => ({
  kind: 'mapped',
  components: [{ catalog_sku_id: sku_id, quantity: 1 }],
  ...more,
});
const save = (
  product: string,
  variants: [string, number, Decision][],
  more: { mode?: string; apply?: string; token?: string } = {},
) =>
  test.call('POST', `/api/products/${product}/mapping`, {
    token: more.token ?? owner.token,
    body: {
      mode: more.mode ?? 'commit',
      ...(more.apply && { apply: more.apply }),
      variants: variants.map(([variant_id, version, decision]) => ({ variant_id, version, decision })),
    },
  });

describe('saving what variants consist of', () => {
  it('maps several variants at once, bundles of up to 20 items included, and moves waiting orders on', async () => {
    const { product, first, second, store, order } = await stage();
    const [a, b] = [await sku(500), await sku(300)];
    await order('#1', ['11', '12']);
    const bundle = { kind: 'mapped', components: [a, b].map((id) => ({ catalog_sku_id: id, quantity: 2 })) };
    const dry = await save(product, [[first, 0, mapped(a)]], { mode: 'dry_run' });
    expect(dry.body.data).toEqual({ orders: 1, changed: 1, payable: 0 });
    expect(await variantsOf(product)).toMatchObject([{ mapping_state: 'unmapped' }, {}]);
    const { status, body } = await save(product, [
      [first, 0, mapped(a)],
      [second, 0, bundle],
    ]);
    expect([status, body.data]).toEqual([200, { orders: 1, changed: 2, payable: 1 }]);
    expect(await ordersOf(store)).toMatchObject([{ stage: 'awaiting_payment', cost: { goods: 500 + 1000 + 600 } }]);
    expect(await variantsOf(product)).toMatchObject([
      { source: 'manual', confidence: 1, author: expect.stringMatching(/^person/), components: [{ quantity: 1 }] },
      { components: [{ quantity: 2 }, { quantity: 2 }] },
    ]);
    expect((await save(product, [[first, 1, mapped(a)]])).body.data).toMatchObject({ changed: 0 });
  });

  it('takes a bundle of 20 components with quantities, not 21, not a quantity of 0 or 1000', {
    tags: ['D2-05'],
  }, async () => {
    const { product, first } = await stage();
    const items = await Promise.all(Array.from({ length: 21 }, () => sku(100)));
    const of = (count: number, quantity = 1) => ({
      kind: 'mapped',
      components: items.slice(0, count).map((catalog_sku_id) => ({ catalog_sku_id, quantity })),
    });
    for (const bad of [of(21), of(0), of(1, 0), of(1, 1000)])
      expect(await save(product, [[first, 0, bad]])).toMatchObject({ status: 422 });
    expect((await save(product, [[first, 0, of(20, 999)]])).status).toBe(200);
    expect((await variantsOf(product))[0].components).toHaveLength(20);
  });

  it('refuses a stale version, foreign variants, foreign products and items that are no longer offered', async () => {
    const { product, first } = await stage();
    const mine = await sku(100);
    expect((await save(product, [[first, 0, mapped(mine)]])).status).toBe(200);
    expect(await save(product, [[first, 0, mapped(mine)]])).toMatchObject({
      status: 422,
      body: { code: 'stale_version' },
    });
    const elsewhere = await stage();
    expect((await save(product, [[elsewhere.first, 0, mapped(mine)]])).status).toBe(404);
    expect((await save(product, [[first, 1, mapped(mine)]], { token: other.token })).status).toBe(404);
    expect((await save(product, [[first, 1, mapped(uuid())]])).body).toMatchObject({ code: 'mapping_invalid' });
    await sqlRows(test, `UPDATE catalog_skus SET owner_account_id = '${other.account_id}' WHERE id = '${mine}'`);
    expect((await save(product, [[first, 1, mapped(mine, { until_sold_out: true })]])).body.code).toBe(
      'mapping_invalid',
    );
    expect((await save(product, [])).status).toBe(422);
    expect(await test.call('POST', `/api/products/${product}/mapping`, { body: {} })).toMatchObject({ status: 401 });
    const viewer = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
    expect((await save(product, [[first, 1, mapped(mine)]], { token: viewer.token })).status).toBe(403);
  });

  it('takes a discontinued item only when it is used until it is sold out', async () => {
    const { product, first } = await stage();
    const item = await sku(100);
    await sqlRows(test, `UPDATE catalog_skus SET status = 'discontinued' WHERE id = '${item}'`);
    const refused = await save(product, [[first, 0, mapped(item)]]);
    expect(refused).toMatchObject({ status: 422, body: { code: 'mapping_invalid' } });
    expect(refused.body.message).toMatch(/^TW\d+ Lamp, white is discontinued/);
    expect((await save(product, [[first, 0, mapped(item, { until_sold_out: true })]])).status).toBe(200);
    expect(await variantsOf(product)).toMatchObject([{ mapping_state: 'mapped', until_sold_out: true }, {}]);
  });

  it('keeps every version with author and time; open orders follow or keep theirs, paid ones always do', {
    tags: ['D2-08', 'D2-09'],
  }, async () => {
    const { product, first, store, order } = await stage();
    const [a, b, c] = [await sku(500), await sku(700), await sku(900)];
    await save(product, [[first, 0, mapped(a)]]);
    for (const name of ['#1', '#2', '#3']) await order(name);
    const idOf = async (name: string) =>
      (await ordersOf(store)).find((row: { name: string }) => row.name === name).id as string;
    await sqlRows(test, `UPDATE orders SET payment = 'paid', stage = 'processing' WHERE id = '${await idOf('#1')}'`);
    const goods = async () =>
      Object.fromEntries(
        (await ordersOf(store)).map((row: { name: string; cost: { goods: number } }) => [row.name, row.cost.goods]),
      );
    const versions = async () =>
      Object.fromEntries(
        (
          await sqlRows(
            test,
            `SELECT o.name, l.mapping_version FROM order_lines l JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id WHERE o.store_id = '${store}'`,
          )
        ).map((row) => [row.name, row.mapping_version]),
      );
    const kept = await save(product, [[first, 1, mapped(b)]], { apply: 'new_orders' });
    expect(kept.body.data).toMatchObject({ orders: 2, changed: 1 });
    await order('#4');
    expect(await goods()).toEqual({ '#1': 500, '#2': 500, '#3': 500, '#4': 700 });
    expect(await versions()).toEqual({ '#1': 1, '#2': 1, '#3': 1, '#4': 2 });
    await save(product, [[first, 2, mapped(c)]], { apply: 'open_orders' });
    expect(await goods()).toEqual({ '#1': 500, '#2': 900, '#3': 900, '#4': 900 });
    expect(await versions()).toEqual({ '#1': 1, '#2': 3, '#3': 3, '#4': 3 });
    const restored = await save(product, [[first, 3, { kind: 'restore', version: 1 }]]);
    expect(restored.body.data).toMatchObject({ orders: 3, changed: 1 });
    expect(await goods()).toEqual({ '#1': 500, '#2': 500, '#3': 500, '#4': 500 });
    expect(await versionsOf(product, first)).toMatchObject([
      {
        version: 4,
        restored_from: 1,
        author: expect.stringMatching(/^person/),
        created_at: expect.any(String),
        changed: ['components'],
      },
      { version: 3, changed: ['components'] },
      { version: 2, changed: ['components'], components: [{ sku: { id: b } }] },
      { version: 1, changed: ['outcome'] },
    ]);
  });

  it('answers 404 for versions of what is not there, and tells no other account', async () => {
    const { product, first } = await stage();
    expect(
      (await test.call('GET', `/api/products/${product}/variants/${uuid()}/versions`, { token: owner.token })).status,
    ).toBe(404);
    expect(
      (await test.call('GET', `/api/products/${product}/variants/${first}/versions`, { token: other.token })).status,
    ).toBe(404);
    expect((await test.call('GET', `/api/products/${product}/skus`, { token: other.token })).status).toBe(404);
  });
});

describe('places and days', () => {
  it('maps by destination and by dates, refuses overlaps, and prices each order by its own', {
    tags: ['D2-06'],
  }, async () => {
    const { product, first, store, order } = await stage();
    const [usual, german, december] = [
      await sku(500, ['US', 'DE']),
      await sku(800, ['US', 'DE']),
      await sku(950, ['US', 'DE']),
    ];
    const part = (catalog_sku_id: string) => [{ catalog_sku_id, quantity: 1 }];
    const rules = [
      { countries: ['DE', 'AT'], components: part(german) },
      { valid_from: '2026-12-01', valid_to: '2026-12-24', components: part(december) },
    ];
    const overlap = { countries: ['AT', 'CH'], valid_from: '2027-01-01', components: part(usual) };
    const refused = await save(product, [[first, 0, mapped(usual, { rules: [...rules, overlap] })]]);
    expect(refused).toMatchObject({ status: 422, body: { code: 'mapping_invalid' } });
    expect((await save(product, [[first, 0, mapped(usual, { rules })]])).status).toBe(200);
    const german_address = { ...address, country: 'DE', province: null, province_code: null };
    await order('US');
    await order('DE', ['11'], { address: german_address });
    await order('US in December', ['11'], { placed_at: new Date('2026-12-24T23:00:00Z') });
    await order('DE in December', ['11'], { placed_at: new Date('2026-12-03T10:00:00Z'), address: german_address });
    await order('US after', ['11'], { placed_at: new Date('2026-12-25T00:00:00Z') });
    const goods = (await ordersOf(store)).map((row: { name: string; cost: { goods: number } }) => [
      row.name,
      row.cost.goods,
    ]);
    expect(Object.fromEntries(goods)).toEqual({
      US: 500,
      DE: 800,
      'US in December': 950,
      'DE in December': 800,
      'US after': 500,
    });
    const kept = await sqlRows(
      test,
      `SELECT o.name, l.mapping_rule AS rule FROM order_lines l JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id WHERE o.store_id = '${store}' AND l.mapping_rule > 0 ORDER BY 1`,
    );
    expect(kept.map((row) => row.rule)).toEqual([1, 1, 2]);
    expect(await variantsOf(product)).toMatchObject([
      { rules: [{ countries: ['DE', 'AT'] }, { valid_to: '2026-12-24' }] },
      {},
    ]);
    const [version] = await versionsOf(product, first);
    expect(version.rules).toHaveLength(2);
  });
});

describe('not ours', () => {
  it('ignores the lines, never bills them, and an order of only such lines is not ours; ours again takes it back', {
    tags: ['D2-07'],
  }, async () => {
    const { product, first, second, store, order } = await stage();
    const item = await sku(500);
    await save(product, [
      [first, 0, mapped(item)],
      [second, 0, { kind: 'not_ours' }],
    ]);
    await order('both', ['11', '12']);
    await order('foreign', ['12']);
    const byName = async () => new Map((await ordersOf(store)).map((row: { name: string }) => [row.name, row]));
    expect((await byName()).get('both')).toMatchObject({ stage: 'awaiting_payment', cost: { goods: 500 } });
    expect((await byName()).get('foreign')).toMatchObject({ stage: 'self_fulfilled', cost: null });
    expect(await variantsOf(product)).toMatchObject([{}, { mapping_state: 'not_ours', components: [] }]);
    const [both] = [(await byName()).get('both') as { id: string }];
    const detail = await get(`/api/shopify_orders/${both.id}`);
    expect(detail.order_lines).toMatchObject([{ not_ours: false }, { not_ours: true, unit_cost: null }]);
    await save(product, [[first, 1, { kind: 'not_ours' }]]);
    expect((await byName()).get('both')).toMatchObject({ stage: 'self_fulfilled' });
    await save(product, [
      [first, 2, { kind: 'ours' }],
      [second, 1, { kind: 'ours' }],
    ]);
    expect(await variantsOf(product)).toMatchObject([
      { mapping_state: 'mapped', mapping_version: 3 },
      { mapping_state: 'unmapped', mapping_version: 2 },
    ]);
    expect(await versionsOf(product, second)).toMatchObject([{ outcome: 'unmapped' }, { outcome: 'not_ours' }]);
  });
});

const reviewItem = (item: string) => reviewMappings(test, owner.account_id, item);

describe('drift', () => {
  it('blocks unpaid orders before the wrong thing ships, says what changed, and a review frees them', {
    tags: ['D2-10'],
  }, async () => {
    const large = { options: [{ name: 'Size', value: 'Large' }], title: 'Large' };
    const store = await givenStore(test, owner.account_id);
    const importOrders = (variant: object, minutes: number, more: object = {}) =>
      applyProducts(test, owner.account_id, store, [
        shopProduct('1', [shopVariant('11', { ...large, ...variant })], { updated_at: at(minutes), ...more }),
      ]);
    await importOrders({}, 0);
    const product = (await get(`/api/products?store_id=${store}`))[0].id as string;
    const [variant] = await variantsOf(product);
    const item = await sku(500);
    await save(product, [[variant.id, 0, mapped(item)]]);
    await inAccount(test, owner.account_id, (ctx) =>
      applyShopOrders(
        ctx,
        { account_id: owner.account_id, id: store },
        [shopOrder([shopLine({ external_id: '11', sku: 'SKU-11' })])],
        'api',
      ),
    );
    await importOrders({ options: [{ name: ' size', value: 'LARGE ' }], title: 'LARGE' }, 1, { title: 'PRODUCT  1' });
    expect(await ordersOf(store)).toMatchObject([{ stage: 'awaiting_payment' }]);
    await importOrders({ options: [{ name: 'Size', value: 'Extra large' }], title: 'Extra large' }, 2);
    const change = { kind: 'option', name: 'Size', from: 'Large', to: 'Extra large' };
    expect(await ordersOf(store)).toMatchObject([
      { stage: 'imported', blocks: [{ code: 'MAPPING_CHANGED', detail: { lines: 1, changes: [change] } }] },
    ]);
    expect(await variantsOf(product)).toMatchObject([{ mapping_state: 'needs_review', drift: [change] }]);
    expect((await save(product, [[variant.id, 1, { kind: 'confirm' }]])).body.data).toEqual({
      orders: 1,
      changed: 1,
      payable: 1,
    });
    expect(await ordersOf(store)).toMatchObject([{ stage: 'awaiting_payment', blocks: [] }]);
    expect(await versionsOf(product, variant.id)).toMatchObject([
      { version: 2, changed: ['confirmed'] },
      { version: 1 },
    ]);
    const now = { options: [{ name: 'Size', value: 'Extra large' }], title: 'Extra large' };
    const changes: [string, object, object][] = [
      ['title', { title: 'Extra large, new' }, {}],
      ['sku', { sku: 'OTHER' }, {}],
      ['product_title', {}, { title: 'Another product' }],
      ['picture', {}, { image_url: 'https://cdn.example/new.png?v=2' }],
      ['picture', { image_url: 'https://cdn.example/own.png' }, {}],
      ['option', { options: [{ name: 'Width', value: 'Extra large' }] }, {}],
    ];
    let minutes = 3;
    for (const [kind, more, product_more] of changes) {
      await importOrders({ ...now, ...more }, minutes++, product_more);
      expect(await variantsOf(product)).toMatchObject([{ mapping_state: 'needs_review', drift: [{ kind }] }]);
      expect(await ordersOf(store)).toMatchObject([{ stage: 'imported', blocks: [{ code: 'MAPPING_CHANGED' }] }]);
      await importOrders(now, minutes++);
      expect(await variantsOf(product)).toMatchObject([{ mapping_state: 'mapped', drift: [] }]);
      expect(await ordersOf(store)).toMatchObject([{ stage: 'awaiting_payment', blocks: [] }]);
    }
    await sqlRows(test, `UPDATE catalog_skus SET status = 'discontinued' WHERE id = '${item}'`);
    await reviewItem(item);
    expect(await ordersOf(store)).toMatchObject([
      {
        stage: 'imported',
        blocks: [{ code: 'MAPPING_CHANGED', detail: { changes: [{ kind: 'item_discontinued' }] } }],
      },
    ]);
    await save(product, [[variant.id, 2, { kind: 'confirm', until_sold_out: true }]]);
    expect(await ordersOf(store)).toMatchObject([{ stage: 'awaiting_payment', blocks: [] }]);
  });

  it('reaches the mappings of an item that is discontinued or described otherwise, older versions that orders keep included', async () => {
    const { product, first, store, order } = await stage();
    const [old, next] = [await sku(500), await sku(600)];
    await sqlRows(test, `UPDATE catalog_skus SET attributes = '{"Color": "Red"}' WHERE id = '${old}'`);
    await save(product, [[first, 0, mapped(old)]]);
    await order('#1');
    await sqlRows(test, `UPDATE catalog_skus SET attributes = '{"Color": "Dark red"}' WHERE id = '${old}'`);
    await reviewItem(old);
    expect((await variantsOf(product))[0].drift).toMatchObject([
      { kind: 'item_attribute', from: 'Red', to: 'Dark red' },
    ]);
    expect(await ordersOf(store)).toMatchObject([{ blocks: [{ code: 'MAPPING_CHANGED' }] }]);
    await save(product, [[first, 1, mapped(next)]], { apply: 'new_orders' });
    expect(await ordersOf(store)).toMatchObject([{ stage: 'awaiting_payment', cost: { goods: 500 } }]);
    await sqlRows(test, `UPDATE catalog_skus SET status = 'discontinued' WHERE id = '${old}'`);
    await reviewItem(old);
    expect((await variantsOf(product))[0]).toMatchObject({ mapping_state: 'mapped', drift: [] });
    expect(await ordersOf(store)).toMatchObject([
      {
        stage: 'imported',
        blocks: [{ code: 'MAPPING_CHANGED', detail: { changes: [{ kind: 'item_discontinued' }] } }],
      },
    ]);
    await save(product, [[first, 2, mapped(next)]]);
    expect(await ordersOf(store)).toMatchObject([{ stage: 'awaiting_payment', cost: { goods: 600 } }]);
  });
});

describe('the page of a product', () => {
  it('has prices with their history, quotes, orders with the version they used, and what happened', async () => {
    const { product, first, order } = await stage();
    const item = await sku(500);
    await save(product, [[first, 0, mapped(item)]]);
    await order('#1');
    const asked = await test.call('POST', `/api/products/${product}/inquiry`, {
      token: owner.token,
      key: uuid(),
      body: { destinations: ['US'] },
    });
    const of = (part: string, token = owner.token) => test.call('GET', `/api/products/${product}/${part}`, { token });
    await inAccount(test, owner.account_id, async (ctx) => {
      await ctx.db.updateTable('prices').set({ valid_to: ctx.now }).where('catalog_sku_id', '=', item).execute();
    });
    await givenPrice(test, owner.account_id, { sku_id: item, channel, unit_price: 450 });
    expect((await of('prices')).body.data).toMatchObject([
      { unit_price: { amount: 450 }, valid_to: null, destination: 'US', channel: channel.name },
      { unit_price: { amount: 500 }, valid_to: expect.any(String) },
    ]);
    expect((await of('orders')).body.data).toMatchObject([
      { name: '#1', units: 1, goods: { amount: 500 }, mapping_versions: [1] },
    ]);
    expect((await of('quotes')).body.data).toMatchObject([{ number: asked.body.data.number, status: 'submitted' }]);
    await save(product, [[first, 1, { kind: 'not_ours' }]]);
    expect((await of('timeline')).body.data).toMatchObject([
      { kind: 'not_ours', data: { variants: 1 } },
      { kind: 'mapped', data: { variants: 1, source: 'manual' }, actor: expect.stringMatching(/^person/) },
    ]);
    for (const part of ['prices', 'orders', 'quotes', 'timeline']) {
      expect((await of(part, other.token)).status).toBe(404);
      expect((await test.call('GET', `/api/products/${product}/${part}`)).status).toBe(401);
    }
    const asViewed = [
      '/api/products/{id}/prices',
      '/api/products/{id}/orders',
      '/api/products/{id}/quotes',
      '/api/products/{id}/timeline',
    ];
    for (const path of asViewed)
      expect((await test.call('GET', path.replace('{id}', uuid()), { token: owner.token })).status).toBe(404);
  });
});

describe('items to choose', () => {
  it('offers what the product uses first, finds by words and by code, with cost and attributes', async () => {
    const { product, first } = await stage();
    const item = await sku(500);
    await sqlRows(
      test,
      `UPDATE catalog_skus SET title = 'Zebra mug, red', attributes = '{"Color": "Red"}' WHERE id = '${item}'`,
    );
    const find = (q: string) => get(`/api/products/${product}/skus?q=${encodeURIComponent(q)}`);
    expect(await find('mug zebra')).toMatchObject([
      { id: item, cost: { amount: 500, currency: 'USD' }, attributes: { Color: 'Red' }, used_here: 0 },
    ]);
    await save(product, [[first, 0, mapped(item)]]);
    expect((await get(`/api/products/${product}/skus`))[0]).toMatchObject({ id: item, used_here: 1 });
    const { code } = (await find('zebra'))[0];
    await sqlRows(test, `UPDATE catalog_skus SET status = 'discontinued' WHERE id = '${item}'`);
    expect(await find('zebra')).toEqual([]);
    expect(await find(code)).toMatchObject([{ id: item, status: 'discontinued' }]);
    expect(await find('nothing%')).toEqual([]);
  });
});
