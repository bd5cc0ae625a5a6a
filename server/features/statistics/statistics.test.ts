import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currencyDigits } from '#server/lib/money-text.ts';
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
import { runTasks } from '#testing/run-tasks.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { wrongSums } from '#testing/statistics-sums.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let owner: Person;
let store: { account_id: string; id: string };
let lamp: Goods;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  await givenMoney(test, owner.account_id, 10_000_000);
  store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
  lamp = await givenVariant(test, store);
  await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel: await givenChannel(test) });
});
afterAll(() => test.close());

const period = 'from=2026-11-01&to=2026-11-30';
const get = async (path: string, token = owner.token) => test.call('GET', path, { token });
const statistics = async (query = period, token = owner.token) =>
  (await get(`/api/statistics?${query}`, token)).body.data;
let made = 0;
async function given(more: Parameters<typeof shopOrder>[1] = {}, quantity = 2): Promise<string> {
  made += 1;
  const lines = [shopLine(lamp, { quantity, unit_price: 2000 })];
  const order = shopOrder(lines, { external_id: `70${made}`, name: `#70${made}`, total: quantity * 2000, ...more });
  await inAccount(test, owner.account_id, (ctx) => applyShopOrders(ctx, store, [order], 'api'));
  const [row] = await sqlRows(test, `SELECT id FROM orders WHERE name = '${order.name}'`);
  return row?.id as string; // a uuid column
}
const task = (name: string, payload: Record<string, unknown> = {}) =>
  test.app.tasks[name]?.(systemEntry(test), payload);
const fold = () => task('statistics_fold');
const check = () => task('statistics_check', { account_id: owner.account_id });

describe('sales statistics', () => {
  it('show what the order list shows, at once and after folding', async () => {
    const id = await given();
    await given({}, 1);
    const { data: orders } = (await get('/api/shopify_orders')).body;
    const sum = (of: (order: (typeof orders)[number]) => number) =>
      orders.reduce((total: number, order: (typeof orders)[number]) => total + of(order), 0);
    const expected = {
      orders: 2,
      units: 3,
      sales: sum((order) => order.total.amount),
      cost: sum((order) => order.cost.total),
      profit: sum((order) => order.profit.amount),
      no_cost: 0,
    };
    expect(expected.profit).toBeGreaterThan(0);
    expect((await statistics()).totals).toMatchObject(expected);
    await fold();
    expect(await sqlRows(test, 'SELECT FROM statistics_changes')).toEqual([]);
    const { totals, series, before } = await statistics();
    expect(totals).toMatchObject(expected);
    expect(before.orders).toBe(0);
    expect(series).toHaveLength(30);
    expect(series.find(({ day }: { day: string }) => day === '2026-11-20').figures).toMatchObject(expected);
    const countries = (await get(`/api/statistics/breakdown?${period}&by=country`)).body.data;
    expect(countries).toMatchObject([{ key: 'US', figures: expected }]);
    expect((await statistics(`${period}&country=US`)).totals).toMatchObject(expected);
    expect((await statistics(`${period}&country=DE`)).totals).toMatchObject({ orders: 0, sales: 0 });

    // paid, then cancelled: the sale goes, and what the cancellation cost stays
    const order = (await get(`/api/shopify_orders/${id}`)).body.data;
    const paid = await test.call('POST', '/api/invoices', {
      token: owner.token,
      key: uuid(),
      body: { order_ids: [id], expected_total: order.cost.total },
    });
    expect(paid.status).toBe(200);
    expect((await statistics()).totals).toMatchObject(expected);
    const { version } = (await get(`/api/shopify_orders/${id}`)).body.data;
    const cancelled = await test.call('POST', `/api/shopify_orders/${id}/cancel`, {
      token: owner.token,
      key: uuid(),
      body: { version, reason: 'Buyer changed their mind' },
    });
    expect(cancelled.status).toBe(200);
    expect((await statistics()).totals).toMatchObject({ orders: 2, cancelled: 1, units: 1, credited: 0, kept: 0 });
    expect(await wrongSums(test, owner.account_id)).toEqual([]);
  });

  it('compare of an order all that they are made of, before they look whether its sums changed', async () => {
    const [read, compared] = await Promise.all(
      ['statistics_of_order', 'note_changed_order_statistics'].map(async (name) => {
        const [row] = await sqlRows(test, `SELECT prosrc FROM pg_proc WHERE proname = '${name}'`);
        return String(row?.prosrc);
      }),
    );
    const columns = new Set([...String(read).matchAll(/\(o\)\.(\w+)/g)].map(([, column]) => column));
    expect(columns.size).toBeGreaterThan(10);
    const before = String(compared).split('INSERT INTO')[0] ?? '';
    const [added = '', gone = ''] = before.split('EXCEPT');
    expect(
      [...columns].filter((column) => ![added, gone].every((part) => RegExp(`\\b${column}\\b`).test(part))),
    ).toEqual([]);
  });

  it('puts right what is not what the orders say, and says so', async () => {
    await given();
    await check();
    const right = await statistics();
    expect(right.check).toMatchObject({ checked_at: test.clock.now().toISOString(), corrected: 0, pending: false });
    await sqlRows(test, 'UPDATE statistics_places SET sales = sales + 700, orders = orders - 1');
    await sqlRows(test, 'UPDATE statistics_days SET units = units + 5');
    expect((await statistics()).totals).not.toEqual(right.totals);
    await check();
    const healed = await statistics();
    expect(healed).toMatchObject({ totals: right.totals, series: right.series });
    expect(healed.check.corrected).toBeGreaterThan(0);
    expect(await wrongSums(test, owner.account_id)).toEqual([]);
  });

  it('cuts days in the account’s time zone, and all of them again when it changes', async () => {
    await given({ placed_at: new Date('2026-11-18T23:30:00Z') });
    const soldOn = async (day: string) =>
      (await statistics()).series.find((one: { day: string }) => one.day === day).figures.units;
    const [before, after] = [await soldOn('2026-11-18'), await soldOn('2026-11-19')];
    expect([before, after]).toEqual([2, 0]);
    const zone = (name: string) =>
      sqlRows(test, `UPDATE accounts SET time_zone = '${name}' WHERE id = '${owner.account_id}'`);
    await zone('Europe/Berlin');
    expect((await statistics()).check.pending).toBe(true);
    await runTasks(test);
    expect((await statistics()).check).toMatchObject({ pending: false });
    expect([await soldOn('2026-11-18'), await soldOn('2026-11-19')]).toEqual([0, 2]);
    // the order list agrees about the day
    expect((await get('/api/shopify_orders?from=2026-11-19&to=2026-11-19')).body.meta.total).toBe(1);
    expect((await get('/api/shopify_orders?from=2026-11-18&to=2026-11-18')).body.meta.total).toBe(0);
    expect(await wrongSums(test, owner.account_id)).toEqual([]);
    await zone('UTC');
    await runTasks(test);
    expect(await soldOn('2026-11-18')).toBe(2);
  });

  it('converts sales at the rate of the order’s date, rounded as the list does, and counts what has none', async () => {
    const rate = (currency: string, perEuro: string) =>
      sqlRows(
        test,
        `INSERT INTO exchange_rates (currency, day, source, per_euro, created_at) VALUES ('${currency}', '2026-11-20', 'ecb', ${perEuro}, now())`,
      );
    await rate('USD', '1.1583');
    await rate('JPY', '179.37');
    await rate('KWD', '0.3557');
    const start = (await statistics()).totals;
    await given({ currency: 'JPY', total: 4321 });
    await given({ currency: 'KWD', total: 12_345 });
    await given({ currency: 'EUR', total: 4_999 });
    await given({ currency: 'CHF', total: 5_000 });
    const { totals } = await statistics();
    const { data: orders } = (await get('/api/shopify_orders?per_page=200')).body;
    const profit = orders.reduce(
      (sum: number, order: { profit: { amount: number } | null }) => sum + (order.profit?.amount ?? 0),
      0,
    );
    expect(totals).toMatchObject({ converted: 3, no_rate: 1, profit: profit + totals.credited - totals.kept });
    expect(totals.sales).toBeGreaterThan(start.sales);
    // the orders that are left out can be listed
    const left = async (unknown: string) => (await get(`/api/shopify_orders?${period}&unknown=${unknown}`)).body;
    expect((await left('rate')).data).toMatchObject([{ total: { currency: 'CHF' } }]);
    const before = totals.no_cost;
    expect((await left('cost')).meta.total).toBe(before);
    await sqlRows(
      test,
      `UPDATE orders SET cost_total = NULL, cost_goods = NULL, cost_freight = NULL, cost_fees = NULL, cost_currency = NULL WHERE currency = 'CHF'`,
    );
    expect((await statistics()).totals.no_cost).toBe(before + 1);
    expect((await left('cost')).meta.total).toBe(before + 1);
    const digits = await sqlRows(
      test,
      `SELECT c AS code, currency_digits(c) AS digits FROM unnest(ARRAY['${Intl.supportedValuesOf('currency').join("','")}']) c`,
    );
    expect(digits.filter(({ code, digits: known }) => known !== currencyDigits(String(code)))).toEqual([]);
  });

  it('show members the stores that are theirs, and costs to those who see invoices', async () => {
    const other = await givenStore(test, owner.account_id);
    const limited = await merchant(test, { account_id: owner.account_id, role: 'accountant', stores: [other] });
    expect((await statistics(period, limited.token)).totals).toMatchObject({ orders: 0, sales: 0 });
    expect((await get(`/api/statistics?${period}&store_id=${store.id}`, limited.token)).status).toBe(404);
    const seller = await merchant(test, { account_id: owner.account_id, role: 'support' });
    expect((await get(`/api/statistics?${period}`, seller.token)).status).toBe(403);
    await sqlRows(
      test,
      `UPDATE memberships SET rights = '{"statistics": ["view"]}' WHERE user_id = '${seller.user_id}'`,
    );
    const seen = await statistics(period, seller.token);
    expect(seen.costs).toBe(false);
    expect(seen.totals).toMatchObject({ cost: null, goods: null, profit: null, margin_bp: null, credited: null });
    expect(seen.totals.sales).toBe((await statistics()).totals.sales);
  });

  it('refuses a period that ends before it begins, or is longer than two years', async () => {
    expect((await get('/api/statistics?from=2026-11-02&to=2026-11-01')).body.errors).toHaveProperty('to');
    expect((await get('/api/statistics?from=2024-01-01&to=2026-11-01')).body.errors).toHaveProperty('from');
  });
});
