import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { givenStore, givenVariant, type Goods, inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { brokenLevels, levelOf, shenzhen, yiwu } from '#testing/stock-fixtures.ts';

let test: TestApp;
let owner: Person;
let warehouse: Awaited<ReturnType<typeof staff>>;
let lamp: Goods;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  warehouse = await staff(test, 'warehouse');
  lamp = await givenVariant(test, {
    account_id: owner.account_id,
    id: await givenStore(test, owner.account_id, { platform: 'file' }),
  });
});
afterAll(() => test.close());

let moves = 0;
const move = (body: object, options: { token?: string; key?: string; account?: string } = {}) => {
  moves += 1;
  return test.call('POST', `/api/desk/stock/${options.account ?? owner.account_id}/moves`, {
    token: options.token ?? warehouse.token,
    key: options.key ?? `move-key-${moves}`,
    body: { sku_id: lamp.sku_id, warehouse_id: yiwu, reason: 'Counted', ...body },
  });
};
const list = async (query = '', token = owner.token) => test.call('GET', `/api/stock${query}`, { token });

describe('the stock of an account', () => {
  it('is moved by the warehouse alone, and refused in sentences', async () => {
    expect((await move({ kind: 'receipt', quantity: 5 }, { token: owner.token })).status).toBe(403);
    expect((await test.call('POST', `/api/desk/stock/${owner.account_id}/moves`)).status).toBe(401);
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
    expect((await move({ kind: 'transfer', quantity: 2, to_warehouse_id: yiwu })).body.code).toBe('stock_act_invalid');
    expect((await move({ kind: 'transfer', quantity: 20, to_warehouse_id: shenzhen })).body.code).toBe('stock_short');
  });

  it('shows level, sales, days of cover, value and age of each SKU in each warehouse', async () => {
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
        sold_7: 6,
        sold_30: 6,
        cover_days: 55,
        value: 6 * 250 + 6 * 300,
        ages: [6, 6, 0, 0],
        variants: 1,
      },
      { warehouse: { code: 'SZX' }, on_hand: 4, value: 4 * 250, ages: [0, 4, 0, 0] },
    ]);
    expect((await list('?q=nothing')).body.data).toEqual([]);
    expect((await list('?as_of=2026-99-99')).status).toBe(400);
    expect((await test.call('GET', '/api/stock')).status).toBe(401);
    expect(await brokenLevels(test)).toEqual([]);
  });

  it('can be read as of a date, levels and movements', async () => {
    const before = new Date(test.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
    expect((await list(`?as_of=${before}`)).body.data).toMatchObject([{ on_hand: 10 }, { on_hand: 0 }]);
    const movements = async (query: string) =>
      (await test.call('GET', `/api/stock_movements${query}`, { token: owner.token })).body;
    expect((await movements('')).meta.total).toBe(5);
    expect((await movements(`?as_of=${before}`)).data).toMatchObject([{ kind: 'receipt', qty: 10, reason: 'Counted' }]);
    expect((await movements(`?kind=transfer_in&sku_id=${lamp.sku_id}`)).data).toMatchObject([{ qty: 4 }]);
    expect((await movements('?kind=theft')).status).toBe(400);
    expect((await test.call('GET', '/api/stock_movements')).status).toBe(401);
    const stranger = await merchant(test);
    expect((await test.call('GET', '/api/stock_movements', { token: stranger.token })).body.data).toEqual([]);
    expect((await list('', stranger.token)).body.data).toEqual([]);
    expect((await test.call('GET', '/api/warehouses', { token: stranger.token })).body.data).toHaveLength(3);
    expect((await test.call('GET', '/api/warehouses')).status).toBe(401);
  });

  it('tells of low stock once per crossing, by the threshold of the SKU', async () => {
    const path = `/api/stock/${lamp.sku_id}/alert`;
    const set = (body: object, token = owner.token) => test.call('PUT', path, { token, body });
    const told = () =>
      inAccount(test, owner.account_id, ({ db }) =>
        db.selectFrom('notifications').select('params').where('event', '=', 'stock_low').execute(),
      );
    expect((await set({ low_threshold: -1, lead_days: null })).body.errors).toHaveProperty('low_threshold');
    expect((await set({ low_threshold: 5, lead_days: 7 }, (await merchant(test)).token)).status).toBe(404);
    expect((await test.call('PUT', path, { body: {} })).status).toBe(401);
    expect((await set({ low_threshold: 12, lead_days: 7 })).status).toBe(200);
    expect(await told()).toHaveLength(0);
    await move({ kind: 'write_off', quantity: 4 });
    const first = (await told()).length;
    expect(first).toBeGreaterThan(0);
    expect((await list('?tab=low')).body.data).toMatchObject([{ low: true, low_threshold: 12, lead_days: 7 }, {}]);
    await move({ kind: 'write_off', quantity: 1 });
    expect(await told()).toHaveLength(first);
    await move({ kind: 'receipt', quantity: 9 });
    expect((await list('?tab=low')).body.data).toEqual([]);
  });
});
