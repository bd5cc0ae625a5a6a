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
  type Goods,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { tablesWith } from '#testing/search-tables.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { dropOldDrafts } from './drafts.service.ts';
import { eraseRecipients } from '../privacy/erase.service.ts';

let test: TestApp;
let owner: Person;
let store: { account_id: string; id: string };
let lamp: Goods;
let loose: Goods; // of another store: only its catalogue item is of use here
let air: Channel;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
  lamp = await givenVariant(test, store);
  loose = await givenVariant(test, { ...store, id: await givenStore(test, owner.account_id, { platform: 'file' }) });
  air = await givenChannel(test);
  for (const { sku_id } of [lamp, loose])
    await givenPrice(test, owner.account_id, { sku_id, channel: air, destination: 'US' });
  await givenMoney(test, owner.account_id, 10_000_000);
});
afterAll(() => test.close());

const { province_code: _, ...to } = { ...address, tax_id: null, email: 'buyer@example.test' };
const variant = (quantity = 1) => ({ variant_id: lamp.variant_id, quantity });
const item = (quantity = 1) => ({ sku_id: loose.sku_id, quantity });
const written = (more: object = {}) => ({
  store_id: store.id,
  name: '',
  recipient: to,
  lines: [variant(2)],
  channel_id: null,
  remark: '',
  ...more,
});
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, person: Person = owner) =>
  test.call(method, path, { token: person.token, ...(body && { body }) });
const create = async (more: object = {}) => (await call('POST', '/api/order_drafts', written(more))).body.data;
const place = (id: string, version = 1, key: string = uuid(), person: Person = owner) =>
  test.call('POST', `/api/order_drafts/${id}/place`, { token: person.token, key, body: { version } });
const price = (more: object = {}) =>
  call('POST', '/api/order_drafts/price', {
    store_id: store.id,
    country: 'US',
    lines: [variant(2)],
    channel_id: null,
    ...more,
  });

describe('a manual order', () => {
  it('is saved as a draft that counts as no order, is changed, and is placed once', { tags: ['D8-05'] }, async () => {
    const before = (await call('GET', '/api/shopify_orders')).body.meta;
    const draft = await create({ name: ' PHONE-7 ', recipient: { ...to, name: null, zip: null }, remark: 'Gift' });
    expect(draft).toMatchObject({ name: 'PHONE-7', customer: null, units: 2, remark: 'Gift', version: 1 });
    expect(draft.draft_lines).toMatchObject([{ variant_id: lamp.variant_id, quantity: 2, gone: false, mapped: true }]);
    expect((await call('GET', '/api/shopify_orders')).body.meta).toEqual(before);
    expect((await call('GET', '/api/shopify_orders?q=PHONE-7')).body.data).toEqual([]);
    const incomplete = await place(draft.id);
    expect(incomplete).toMatchObject({ status: 422, body: { code: 'address_invalid' } });
    expect(Object.keys(incomplete.body.errors ?? {}).sort()).toEqual(['recipient.name', 'recipient.zip']);
    const body = written({ name: 'PHONE-7', lines: [variant(2), item(3)], remark: 'Gift' });
    const saved = await call('PUT', `/api/order_drafts/${draft.id}`, { ...body, version: 1 });
    expect(saved.body.data).toMatchObject({ customer: to.name, units: 5, version: 2 });
    const stale = await call('PUT', `/api/order_drafts/${draft.id}`, { ...body, version: 1 });
    expect(stale).toMatchObject({ status: 422, body: { code: 'stale_version' } });
    expect((await place(draft.id, 1)).body.code).toBe('stale_version');

    const key = uuid();
    const answers = await Promise.all([place(draft.id, 2, key), place(draft.id, 2), place(draft.id, 2)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await place(draft.id, 2, key)).body.data.id).toBe(draft.id);
    expect(new Set(answers.map(({ body: { data } }) => data.id))).toEqual(new Set([draft.id]));
    expect(await sqlRows(test, `SELECT 1 FROM orders WHERE source = 'manual'`)).toHaveLength(1);
    expect((await call('GET', '/api/order_drafts')).body).toMatchObject({ data: [], meta: { total: 0 } });
    const placed = answers[0]?.body.data;
    expect(placed).toMatchObject({
      name: 'PHONE-7',
      source: 'manual',
      stage: 'awaiting_payment',
      note: 'Gift',
      units: 5,
      blocks: [],
      address: { zip: to.zip, email: to.email },
    });
    expect(placed.order_lines.map((line: { sku: string; quantity: number }) => line.quantity)).toEqual([2, 3]);
    const paid = { order_ids: [draft.id], expected_total: placed.cost.total };
    expect((await test.call('POST', '/api/invoices', { token: owner.token, key: uuid(), body: paid })).status).toBe(
      200,
    );
    expect((await call('GET', `/api/shopify_orders/${draft.id}`)).body.data.stage).toBe('processing');
  });

  it('costs what it was said to cost, line by line, before it is placed', async () => {
    const look = (await price({ lines: [variant(2), item(1)] })).body.data;
    expect(look).toMatchObject({ blocks: [], channel: { id: air.id }, channels: [{ channel: { id: air.id } }] });
    const draft = await create({ lines: [variant(2), item(1)] });
    const { body } = await place(draft.id);
    expect(body.data.cost).toEqual(look.cost);
    expect(look.cost.goods).toBe(
      body.data.order_lines.reduce(
        (sum: number, line: { unit_cost: number; quantity: number }) => sum + line.unit_cost * line.quantity,
        0,
      ),
    );
    expect(await sqlRows(test, `SELECT 1 FROM orders WHERE length(name) = 36`)).toEqual([]);
  });

  it('is told beforehand what would stop it', async () => {
    expect((await price({ country: 'DE' })).body.data).toMatchObject({
      cost: null,
      blocks: [{ code: 'COUNTRY_NOT_SERVED' }],
    });
    const unmapped = await givenVariant(test, store, { mapping: 'unmapped' });
    const lines = [{ variant_id: unmapped.variant_id, quantity: 1 }];
    expect((await price({ lines })).body.data).toMatchObject({ cost: null, blocks: [{ code: 'UNMAPPED_VARIANT' }] });
    expect((await price({ lines: [] })).body.data).toMatchObject({ cost: null, blocks: [] });
  });

  it('has a number of its own: given or made, once per store', async () => {
    await inAccount(test, owner.account_id, (ctx) =>
      applyShopOrders(ctx, store, [shopOrder([shopLine(lamp)], { external_id: '900', name: '#900' })], 'api'),
    );
    const taken = await place((await create({ name: '#900' })).id);
    expect(taken).toMatchObject({ status: 422, body: { code: 'order_number_taken' } });
    expect(taken.body.message).toContain('#900');
    expect((await place((await create({ name: 'X-1' })).id)).status).toBe(200);
    expect((await place((await create({ name: 'x-1' })).id)).body.code).toBe('order_number_taken');
    const made = await Promise.all(
      [create(), create()].map(async (draft) => (await place((await draft).id)).body.data.name),
    );
    expect(new Set(made).size).toBe(2);
    for (const name of made) expect(name).toMatch(/^M-\d+$/);
    expect((await call('POST', '/api/order_drafts', written({ name: 'N'.repeat(51) }))).status).toBe(422);
    expect((await call('POST', '/api/order_drafts', written({ remark: 'N'.repeat(501) }))).status).toBe(422);
  });

  it('needs lines that are in the store, and a store that is connected', async () => {
    expect((await place((await create({ lines: [] })).id)).body).toMatchObject({ code: 'order_not_placeable' });
    const foreign = await create({ lines: [{ variant_id: loose.variant_id, quantity: 1 }] });
    expect(foreign.draft_lines).toMatchObject([{ gone: true }]);
    expect((await place(foreign.id)).body.errors).toHaveProperty(['lines.0']);
    for (const line of [{ quantity: 1 }, { ...variant(), sku_id: lamp.sku_id }, variant(0), variant(10_001)])
      expect((await call('POST', '/api/order_drafts', written({ lines: [line] }))).status).toBe(422);
    const gone = await givenStore(test, owner.account_id, { platform: 'file' });
    const draft = await create({ store_id: gone, lines: [item()] });
    await systemEntry(test).run('all_accounts', ({ db }) =>
      db.updateTable('stores').set({ status: 'disconnected' }).where('id', '=', gone).execute(),
    );
    expect((await place(draft.id)).body.message).toContain('disconnected');
  });

  it('needs no store: those of no shop share one, and nothing of it shows among the products', async () => {
    const products = (await call('GET', '/api/products')).body.meta.total;
    const drafts = [
      await create({ store_id: null, lines: [item()] }),
      await create({ store_id: null, lines: [item(2)] }),
    ];
    const placed = await Promise.all(drafts.map(async ({ id }) => (await place(id)).body.data));
    expect(placed[0].store).toEqual(placed[1].store);
    expect(placed.map(({ stage }) => stage)).toEqual(['awaiting_payment', 'awaiting_payment']);
    expect((await call('GET', '/api/products')).body.meta.total).toBe(products);
  });

  it('is begun like one that is there', async () => {
    const first = (await place((await create({ name: 'AGAIN', lines: [variant(1), item(4)] })).id)).body.data;
    const { status, body } = await call('POST', `/api/shopify_orders/${first.id}/draft`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      name: '',
      customer: to.name,
      recipient: { address1: to.address1 },
      draft_lines: [
        { variant_id: lamp.variant_id, sku_id: null, quantity: 1 },
        { variant_id: null, sku_id: loose.sku_id, quantity: 4 },
      ],
    });
    const again = (await place(body.data.id)).body.data;
    expect(again.blocks).toMatchObject([{ code: 'DUPLICATE_SUSPECT' }]);
  });

  it('finds what can be put into it: variants of the store, and items with a price', async () => {
    const found = (await call('GET', `/api/order_drafts/goods?store_id=${store.id}&q=lamp`)).body.data;
    expect(found).toContainEqual(
      expect.objectContaining({
        variant_id: lamp.variant_id,
        sku_id: null,
        mapped: true,
        stock: 0,
        price: { amount: expect.any(Number), currency: 'USD' },
      }),
    );
    expect(found).toContainEqual(expect.objectContaining({ variant_id: null, sku_id: loose.sku_id }));
    expect((await call('GET', '/api/order_drafts/goods?q=nothing-like-it')).body.data).toEqual([]);
    expect((await call('GET', '/api/order_drafts/goods?store_id=x')).status).toBe(400);
  });

  it('is seen and placed by those who work with its store, and edited with the right to', async () => {
    const draft = await create();
    const { account_id } = owner;
    const elsewhere = await merchant(test, { account_id, role: 'operations', stores: [] });
    const viewer = await merchant(test, { account_id, role: 'viewer' });
    expect((await call('GET', `/api/order_drafts/${draft.id}`, undefined, elsewhere)).status).toBe(404);
    expect((await call('GET', '/api/order_drafts', undefined, elsewhere)).body.data).toEqual([]);
    expect((await place(draft.id, 1, uuid(), elsewhere)).status).toBe(404);
    expect((await call('POST', '/api/order_drafts', written(), elsewhere)).status).toBe(404);
    expect((await call('GET', `/api/order_drafts/${draft.id}`, undefined, viewer)).status).toBe(200);
    expect((await call('POST', '/api/order_drafts', written(), viewer)).status).toBe(403);
    expect((await call('DELETE', `/api/order_drafts/${draft.id}`, undefined, viewer)).status).toBe(403);
    expect((await call('DELETE', `/api/order_drafts/${draft.id}`)).status).toBe(200);
    expect((await place(draft.id)).status).toBe(404);
    expect((await test.call('GET', '/api/order_drafts', {})).status).toBe(401);
  });

  it('tells nobody who bought without the right to customers’ data', async () => {
    const draft = await create({ name: 'HIDDEN-1' });
    const sourcing = await merchant(test, { account_id: owner.account_id, role: 'sourcing' });
    const found = async (q: string) =>
      (await call('GET', `/api/order_drafts?q=${q}`, undefined, sourcing)).body.data.map(
        (row: { id: string }) => row.id,
      );
    const buyer = to.name.toLowerCase();
    expect((await call('GET', `/api/order_drafts?q=${buyer}`)).body.data[0]).toMatchObject({ customer: to.name });
    expect([await found('hidden-1'), await found(buyer)]).toEqual([[draft.id], []]);
    expect((await call('GET', `/api/order_drafts/${draft.id}`, undefined, sourcing)).status).toBe(403);
    await call('DELETE', `/api/order_drafts/${draft.id}`);
  });

  it('is no hiding place of buyers: drafts go with an erasure, and when nobody came back to them', async () => {
    const ask = { ...to, address1: '77 Quiet Mews', email: 'Quiet@example.test', name: 'Mo Quiet' };
    await create({ recipient: ask });
    const order = (await place((await create({ recipient: ask, lines: [variant(9)] })).id)).body.data;
    expect(await tablesWith(test, 'Quiet Mews')).toEqual(['order_drafts', 'order_recipients']);
    const [row] = await sqlRows(test, `SELECT external_id FROM orders WHERE id = '${order.id}'`);
    const which = { storeId: store.id, externalIds: [row?.external_id as string] };
    await inAccount(test, owner.account_id, (ctx) => eraseRecipients(ctx, which));
    expect(await tablesWith(test, 'Quiet Mews')).toEqual([]);

    const kept = await create();
    const old = await create({ name: 'OLD' });
    await systemEntry(test).run('all_accounts', async ({ db }) => {
      const then = new Date(test.clock.now().getTime() - 61 * 86_400_000);
      await db.updateTable('order_drafts').set({ updated_at: then }).where('id', '=', old.id).execute();
    });
    await systemEntry(test).run('all_accounts', dropOldDrafts);
    expect((await call('GET', `/api/order_drafts/${old.id}`)).status).toBe(404);
    expect((await call('GET', `/api/order_drafts/${kept.id}`)).status).toBe(200);
  });
});
