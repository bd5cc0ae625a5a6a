import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  applyShopOrders,
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
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
  lamp = await givenVariant(test, store);
  await sqlRows(
    test,
    `INSERT INTO exchange_rates (currency, day, source, per_euro, created_at)
     VALUES ('USD', '2026-11-20', 'ecb', 1.2, now()), ('JPY', '2026-11-20', 'ecb', 180, now())`,
  );
});
afterAll(() => test.close());

const period = 'from=2026-11-01&to=2026-11-30';
const get = async (path: string) => (await test.call('GET', path, { token: owner.token })).body.data;
const totals = async (more = '') => (await get(`/api/statistics?${period}${more}`)).totals;
const task = (name: string, payload: Record<string, unknown> = {}) =>
  test.app.tasks[name]?.(systemEntry(test), payload);

/** An order of two lamps, as its shop tells it. */
async function given(number: number, more: Parameters<typeof shopOrder>[1]): Promise<string> {
  const lines = [shopLine(lamp, { external_id: `${number}1`, quantity: 2, unit_price: 3000 })];
  const order = shopOrder(lines, { external_id: `90${number}`, name: `#90${number}`, total: 6000, ...more });
  await inAccount(test, owner.account_id, (ctx) => applyShopOrders(ctx, store, [order], 'api'));
  const [row] = await sqlRows<{ id: string }>(test, `SELECT id FROM orders WHERE name = '${order.name}'`);
  return row?.id ?? '';
}

/** By how much something changes sales and refunds; the same before and after folding, and by all that is kept. */
async function changed(act: () => Promise<unknown>) {
  const before = await totals();
  await act();
  const after = await totals();
  expect(await wrongSums(test, owner.account_id)).toEqual([]);
  await task('statistics_fold');
  expect(await totals()).toEqual(after);
  expect(await wrongSums(test, owner.account_id)).toEqual([]);
  return { sales: after.sales - before.sales, refunded: after.refunded - before.refunded };
}
const later = (minute: number) => ({ updated_at: new Date(`2026-11-20T09:0${minute}:00Z`) });

describe('what stores paid back to buyers', () => {
  it('is counted beside the sales that are left, with its tax', async () => {
    expect(await changed(() => given(1, { refunded: 0 }))).toEqual({ sales: 6000, refunded: 0 });
    const part = { total: 3600, tax: 600, refunded: 2400, financial_status: 'partially_refunded' as const };
    expect(await changed(() => given(1, { ...part, ...later(1) }))).toEqual({ sales: -3000, refunded: 2400 });
  });

  it('is counted as soon as the store tells it of an order that was kept before, at the same moment of change', async () => {
    expect(await changed(() => given(2, {}))).toEqual({ sales: 6000, refunded: 0 });
    expect(await changed(() => given(2, { refunded: 500 }))).toEqual({ sales: 0, refunded: 500 });
  });

  it('is counted of cancelled orders, which are no sales', async () => {
    expect(await changed(() => given(3, { refunded: 0 }))).toEqual({ sales: 6000, refunded: 0 });
    const cancelled = { total: 0, refunded: 6000, cancelled_at: new Date('2026-11-20T09:00:00Z'), ...later(2) };
    expect(await changed(() => given(3, cancelled))).toEqual({ sales: -6000, refunded: 6000 });
  });

  it('is converted at the rate of its order, and left out without one', async () => {
    const yen = () => given(4, { currency: 'JPY', total: 6000, refunded: 1999 });
    expect((await changed(yen)).refunded).toBe(Math.round((1999 * 1.2 * 100) / 180));
    const francs = () => given(5, { currency: 'CHF', refunded: 700 });
    expect(await changed(francs)).toEqual({ sales: 0, refunded: 0 });
  });

  it('stays with the order of the shop when units go to another one, and is counted once', async () => {
    const id = await given(6, { refunded: 800 });
    const split = async () => {
      const { version, order_lines } = await get(`/api/shopify_orders/${id}`);
      const lines = [{ line_id: order_lines[0].id, quantity: 1 }];
      const act = (path: string, body: object) =>
        test.call('POST', `/api/shopify_orders/${id}/${path}`, { token: owner.token, key: crypto.randomUUID(), body });
      const shown = await act('split/preview', { version, lines });
      const done = await act('split', { version, lines, expected_total: shown.body.data.total });
      expect(done.status).toBe(200);
    };
    expect(await changed(split)).toEqual({ sales: 0, refunded: 0 });
    const kept = await sqlRows(
      test,
      `SELECT shop_refunded::int AS refunded FROM orders WHERE id = '${id}' OR split_from = '${id}' ORDER BY split_from NULLS FIRST`,
    );
    expect(kept).toEqual([{ refunded: 800 }, { refunded: 0 }]);
    expect(await changed(() => given(6, { refunded: 900, ...later(3) }))).toEqual({ sales: 0, refunded: 100 });
  });

  it('is counted in orders as the list finds them by this filter', async () => {
    const listed = async (more: string) =>
      (await test.call('GET', `/api/shopify_orders?${more}`, { token: owner.token })).body;
    const of = async (more = '') => {
      const { body } = await test.call('GET', `/api/shopify_orders?${period}${more}&refunded=any`, {
        token: owner.token,
      });
      expect((await totals(more)).refunded_orders).toBe(body.meta.total);
      return body.data.map(({ name }: { name: string }) => name).toSorted();
    };
    const all = ['#901', '#902', '#903', '#904', '#905', '#906']; // cancelled, without a rate, and split ones too
    expect(await of()).toEqual(all);
    expect(await of('&country=US')).toEqual(all);
    expect(await of(`&store_id=${store.id}`)).toEqual(all);
    expect(await of('&country=DE')).toEqual([]);
    expect((await listed(`${period}&refunded=partial`)).meta.total).toBe(all.length);
    await sqlRows(test, `UPDATE orders SET stage = 'merged' WHERE name = '#902'`);
    expect(await of()).toEqual(all.filter((name) => name !== '#902'));
    await sqlRows(test, `UPDATE orders SET stage = 'awaiting_payment' WHERE name = '#902'`);
    expect(await of()).toEqual(all);
  });

  it.each(['', '&country=US', '&country=DE'])(
    'is in the rows and the file of the orders what the card says: %s',
    async (more) => {
      const card = (await totals(more)).refunded;
      const { body } = await test.call('GET', `/api/shopify_orders?${period}${more}`, { token: owner.token });
      type Row = { buyer_refund: { money: object; converted: { amount: number } | null } | null };
      const refunds = body.data.flatMap(({ buyer_refund }: Row) => buyer_refund ?? []);
      const sum = (all: number[]) => all.reduce((total, amount) => total + amount, 0);
      expect(sum(refunds.map(({ converted }: NonNullable<Row['buyer_refund']>) => converted?.amount ?? 0))).toBe(card);
      if (card > 0) {
        expect(refunds).toContainEqual({
          money: { amount: 1999, currency: 'JPY' },
          converted: { amount: 1333, currency: 'USD' },
          conversion: { from: 'JPY', to: 'USD', rate: expect.any(String), day: '2026-11-20', source: 'ecb' },
        });
        expect(refunds).toContainEqual({ money: { amount: 700, currency: 'CHF' }, converted: null, conversion: null });
      }
      const query = Object.fromEntries(new URLSearchParams(`${period}${more}`));
      const wanted = { list: 'orders', format: 'xlsx', query };
      const job = (await test.call('POST', '/api/exports', { token: owner.token, body: wanted })).body.data;
      const link = await test.call('POST', `/api/files/${job.result.file_id}/link`, { token: owner.token });
      const { rawPayload } = await test.app.fastify.inject({ method: 'GET', url: link.body.data.url });
      const [head = [], ...rows] = await readSheet(rawPayload);
      const at = head.indexOf('Refunds to buyers, converted');
      expect(head[head.indexOf('Refunds to buyers') + 1]).toBe('Refunds to buyers currency');
      expect(sum(rows.map((row) => Math.round(Number(row[at] ?? 0) * 100)))).toBe(card);
    },
  );

  it('is broken down as sales are, and unknown of one product', async () => {
    const { refunded } = await totals();
    const stores = await get(`/api/statistics/breakdown?${period}&by=store`);
    expect(stores.map((row: { figures: { refunded: number } }) => row.figures.refunded)).toEqual([refunded]);
    expect((await totals('&country=US')).refunded).toBe(refunded);
    expect((await totals(`&product_id=${lamp.product_id}`)).refunded).toBeNull();
  });

  it.each(['statistics_days', 'statistics_places'])('is put right in %s by the daily check', async (table) => {
    const check = () => task('statistics_check', { account_id: owner.account_id });
    await check(); // nothing is said of the first one, before which nobody knows
    await sqlRows(test, 'UPDATE statistics_checks SET corrected = 0, corrected_at = NULL');
    const right = await totals('&country=US');
    await sqlRows(test, `UPDATE ${table} SET refunded = refunded + 1 WHERE account_id = '${owner.account_id}'`);
    expect(await wrongSums(test, owner.account_id)).not.toEqual([]);
    await check();
    await task('statistics_fold');
    expect(await wrongSums(test, owner.account_id)).toEqual([]);
    expect(await totals('&country=US')).toEqual(right);
    expect((await get(`/api/statistics?${period}`)).check.corrected).toBeGreaterThan(0);
  });
});
