import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { runTask } from '#testing/parcel-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { brokenLevels, levelOf, shenzhen, yiwu } from '#testing/stock-fixtures.ts';
import { givenShopOrders } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let owner: Person;
let warehouse: Awaited<ReturnType<typeof staff>>;
let lamp: Goods;
let store: { account_id: string; id: string };
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  warehouse = await staff(test, 'warehouse');
  store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id, { platform: 'file' }) };
  lamp = await givenVariant(test, store);
});
afterAll(() => test.close());

let moves = 0;
const move = (body: object, options: { token?: string; key?: string; account?: string } = {}) => {
  moves += 1;
  return test.call('POST', `/api/staff/stock/${options.account ?? owner.account_id}/moves`, {
    token: options.token ?? warehouse.token,
    key: options.key ?? `move-key-${moves}`,
    body: { sku_id: lamp.sku_id, warehouse_id: yiwu, reason: 'Counted', ...body },
  });
};
const notified = (event: string) =>
  inAccount(test, owner.account_id, ({ db }) =>
    db.selectFrom('notifications').select('params').where('event', '=', event).execute(),
  );
const shelf = async (warehouseId: string): Promise<number> =>
  inAccount(test, owner.account_id, async ({ db }) => {
    const level = await db
      .selectFrom('stock_levels')
      .select('on_hand')
      .where('warehouse_id', '=', warehouseId)
      .executeTakeFirst();
    return level?.on_hand ?? 0;
  });
const list = async (query = '', token = owner.token) => test.call('GET', `/api/stock${query}`, { token });

describe('the stock of an account', () => {
  it('is moved by the warehouse alone, and refused in sentences', async () => {
    expect((await move({ kind: 'receipt', quantity: 5 }, { token: owner.token })).status).toBe(403);
    expect((await test.call('POST', `/api/staff/stock/${owner.account_id}/moves`)).status).toBe(401);
    expect((await move({ kind: 'receipt', quantity: 5, sku_id: owner.account_id })).status).toBe(404);
    expect((await move({ kind: 'receipt', quantity: 5 }, { account: lamp.sku_id })).status).toBe(404);
    expect((await move({ kind: 'receipt', quantity: 0 })).body.errors).toHaveProperty('quantity');
    expect((await move({ kind: 'write_off', quantity: 1 })).body.code).toBe('stock_short');
    expect((await move({ kind: 'receipt', quantity: 5, reason: '' })).status).toBe(422);
    const answers = [
      await move({ kind: 'receipt', quantity: 10, unit_cost: 250 }, { key: 'the-same-key' }),
      await move({ kind: 'receipt', quantity: 10, unit_cost: 250 }, { key: 'the-same-key' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await levelOf(test, owner.account_id, lamp.sku_id)).toMatchObject({ on_hand: 10 });
    const level = (warehouseId: string, account = owner.account_id, token = warehouse.token) =>
      test.call('GET', `/api/staff/stock/${account}/levels/${lamp.sku_id}/${warehouseId}`, { token });
    expect((await level(yiwu)).body.data).toEqual({ on_hand: 10, available: 10, damaged: 0 });
    expect((await level(shenzhen)).body.data).toEqual({ on_hand: 0, available: 0, damaged: 0 });
    expect((await level(yiwu, lamp.sku_id)).status).toBe(404);
    expect((await level(yiwu, owner.account_id, owner.token)).status).toBe(403);
    const seen = `SELECT 1 FROM access_log WHERE route = 'stock.staffLevel' AND account_id = '${owner.account_id}'`;
    expect((await sqlRows(test, seen)).length).toBeGreaterThan(0);
    expect((await move({ kind: 'transfer', quantity: 2, to_warehouse_id: yiwu })).body.code).toBe(
      'stock_action_invalid',
    );
    expect((await move({ kind: 'transfer', quantity: 20, to_warehouse_id: shenzhen })).body.code).toBe('stock_short');
  });

  it('shows level, sales, days of cover, value and age of each SKU in each warehouse', {
    tags: ['D3-02'],
  }, async () => {
    test.clock.advance(40 * 86_400_000);
    const { token } = await merchant(test, { account_id: owner.account_id, role: 'manager' });
    warehouse = await staff(test, 'warehouse');
    owner = { ...owner, token };
    await move({ kind: 'receipt', quantity: 6, unit_cost: 300 });
    await move({ kind: 'transfer', quantity: 4, to_warehouse_id: shenzhen });
    await move({ kind: 'damage', quantity: 1 });
    await inAccount(test, owner.account_id, ({ db, now }) =>
      db
        .insertInto('sku_sales_days')
        .values({ account_id: owner.account_id, sku_id: lamp.sku_id, day: now.toISOString().slice(0, 10), pieces: 6 })
        .execute(),
    );
    const { body } = await list();
    expect(body.meta.counts).toEqual({ on_hand: 2, low: 0 });
    expect(body.data).toMatchObject([
      {
        warehouse: { code: 'YIW' },
        on_hand: 12,
        available: 11,
        damaged: 1,
        occupied: 0,
        committed: 0,
        // it lies in two warehouses: sales are nobody's alone, and both last together
        sold_7: null,
        sold_30: null,
        sold_7_everywhere: 6,
        sold_everywhere: 6,
        cover_days: 75,
        running_out: false,
        value: 6 * 250 + 6 * 300,
        ages: [6, 6, 0, 0],
        variants: 1,
      },
      { warehouse: { code: 'SZX' }, on_hand: 4, value: 4 * 250, ages: [0, 4, 0, 0], sold_30: null, cover_days: 75 },
    ]);
    expect((await list('?q=nothing')).body.data).toEqual([]);
    expect((await list('?as_of=2026-99-99')).status).toBe(400);
    expect((await test.call('GET', '/api/stock')).status).toBe(401);
    expect(await brokenLevels(test)).toEqual([]);
  });

  it('can be read as of a date, levels and movements, and exported', { tags: ['D3-08'] }, async () => {
    const before = new Date(test.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
    expect((await list(`?as_of=${before}`)).body.data).toMatchObject([{ on_hand: 10 }, { on_hand: 0 }]);
    const movements = async (query: string) =>
      (await test.call('GET', `/api/stock_movements${query}`, { token: owner.token })).body;
    expect((await movements('')).meta.total).toBe(5);
    expect((await movements(`?as_of=${before}`)).data).toMatchObject([{ kind: 'receipt', qty: 10, reason: 'Counted' }]);
    expect((await movements(`?kind=transfer_in&sku_id=${lamp.sku_id}`)).data).toMatchObject([{ qty: 4 }]);
    expect((await movements('?kind=theft')).status).toBe(400);
    expect((await test.call('GET', '/api/stock_movements')).status).toBe(401);
    const balances = async (query: string) =>
      (await movements(query)).data.map((row: { balance_after: number }) => row.balance_after);
    expect(await balances('')).toEqual([12, 4, 12, 16, 10]); // in each warehouse after it
    expect(await balances('?page=2&per_page=2')).toEqual([12, 16]);
    expect(await balances('?kind=receipt')).toEqual([16, 10]);
    expect((await movements(`?to=${before}`)).data).toHaveLength(1);
    expect((await movements(`?from=${test.clock.now().toISOString().slice(0, 10)}`)).data).toHaveLength(4);
    expect((await movements('?reference=PO-404')).data).toEqual([]);
    const staffList = async (query: string, token = warehouse.token) =>
      test.call('GET', `/api/staff/stock_movements${query}`, { token });
    const { account_id } = owner;
    expect((await staffList(`?account_id=${account_id}&kind=transfer_in`)).body.data).toMatchObject([
      { client: { id: account_id }, qty: 4, balance_after: 4 },
    ]);
    expect((await staffList(`?account_id=${uuid()}`)).body.data).toEqual([]);
    expect((await staffList('?q=TW')).body.meta.total).toBe(5);
    expect((await staffList('', owner.token)).status).toBe(403);
    expect((await test.call('GET', '/api/staff/stock_movements')).status).toBe(401);
    const file = async (kind: string, query: object) => {
      const body = { list: kind, query, format: 'csv' };
      const { result } = (await test.call('POST', '/api/exports', { token: owner.token, body })).body.data;
      const link = await test.call('POST', `/api/files/${result.file_id}/link`, { token: owner.token });
      const answer = await test.app.fastify.inject({ method: 'GET', url: link.body.data.url });
      return answer.body.trim().split('\r\n');
    };
    const levels = await file('stock', { as_of: before });
    expect(levels[0]).toContain('SKU,Product,Warehouse,On hand,Reserved (unpaid)');
    expect(levels.slice(1).map((line) => /(Yiwu|Shenzhen),(\d+)/.exec(line)?.slice(1))).toEqual([
      ['Yiwu', '10'],
      ['Shenzhen', '0'],
    ]);
    expect(await file('stock', {})).toHaveLength(3);
    expect(await file('stock_movements', { as_of: before })).toHaveLength(2);
    const stranger = await merchant(test);
    expect((await test.call('GET', '/api/stock_movements', { token: stranger.token })).body.data).toEqual([]);
    expect((await list('', stranger.token)).body.data).toEqual([]);
    expect((await test.call('GET', '/api/warehouses', { token: stranger.token })).body.data).toHaveLength(3);
    expect((await test.call('GET', '/api/warehouses')).status).toBe(401);
  });

  it('is low when it lasts no longer than a refill takes, with one answer in list, tab and product', async () => {
    const sales = (pieces: number) =>
      sqlRows(test, `UPDATE sku_sales_days SET pieces = ${pieces} WHERE sku_id = '${lamp.sku_id}'`);
    const settle = () => runTask(test, 'stock_dead'); // sales move on with the days
    const seen = async () => {
      const { data, meta } = (await list()).body;
      const product = (await test.call('GET', `/api/products/${lamp.product_id}`, { token: owner.token })).body.data;
      const states = data.map((row: { running_out: boolean; cover_days: number }) => [row.running_out, row.cover_days]);
      return { states, low: meta.counts.low, product: product.stock.state };
    };
    const [first] = (await list()).body.data;
    expect(first.available + 4).toBe(15); // in two warehouses
    await sales(60);
    await settle();
    expect(await seen()).toEqual({
      states: [
        [true, 7],
        [true, 7],
      ],
      low: 2,
      product: 'low',
    });
    expect((await list('?tab=low')).body.data).toHaveLength(2);
    expect(await notified('stock_low')).toEqual([]); // alerts are off until there is a threshold
    await test.call('PUT', `/api/stock/${lamp.sku_id}/alert`, {
      token: owner.token,
      body: { low_threshold: null, lead_days: 7 },
    });
    expect(await seen()).toEqual({
      states: [
        [false, 7],
        [false, 7],
      ],
      low: 0,
      product: 'in_stock',
    });
    await sales(6);
    await settle();
    expect(await seen()).toMatchObject({
      states: [
        [false, 75],
        [false, 75],
      ],
      low: 0,
    });
  });

  it('is moved and written off on request: the warehouse does it or says why not', { tags: ['D3-09'] }, async () => {
    const ask = (body: object, token = owner.token) =>
      test.call('POST', '/api/stock_requests', {
        token,
        key: uuid(),
        body: { kind: 'transfer', sku_id: lamp.sku_id, warehouse_id: yiwu, quantity: 3, reason: 'Nearer', ...body },
      });
    const answer = (id: string, body: object, account = owner.account_id) => {
      const { token } = warehouse;
      return test.call('POST', `/api/staff/stock_requests/${account}/${id}/answer`, { token, key: uuid(), body });
    };
    expect((await ask({})).body.errors).toHaveProperty('to_warehouse_id');
    expect((await ask({ to_warehouse_id: shenzhen, quantity: 500 })).body.code).toBe('stock_short');
    expect((await ask({ kind: 'write_off', reason: '' })).status).toBe(422);
    const stranger = await merchant(test);
    expect((await ask({ kind: 'write_off' }, stranger.token)).status).toBe(404);
    const moved = (await ask({ to_warehouse_id: shenzhen })).body.data;
    const broken = (await ask({ kind: 'write_off', quantity: 2, reason: 'Out of fashion' })).body.data;
    const third = (await ask({ kind: 'write_off', quantity: 1 })).body.data;
    expect(moved).toMatchObject({ status: 'asked', to_warehouse: { code: 'SZX' } });
    const queue = await test.call('GET', '/api/staff/stock_requests', { token: warehouse.token });
    expect(queue.body).toMatchObject({ meta: { counts: { open: 3, answered: 0 } } });
    const work = await test.call('GET', '/api/staff/work', { token: warehouse.token });
    expect(work.body.data).toMatchObject({ stock_requests: 3, stock_orders: null });
    const withdraw = (id: string) => test.call('POST', `/api/stock_requests/${id}/withdraw`, { token: owner.token });
    expect((await withdraw(third.id)).body.data.status).toBe('withdrawn');
    expect((await withdraw(third.id)).body.code).toBe('stock_action_invalid');
    const before = await shelf(shenzhen);
    expect((await answer(moved.id, { decision: 'accept' }, stranger.account_id)).status).toBe(404);
    expect((await answer(moved.id, { decision: 'accept' })).body.data).toMatchObject({ status: 'done' });
    expect((await answer(moved.id, { decision: 'accept' })).body.message).toContain('already answered or cancelled');
    expect(await shelf(shenzhen)).toBe(before + 3);
    expect((await answer(broken.id, { decision: 'decline' })).body.errors).toHaveProperty('answer');
    const declined = { decision: 'decline', answer: 'We sell them for you' };
    expect((await answer(broken.id, declined)).body.data).toMatchObject({ status: 'declined' });
    const mine = await test.call('GET', '/api/stock_requests', { token: owner.token });
    expect(mine.body.data.map(({ status }: { status: string }) => status)).toEqual(['withdrawn', 'declined', 'done']);
    expect((await notified('stock_request_answered')).length).toBeGreaterThan(0);
    for (const path of ['/api/stock_requests', '/api/staff/stock_requests'])
      expect((await test.call('GET', path)).status, path).toBe(401);
    await move({ kind: 'transfer', quantity: 3, warehouse_id: shenzhen, to_warehouse_id: yiwu });
    expect(await brokenLevels(test)).toEqual([]);
  });

  it('tells once of low stock by the threshold of the SKU, of none left while orders wait, and of pieces that do not sell', {
    tags: ['D3-07'],
  }, async () => {
    const path = `/api/stock/${lamp.sku_id}/alert`;
    const set = (body: object, token = owner.token) => test.call('PUT', path, { token, body });
    const reported = () =>
      inAccount(test, owner.account_id, ({ db }) =>
        db.selectFrom('notifications').select('params').where('event', '=', 'stock_low').execute(),
      );
    expect((await set({ low_threshold: -1, lead_days: null })).body.errors).toHaveProperty('low_threshold');
    expect((await set({ low_threshold: 5, lead_days: 7 }, (await merchant(test)).token)).status).toBe(404);
    expect((await test.call('PUT', path, { body: {} })).status).toBe(401);
    expect((await set({ low_threshold: 12, lead_days: 7 })).status).toBe(200);
    expect(await reported()).toHaveLength(0);
    await move({ kind: 'write_off', quantity: 4 });
    const first = (await reported()).length;
    expect(first).toBeGreaterThan(0);
    expect((await list('?tab=low')).body.data).toMatchObject([{ low: true, low_threshold: 12, lead_days: 7 }, {}]);
    await move({ kind: 'write_off', quantity: 1 });
    expect(await reported()).toHaveLength(first);
    await move({ kind: 'receipt', quantity: 9 });
    expect((await list('?tab=low')).body.data).toEqual([]);
    await givenShopOrders(test, store, [shopOrder([shopLine(lamp)], { external_id: 'waits' })]);
    const none = async () => (await notified('stock_out')).length;
    await inAccount(test, owner.account_id, async ({ db, now }) => {
      const { id } = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow();
      const wait = { account_id: owner.account_id, order_id: id, sku_id: lamp.sku_id, quantity: 2, since: now };
      await db.insertInto('stock_waits').values(wait).execute();
    });
    await move({ kind: 'write_off', quantity: await shelf(shenzhen), warehouse_id: shenzhen });
    await move({ kind: 'write_off', quantity: (await shelf(yiwu)) - 1 });
    expect(await none()).toBe(0);
    await move({ kind: 'write_off', quantity: 1 });
    const out = await none();
    expect(out).toBeGreaterThan(0);
    await move({ kind: 'receipt', quantity: 8 });
    const dead = async () => {
      await test.app.tasks.stock_dead?.(systemEntry(test), {});
      return (await notified('stock_dead')).length;
    };
    expect(await dead()).toBe(0);
    test.clock.advance(91 * 86_400_000);
    const toldOf = await dead();
    expect(toldOf).toBeGreaterThan(0);
    expect(await dead()).toBe(toldOf);
    expect(await none()).toBe(out);
  });
});
