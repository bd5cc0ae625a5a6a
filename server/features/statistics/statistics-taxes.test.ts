import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  applyShopOrders,
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
import { sqlRows } from '#testing/sql-rows.ts';
import { wrongSums } from '#testing/statistics-sums.ts';

let test: TestApp;
let owner: Person;
let store: { account_id: string; id: string };
let lamp: Goods;
let vase: Goods;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
  [lamp, vase] = [await givenVariant(test, store), await givenVariant(test, store)];
  const channel = await givenChannel(test);
  for (const { sku_id } of [lamp, vase]) await givenPrice(test, owner.account_id, { sku_id, channel });
  await sqlRows(
    test,
    `INSERT INTO exchange_rates (currency, day, source, per_euro, created_at)
     VALUES ('USD', '2026-11-20', 'ecb', 1.2, now()), ('JPY', '2026-11-20', 'ecb', 180, now())`,
  );
});
afterAll(() => test.close());

const period = 'from=2026-11-01&to=2026-11-30';
const get = async (path: string) => (await test.call('GET', path, { token: owner.token })).body.data;
const totals = async () => (await get(`/api/statistics?${period}`)).totals;
const sold = async () => {
  const rows: { product_id: string; sales: number; no_rate: number; goods: number | null; profit: number | null }[] =
    await get(`/api/statistics/products?${period}`);
  const by = new Map(rows.map((row) => [row.product_id, row]));
  return { all: rows.reduce((sum, { sales }) => sum + sales, 0), by };
};
const task = (name: string, payload: Record<string, unknown> = {}) =>
  test.app.tasks[name]?.(systemEntry(test), payload);
const fold = () => task('statistics_fold');

type More = Parameters<typeof shopOrder>[1];
/** An order of two lamps at 24.00 and a vase at 12.00, as its shop tells it. */
async function given(number: number, more: More = {}, left = 2) {
  const lines = [
    shopLine(lamp, { external_id: `${number}1`, quantity: 2, current_quantity: left, unit_price: 2400 }),
    shopLine(vase, { external_id: `${number}2`, quantity: 1, unit_price: 1200 }),
  ];
  const order = shopOrder(lines, { external_id: `80${number}`, name: `#80${number}`, ...more });
  await inAccount(test, owner.account_id, (ctx) => applyShopOrders(ctx, store, [order], 'api'));
  const [row] = await sqlRows(test, `SELECT id FROM orders WHERE name = '${order.name}'`);
  return get(`/api/shopify_orders/${String(row?.id)}`);
}

/** What an order adds to the figures, and what its products do. */
async function added(make: () => Promise<{ cost: { total: number }; profit: { amount: number } | null }>) {
  await fold();
  const before = { ...(await totals()), products: (await sold()).all };
  const order = await make();
  await fold();
  const after = { ...(await totals()), products: (await sold()).all };
  expect(await wrongSums(test, owner.account_id)).toEqual([]);
  const of = (name: 'sales' | 'profit' | 'products') => after[name] - before[name];
  expect(of('profit')).toBe(order.profit?.amount);
  expect(of('profit')).toBe(of('sales') - order.cost.total);
  return { order, sales: of('sales'), products: of('products') };
}

describe('sales leave out the tax', () => {
  it('that a store adds to its prices, with the shipping that it charges', async () => {
    const tax = { total: 7095, tax: 595, taxes_included: false }; // 60.00 of goods, 5.00 of shipping, 5.95 of tax
    const { order, sales, products } = await added(() => given(1, tax));
    expect(order).toMatchObject({ total: { amount: 7095 }, tax: 595, sale: { amount: 6500, currency: 'USD' } });
    expect({ sales, products }).toEqual({ sales: 6500, products: 6000 });
  });

  it('that is in the prices of a store', async () => {
    const tax = { total: 6500, tax: 1083, taxes_included: true }; // a sixth, of goods and shipping alike
    const { sales, products } = await added(() => given(2, tax));
    expect({ sales, products }).toEqual({ sales: 5417, products: 6000 - 800 - 200 });
  });

  it('that is left after a part of an order was refunded, as soon as the store tells so', async () => {
    const whole = { total: 6000, tax: 1000, taxes_included: true };
    await given(3, whole);
    const before = await totals();
    const later = { total: 3600, tax: 600, updated_at: new Date('2026-11-20T09:00:00Z') };
    const order = await given(3, { ...whole, ...later, financial_status: 'partially_refunded' }, 1);
    expect(order).toMatchObject({ total: { amount: 3600 }, tax: 600, sale: { amount: 3000 } });
    expect((await totals()).sales - before.sales).toBe(3000 - 5000);
    expect(await wrongSums(test, owner.account_id)).toEqual([]);
  });

  it('and take out none that the store has not told, which is other than none', async () => {
    const unknown = await added(() => given(4, { total: 6500 }));
    expect(unknown.order).toMatchObject({ tax: null, sale: { amount: 6500 } });
    const none = await added(() => given(5, { total: 6500, tax: 0, taxes_included: true }));
    expect(none.order).toMatchObject({ tax: 0, sale: { amount: 6500 } });
    expect([unknown, none].map(({ sales, products }) => [sales, products])).toEqual([
      [6500, 6000],
      [6500, 6000],
    ]);
    // told later, at the same moment of change
    const before = await totals();
    expect(await given(4, { total: 6500, tax: 500 })).toMatchObject({ tax: 500, sale: { amount: 6000 } });
    expect((await totals()).sales - before.sales).toBe(-500);
  });

  it('before they are converted, rounded once', async () => {
    const tax = { currency: 'JPY', total: 7001, tax: 637, taxes_included: true };
    const { order, sales } = await added(() => given(6, tax));
    expect(order).toMatchObject({ tax: 637, sale: { amount: 6364, currency: 'JPY' } });
    expect(sales).toBe(Math.round((6364 * 1.2 * 100) / 180));
  });

  it('and of a product count the orders that no rate is known for', async () => {
    await fold();
    const before = await sold();
    await given(7, { currency: 'CHF', total: 6000, tax: 0 });
    await fold();
    const after = await sold();
    expect(after.all).toBe(before.all);
    const of = (rows: typeof after) => [...rows.by.values()].map(({ no_rate }) => no_rate);
    expect([of(before), of(after)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    // what its units cost is among the costs, and in no profit
    const sums = (rows: typeof after, part: 'goods' | 'profit') => [...rows.by.values()].map((row) => row[part]);
    expect(sums(after, 'goods').every((cost, at) => (cost ?? 0) > (sums(before, 'goods')[at] ?? 0))).toBe(true);
    expect(sums(after, 'profit')).toEqual(sums(before, 'profit'));
    await task('statistics_check', { account_id: owner.account_id });
    expect((await get(`/api/statistics?${period}`)).check.corrected).toBe(0);
  });

  it('and go with their tax when units go to other orders, and come back with it', async () => {
    const whole = await given(8, { total: 6500, tax: 1083, taxes_included: true });
    const before = await totals();
    const act = async (id: string, action: string, body: Record<string, unknown>) => {
      const { version } = await get(`/api/shopify_orders/${id}`);
      const path = `/api/shopify_orders/${id}/${action}`;
      return test.call('POST', path, { token: owner.token, key: crypto.randomUUID(), body: { version, ...body } });
    };
    const lines = [{ line_id: whole.order_lines[0].id, quantity: 1 }];
    const shown = await act(whole.id, 'split/preview', { lines });
    const done = await act(whole.id, 'split', { lines, expected_total: shown.body.data.total });
    expect(done.status).toBe(200);
    const [row] = await sqlRows(test, `SELECT id FROM orders WHERE split_from = '${whole.id}'`);
    const part = await get(`/api/shopify_orders/${String(row?.id)}`);
    const rest = await get(`/api/shopify_orders/${whole.id}`);
    expect(part).toMatchObject({ total: { amount: 2400 }, tax: 400, sale: { amount: 2000 } });
    expect(rest).toMatchObject({ total: { amount: 4100 }, tax: 683, sale: { amount: 3417 } });
    expect((await totals()).sales).toBe(before.sales);
    // what the shop says of the whole order again changes nothing
    await given(8, { total: 6500, tax: 1083, taxes_included: true, updated_at: new Date('2026-11-20T09:00:00Z') });
    expect(await get(`/api/shopify_orders/${whole.id}`)).toMatchObject({ tax: 683 });
    const home = await act(part.id, 'put_back', {});
    expect([home.status, home.body.errors]).toEqual([200, undefined]);
    expect(await get(`/api/shopify_orders/${whole.id}`)).toMatchObject({ tax: 1083, sale: { amount: 5417 } });
    expect(await wrongSums(test, owner.account_id)).toEqual([]);
  });
});
