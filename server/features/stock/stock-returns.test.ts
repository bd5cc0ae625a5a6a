import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { givenPaid, givenSent } from '#testing/claim-fixtures.ts';
import {
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
} from '#testing/order-fixtures.ts';
import { runTask } from '#testing/parcel-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { yiwu } from '#testing/stock-fixtures.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let owner: Person;
let warehouse: { token: string };
let lamp: Goods;
let vase: Goods;
let store: { account_id: string; id: string };
let channel: Channel;
let order: { id: string; name: string };
let waiting: string;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  warehouse = await staff(test, 'warehouse');
  store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id, { platform: 'file' }) };
  channel = await givenChannel(test);
  lamp = await givenVariant(test, store);
  vase = await givenVariant(test, store);
  for (const { sku_id } of [lamp, vase]) await givenPrice(test, owner.account_id, { sku_id, channel });
  await givenMoney(test, owner.account_id, 1_000_000);
  const stage = { test, owner, warehouse, store, channel };
  const line = [{ goods: lamp, quantity: 1 }];
  const [sent = '', unsent = ''] = await givenPaid(stage, [line, line]);
  await givenSent(stage, sent);
  order = (await test.call('GET', `/api/shopify_orders/${sent}`, { token: owner.token })).body.data;
  waiting = unsent;
});
afterAll(() => test.close());

const find = (q: string, account = owner.account_id, token = warehouse.token) =>
  test.call('GET', `/api/staff/stock/${account}/shipped_orders?q=${encodeURIComponent(q)}`, { token });
const move = (more: object, account = owner.account_id) =>
  test.call('POST', `/api/staff/stock/${account}/moves`, {
    token: warehouse.token,
    key: uuid(),
    body: {
      sku_id: lamp.sku_id,
      warehouse_id: yiwu,
      kind: 'return',
      quantity: 1,
      reason: 'Came back unopened',
      ...more,
    },
  });
const movements = async (path: string, token: string) => (await test.call('GET', path, { token })).body.data;

it('a return names the order that came back, found by what its label says, for warehouse and client alike', async () => {
  const detail = await test.call('GET', `/api/shopify_orders/${order.id}`, { token: owner.token });
  const tracking = detail.body.data.parcels[0].tracking_number;
  for (const q of [order.name, order.name.slice(1, 4), tracking.toUpperCase()])
    expect((await find(q)).body.data).toMatchObject([{ id: order.id, name: order.name }]); // the other one has not left
  expect((await find('')).body.data).toEqual([]);
  expect((await move({ order_id: order.id })).status).toBe(200);
  const named = { kind: 'return', reference: order.name, subject: { kind: 'orders', id: order.id } };
  expect(await movements('/api/stock_movements', owner.token)).toMatchObject([named]);
  expect(await movements('/api/staff/stock_movements', warehouse.token)).toMatchObject([named]);
  expect((await move({})).status).toBe(200); // the label may be gone
  expect(await movements('/api/stock_movements', owner.token)).toMatchObject([{ reference: '', subject: null }, named]);
  expect((await move({ kind: 'receipt', order_id: waiting })).status).toBe(200);
  expect((await movements('/api/stock_movements', owner.token))[0]).toMatchObject({ reference: '' }); // nothing came back
});

it('is kept from other clients’ orders and other roles', async () => {
  const stranger = await merchant(test);
  expect((await find(order.name, stranger.account_id)).body.data).toEqual([]);
  expect((await move({ order_id: order.id }, stranger.account_id)).status).toBe(404);
  expect((await move({ order_id: uuid() })).status).toBe(404);
  const agent = await staff(test, 'agent');
  expect((await find(order.name, owner.account_id, agent.token)).status).toBe(403);
  const parcels = (account: string, token: string) =>
    test.call('GET', `/api/staff/stock/${account}/shipped_orders/${order.id}`, { token });
  expect((await parcels(stranger.account_id, warehouse.token)).status).toBe(404);
  for (const token of [agent.token, owner.token]) expect((await parcels(owner.account_id, token)).status).toBe(403);
  expect((await find(order.name, owner.account_id, owner.token)).status).toBe(403);
});

it('the journal of all clients, or of one, is a file for the warehouse, in its columns and filters', async () => {
  const other = await merchant(test);
  const download = (body: object, token = warehouse.token) =>
    test.call('POST', '/api/staff/stock_movements/file', { token, body });
  const lines = async (body: object) => {
    const { name, content } = (await download({ format: 'csv', ...body })).body.data;
    expect(name).toMatch(/^stock_movements_\d{4}-\d{2}-\d{2}\.csv$/);
    return Buffer.from(content, 'base64').toString('utf8').trim().split('\r\n');
  };
  const all = await movements('/api/staff/stock_movements?per_page=200', warehouse.token);
  const [head = '', ...rows] = await lines({});
  expect(head).toContain('Client,Date (Asia/Shanghai),SKU,Product,Warehouse,Movement,Units');
  expect(rows).toHaveLength(all.length);
  const [chosen = '', ...returns] = await lines({ kind: 'return', columns: ['client', 'kind', 'reason'] });
  expect(chosen.replace('\uFEFF', '')).toBe('Client,Movement,Reference,Reason');
  expect(returns).toContain(`${all[0].client.name},Returned,${order.name},Came back unopened`);
  expect(returns).toHaveLength(all.filter(({ kind }: { kind: string }) => kind === 'return').length);
  expect(await lines({ account_id: owner.account_id })).toHaveLength(all.length + 1);
  expect(await lines({ account_id: other.account_id })).toHaveLength(1);
  const book = (await download({ format: 'xlsx' })).body.data;
  expect(book.name).toMatch(/\.xlsx$/);
  expect(Buffer.from(book.content, 'base64').subarray(0, 2).toString()).toBe('PK');
  const agent = await staff(test, 'agent');
  expect((await download({ format: 'csv' }, agent.token)).status).toBe(403);
  expect((await download({ format: 'csv' }, owner.token)).status).toBe(403);
});

it('what was in a parcel is offered with its SKU and units, until all are in stock again: then staff are done with it', async () => {
  const stage = { test, owner, warehouse, store, channel };
  const [id = ''] = await givenPaid(stage, [
    [
      { goods: lamp, quantity: 2 },
      { goods: vase, quantity: 1 },
    ],
  ]);
  const parcel = await givenSent(stage, id);
  const now = test.clock.now().toISOString();
  await sqlRows(test, `UPDATE parcels SET status = 'returned', last_event_at = '${now}' WHERE id = '${parcel}'`);
  const due = `INSERT INTO order_watch_times (account_id, order_id, due_at) VALUES ('${owner.account_id}', '${id}', '${now}')
    ON CONFLICT (account_id, order_id) DO UPDATE SET due_at = excluded.due_at`;
  await sqlRows(test, due);
  await runTask(test, 'parcels_watch');
  const left = async () => {
    const path = `/api/staff/stock/${owner.account_id}/shipped_orders/${id}`;
    const { data } = (await test.call('GET', path, { token: warehouse.token })).body;
    return data.map(({ sku_id, units, left: n }: Record<string, unknown>) => [sku_id, units, n]);
  };
  const tab = async (name: string) => {
    const shown = await test.call('GET', `/api/staff/exceptions?tab=${name}&per_page=100`, { token: warehouse.token });
    const rows = shown.body.data.filter((row: { order: { id: string } }) => row.order.id === id);
    return { n: rows.length, counted: shown.body.meta.counts[name] };
  };
  expect(await left()).toEqual([
    [lamp.sku_id, 2, 2],
    [vase.sku_id, 1, 1],
  ]);
  const before = await tab('returned');
  expect(before.n).toBe(1);
  await move({ order_id: id, quantity: 2 });
  expect(await left()).toEqual([
    [lamp.sku_id, 2, 0],
    [vase.sku_id, 1, 1],
  ]);
  expect((await tab('returned')).n).toBe(1); // the vase is missing
  await move({ order_id: id, sku_id: vase.sku_id });
  expect(await tab('returned')).toEqual({ n: 0, counted: before.counted - 1 });
  expect(await tab('all')).toMatchObject({ n: 0 });
  expect(await tab('settled')).toEqual({ n: 1, counted: 1 });

  // its client can still claim it
  const merchants = async () =>
    (await test.call('GET', `/api/shopify_orders/${id}/parcels`, { token: owner.token })).body.data.parcels[0].alerts;
  const back = { rule: 'returned', claim_reason: 'returned_to_sender', settled_at: expect.any(String) };
  expect(await merchants()).toMatchObject([back]);
  const watched = await test.call('GET', '/api/shopify_orders?tab=watch', { token: owner.token });
  expect(watched.body.data.map((row: { id: string }) => row.id)).toContain(id);
  await sqlRows(test, due);
  await runTask(test, 'parcels_watch'); // a later look leaves it so
  expect(await merchants()).toMatchObject([back]);
  const open = await test.call('GET', `/api/shopify_orders/${id}/claimable`, { token: owner.token });
  const reasons = open.body.data.groups[0].reasons;
  expect(reasons).toContainEqual(expect.objectContaining({ reason: 'returned_to_sender', allowed: true }));
});

it('a parcel that came back says how many units of its order are in stock again', async () => {
  await sqlRows(
    test,
    `INSERT INTO parcel_alerts (account_id, order_id, parcel_id, rule, since, subject, told_at)
     SELECT account_id, order_id, id, 'returned', now(), id, now() FROM parcels WHERE order_id = '${order.id}'`,
  );
  const restocked = async (tab = 'settled') => {
    const shown = await test.call('GET', `/api/staff/exceptions?tab=${tab}`, { token: warehouse.token });
    return shown.body.data.find((row: { order: { id: string } }) => row.order.id === order.id).restocked;
  };
  const before = await restocked('returned');
  expect((await move({ order_id: order.id, quantity: 2 })).status).toBe(200);
  expect(await restocked()).toBe(before + 2);
  expect((await move({ quantity: 3 })).status).toBe(200); // of no order
  expect(await restocked()).toBe(before + 2);
});
