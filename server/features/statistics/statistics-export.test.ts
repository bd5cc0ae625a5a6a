import { readSheet } from 'read-excel-file/node';
import { v7 as uuid } from 'uuid';
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
import { givenMoney } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let owner: Person;
let stores: { account_id: string; id: string }[];
let lamp: Goods;
const period = { from: '2026-11-10', to: '2026-11-20' };

beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  const { account_id } = owner;
  await givenMoney(test, account_id, 10_000_000);
  const given = async (name: string) => ({ account_id, id: await givenStore(test, account_id, { name }) });
  stores = [await given('North'), await given('South'), await given('West')];
  const channel = await givenChannel(test);
  for (const [place, store] of stores.entries()) {
    const goods = await givenVariant(test, store);
    if (place === 0) lamp = goods;
    await givenPrice(test, account_id, { sku_id: goods.sku_id, channel });
    const unpriced = await givenVariant(test, store);
    const order = (n: number, one: Goods, more: object = {}) =>
      shopOrder([shopLine(one, { external_id: `${place}-${n}`, quantity: n, unit_price: 2000 })], {
        external_id: `${place}-${n}`,
        name: `#${place}${n}`,
        total: n * 2000,
        placed_at: new Date(`2026-11-1${n}T10:00:00Z`),
        ...more,
      });
    const orders = [
      order(1, goods),
      order(2, unpriced),
      order(3, goods, { refunded: 1250 }),
      order(4, goods, { currency: 'CHF' }),
    ];
    await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, store, orders, 'api'));
  }
  const [first] = await sqlRows(test, `SELECT id, cost_total, version FROM orders WHERE name = '#01'`);
  const body = { order_ids: [first?.id], expected_total: first?.cost_total };
  await test.call('POST', '/api/invoices', { token: owner.token, key: uuid(), body });
  const [paid] = await sqlRows(test, `SELECT version FROM orders WHERE name = '#01'`);
  const cancel = { version: paid?.version, reason: 'Buyer changed their mind' };
  await test.call('POST', `/api/shopify_orders/${first?.id}/cancel`, { token: owner.token, key: uuid(), body: cancel });
  const ad = { day: '2026-11-13', platform: 'Meta', campaign: '', amount: { amount: 1234, currency: 'USD' } };
  await test.call('PUT', '/api/statistics/ads', { token: owner.token, body: ad });
  await test.app.tasks.statistics_fold?.(systemEntry(test), {});
});
afterAll(() => test.close());

const ask = async (path: string, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({ ...period, ...more }).toString();
  return (await test.call('GET', `${path}?${query}`, { token: owner.token })).body.data;
};
type Cells = Record<string, unknown>;
async function sheetsOf(query: object, format = 'xlsx'): Promise<(name: string) => Promise<Cells[]>> {
  const body = { list: 'statistics', format, query: { ...period, ...query } };
  const job = (await test.call('POST', '/api/exports', { token: owner.token, body })).body.data;
  const link = await test.call('POST', `/api/files/${job.result.file_id}/link`, { token: owner.token });
  const { rawPayload } = await test.app.fastify.inject({ method: 'GET', url: link.body.data.url });
  return async (name) => {
    const [head = [], ...rows] = await readSheet(rawPayload, name);
    return rows.map((row) => Object.fromEntries(head.map((title, at) => [String(title), row[at]])));
  };
}
const units = (amount: number | null) => (amount === null ? null : amount / 100);
type Figures = Record<string, number | null>;
const shown = (figures: Figures) => ({
  Orders: figures.orders,
  Cancelled: figures.cancelled,
  Units: figures.units,
  Sales: units(figures.sales ?? null),
  'Refunds to buyers': units(figures.refunded ?? null),
  'Refunded orders': figures.refunded_orders,
  'Average order': units(figures.average_order ?? null),
  'Sales without a rate': figures.no_rate,
  Cost: units(figures.cost ?? null),
  'Cost per order': units(figures.cost_per_order ?? null),
  'Orders without a cost': figures.no_cost,
  'Refunds from us': units(figures.credited ?? null),
  'Cost of cancelled orders': units(figures.kept ?? null),
  Profit: units(figures.profit ?? null),
  'Margin %': units(figures.margin_bp ?? null),
});
const ads = (figures: Figures) => ({
  'Ad spend': units(figures.ads ?? null),
  'Profit after ads': units(figures.profit_after_ads ?? null),
  'Sales per 1 spent': units(figures.roas ?? null),
});

describe('the workbook of the statistics', () => {
  it.each([{}, { country: 'US' }, { both: true }, { product: true }])(
    'has the numbers of the page: %o',
    async (chosen) => {
      const query = {
        ...('country' in chosen && { country: 'US' }),
        ...('both' in chosen && { store_id: `${stores[0]?.id},${stores[2]?.id}` }),
        ...('product' in chosen && { product_id: lamp.product_id }),
      };
      const page = await ask('/api/statistics', query);
      expect(page.totals.orders).toBe('product' in chosen ? 2 : 'both' in chosen ? 8 : 12);
      const sheet = await sheetsOf(query);
      const [whole, ...days] = await sheet('Days');
      expect(whole).toMatchObject({ Day: '2026-11-10 – 2026-11-20', ...shown(page.totals), ...ads(page.totals) });
      expect(days).toHaveLength(11);
      for (const [place, { day, figures }] of page.series.entries())
        expect(days[place]).toMatchObject({ Day: day, ...shown(figures), ...ads(figures) });
      for (const [by, name] of [
        ['store', 'Stores'],
        ['country', 'Countries'],
        ['channel', 'Shipping methods'],
      ] as const) {
        if ('product' in chosen && by !== 'store') continue;
        const rows = await ask('/api/statistics/breakdown', { ...query, by });
        expect(await sheet(name)).toMatchObject(
          rows.map((row: { name: string | null; key: string | null; figures: Figures }) => ({
            ...shown(row.figures),
            [name]: row.name ?? row.key,
          })),
        );
      }
      const payments = await ask('/api/statistics/payments', { from: '2026-01-01', to: '2027-12-31', step: 'day' });
      expect(payments.totals).toMatchObject({ returned: payments.totals.goods + payments.totals.freight, net: 0 });
      const paid = await (await sheetsOf({ ...query, from: '2026-01-01', to: '2027-12-31' }))('Payments');
      expect(paid).toMatchObject(
        payments.series.map(({ day, paid: one }: { day: string; paid: Record<string, number> }) => ({
          'Day of payment': day,
          Products: units(one.goods ?? null),
          Shipping: units(one.freight ?? null),
          Fees: units(one.fees ?? null),
          'Stock and services': units(one.other ?? null),
          'Credit notes and refunds': units(one.returned ?? null),
          'Paid in all': units(one.net ?? null),
        })),
      );
      // each order with what it adds
      const orders = await sheet('Orders');
      expect(orders).toHaveLength(page.totals.orders);
      const sum = (name: string) => orders.reduce((total, row) => total + Math.round(Number(row[name] ?? 0) * 100), 0);
      expect(sum('Sales')).toBe(page.totals.sales);
      expect(sum('Refunds to buyers')).toBe(page.totals.refunded ?? 0);
      expect(sum('Units')).toBe(page.totals.units * 100);
      if (page.costs) {
        expect(sum('Cost')).toBe(page.totals.cost);
        expect(sum('Profit')).toBe(page.totals.profit);
        expect(sum('Refunds from us')).toBe(page.totals.credited);
        expect(orders.filter((row) => row['Cost known'] === 'No')).toHaveLength(page.totals.no_cost);
      }
    },
  );

  it('says of each order whether its cost is known, and nothing where it is not', async () => {
    const orders = await (await sheetsOf({}))('Orders');
    const of = (name: string) => orders.find(({ Order }) => Order === name);
    expect(of('#03')).toMatchObject({
      Store: 'North',
      Country: 'US',
      Sales: 60,
      'Refunds to buyers': 12.5,
      'Cost known': 'Yes',
    });
    expect(of('#02')).toMatchObject({ Sales: 40, Cost: null, Profit: null, 'Margin %': null, 'Cost known': 'No' });
    expect(of('#01')).toMatchObject({ Status: 'Cancelled', Sales: 0 });
  });

  it('has products with the share that they and those before them have', async () => {
    const rows = await ask('/api/statistics/products', { most: '200' });
    expect(rows.at(-1).upto_bp).toBe(10_000);
    expect(rows[0].share_bp).toBe(rows[0].upto_bp);
    const products = await (await sheetsOf({}))('Products');
    expect(products.map((row) => row.Sales)).toEqual(rows.map((row: { sales: number }) => row.sales / 100));
  });
});

describe('filters', () => {
  it('take several stores together', async () => {
    const sales = async (...chosen: number[]) =>
      (await ask('/api/statistics', { store_id: chosen.map((n) => stores[n]?.id).join(',') })).totals;
    const [north, west, both] = [await sales(0), await sales(2), await sales(0, 2)];
    expect(both.sales).toBe(north.sales + west.sales);
    expect(both.profit).toBe(north.profit + west.profit);
  });

  it('know of a product what its lines say, and not its costs or its countries', async () => {
    const { totals, costs } = await ask('/api/statistics', { product_id: lamp.product_id });
    expect(costs).toBe(false);
    expect(totals).toMatchObject({ orders: 2, units: 7, cost: null, freight: null, profit: null, ads: null });
    const [row] = await ask('/api/statistics/products', { product_id: lamp.product_id });
    expect(totals.sales).toBe(row.sales);
    expect(totals.goods).toBe(row.goods);
    const refused = async (more: string) =>
      (
        await test.call('GET', `/api/statistics${more}&from=2026-11-10&to=2026-11-20&product_id=${lamp.product_id}`, {
          token: owner.token,
        })
      ).body.errors;
    expect(await refused('?country=US')).toHaveProperty('country');
    expect(await refused('/breakdown?by=country')).toHaveProperty('by');
  });
});

describe('orders that wait for payment', () => {
  it('are counted by their age, with what they cost', async () => {
    test.clock.set('2026-11-21T09:00:00Z');
    const { ages, currency } = await ask('/api/statistics/waiting', {});
    expect(currency).toBe('USD');
    const rows = await sqlRows<{ age: number; cost: number }>(
      test,
      `SELECT date '2026-11-21' - placed_at::date AS age, cost_total AS cost FROM orders WHERE account_id = '${owner.account_id}' AND stage = 'awaiting_payment'`,
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { least, most, from, to, orders, amount } of ages) {
      const there = rows.filter(({ age }) => age >= least && (most === null || age <= most));
      expect(orders).toBe(there.length);
      expect(amount).toBe(there.reduce((sum, { cost }) => sum + cost, 0));
      const listed = `/api/shopify_orders?stage=awaiting_payment&to=${to}${from === null ? '' : `&from=${from}`}`;
      expect((await test.call('GET', listed, { token: owner.token })).body.meta.total).toBe(orders);
    }
  });
});
