import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spread } from '#contract/statistics-rules.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
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
import { sqlRows } from '#testing/sql-rows.ts';
import { uploadFile } from '#testing/uploads.ts';

let test: TestApp;
let owner: Person;
let store: { account_id: string; id: string };
let lamp: Goods;
let slow: Channel;
let fast: Channel;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
  lamp = await givenVariant(test, store);
  [slow, fast] = [await givenChannel(test, 'Slow line'), await givenChannel(test, 'Fast line')];
  await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel: slow });
});
afterAll(() => test.close());

const period = 'from=2026-11-01&to=2026-11-30';
const call = async (method: string, path: string, body?: object) =>
  test.call(method, path, { token: owner.token, ...(body && { body }) });
const read = async (path: string) => (await call('GET', path)).body.data;
const task = (name: string) => test.app.tasks[name]?.(systemEntry(test), {});

describe('products', () => {
  it('are summed up from the lines of the orders of a day, again when an order changes', async () => {
    const order = shopOrder([shopLine(lamp, { quantity: 3, unit_price: 2000 })], {
      name: '#81',
      external_id: '81',
      total: 6000,
    });
    const importOrders = (more: Partial<typeof order> = {}) =>
      inAccount(test, owner.account_id, (ctx) => applyShopOrders(ctx, store, [{ ...order, ...more }], 'api'));
    await importOrders();
    await task('statistics_fold');
    expect(await read(`/api/statistics/products?${period}`)).toMatchObject([
      {
        product_id: lamp.product_id,
        title: 'Lamp',
        store: expect.any(String),
        orders: 1,
        units: 3,
        sales: 6000,
        goods: 1500,
        no_cost: 0,
        profit: 4500,
      },
    ]);
    await importOrders({
      cancelled_at: new Date('2026-11-20T09:00:00Z'),
      updated_at: new Date('2026-11-20T09:00:00Z'),
    });
    await task('statistics_fold');
    expect(await read(`/api/statistics/products?${period}`)).toEqual([]);
  });

  it('follow the lines of an order whose sums stay as they are', async () => {
    const [mug, vase] = [await givenVariant(test, store), await givenVariant(test, store)];
    const lines = [
      shopLine(mug, { external_id: 'm', quantity: 3, unit_price: 1000 }),
      shopLine(vase, { external_id: 'v', quantity: 4, unit_price: 1000 }),
    ];
    const order = shopOrder(lines, { name: '#82', external_id: '82', total: 4000 });
    const tell = (current: number[], hours: number) =>
      inAccount(test, owner.account_id, (ctx) =>
        applyShopOrders(
          ctx,
          store,
          [
            {
              ...order,
              lines: lines.map((line, place) => ({ ...line, current_quantity: current[place] ?? 0 })),
              updated_at: new Date(Date.UTC(2026, 10, 20, hours)),
            },
          ],
          'api',
        ),
      );
    const units = async () => {
      await task('statistics_fold');
      const rows = await read(`/api/statistics/products?${period}`);
      return [mug, vase].map(
        ({ product_id }) => rows.find((row: { product_id: string }) => row.product_id === product_id)?.units ?? 0,
      );
    };
    await tell([3, 1], 9);
    expect(await units()).toEqual([3, 1]);
    await tell([2, 2], 10);
    expect(await units()).toEqual([2, 2]);
    await tell([0, 4], 11);
    expect(await units()).toEqual([0, 4]);
  });
});

describe('deliveries', () => {
  /** Delivered parcels of a month, each of an order of its own. */
  const parcels = (channel: Channel, count: number, days: number, country = 'US') =>
    sqlRows(
      test,
      `WITH made AS (
         INSERT INTO orders (account_id, id, store_id, external_id, name, source, placed_at, external_updated_at, financial_status, fulfillment_status,
           currency, total, country, units, stage, stage_since, channel_id, weight_g, paid_at, shipped_at, created_at)
         SELECT '${owner.account_id}', gen_random_uuid(), '${store.id}', gen_random_uuid()::text, '#' || n, 'api', '2026-10-01', '2026-10-01', 'paid', 'fulfilled',
           'USD', 5000, '${country}', 1, 'delivered', '2026-10-01', '${channel.id}', 400, '2026-10-01', '2026-10-02', '2026-10-01'
         FROM generate_series(1, ${count}) n RETURNING account_id, id)
       INSERT INTO parcels (account_id, id, order_id, channel_id, carrier, tracking_number, status, shipped_at, delivered_at)
       SELECT account_id, gen_random_uuid(), id, '${channel.id}', 'YunExpress', id::text, 'delivered', '2026-10-02', '2026-10-01'::timestamptz + interval '${days} days'
       FROM made`,
    );

  it('say within how many days half and nine of ten arrived', () => {
    const rows = [4, 5, 6, 9, 20].map((days) => ({ days, parcels: days === 5 ? 6 : 1 }));
    expect(spread(rows)).toEqual({ p50: 5, p80: 6, p90: 9 });
    expect(spread([])).toEqual({ p50: 0, p80: 0, p90: 0 });
  });

  it('recommend a shipping method from thirty parcels of one’s own on each side, never from fewer', async () => {
    const rates = [slow, fast].map(
      ({ id }, place) =>
        `INSERT INTO channel_rates (id, channel_id, destination, valid_from, currency, formula, days_p50, days_p90, tax_mode, created_at)
         VALUES (gen_random_uuid(), '${id}', 'US', '2026-01-01', 'USD', '{"kind": "flat", "amount": ${place === 0 ? 900 : 700}}', 7, 12, 'DDU', '2026-01-01')`,
    );
    for (const rate of rates) await sqlRows(test, rate);
    await parcels(slow, 40, 14);
    await parcels(fast, 29, 8);
    await task('statistics_months');
    expect(await read('/api/statistics/recommendations')).toEqual([]);
    await parcels(fast, 1, 8);
    await task('statistics_months');
    expect(await read('/api/statistics/recommendations')).toMatchObject([
      {
        country: 'US',
        from: { channel: { id: slow.id }, parcels: 40, p50: 14 },
        to: { channel: { id: fast.id }, parcels: 30, p50: 8 },
        profit_per_parcel: 200,
        stores: [{ id: store.id }],
      },
    ]);
    // by weight the fast line costs less still; by the room that these goods take it does not
    const bulky = await givenVariant(test, store);
    await sqlRows(
      test,
      `INSERT INTO channel_rates (id, channel_id, destination, valid_from, currency, formula, divisor, days_p50, days_p90, tax_mode, created_at)
       VALUES (gen_random_uuid(), '${fast.id}', 'US', '2026-02-01', 'USD', '{"kind": "per_kg", "handling_amount": 0, "kg_amount": 1000}', 5000, 7, 12, 'DDU', '2026-02-01')`,
    );
    const profit = async () => (await read('/api/statistics/recommendations'))[0]?.profit_per_parcel;
    expect(await profit()).toBe(500);
    await sqlRows(
      test,
      `UPDATE catalog_skus SET length_mm = 300, width_mm = 200, height_mm = 100 WHERE id = '${bulky.sku_id}'`,
    );
    await sqlRows(
      test,
      `INSERT INTO order_lines (account_id, id, order_id, external_id, external_variant_id, variant_id, title, quantity, current_quantity, unit_price, position,
         mapping_version, mapping_rule, requires_shipping)
       SELECT account_id, gen_random_uuid(), id, id::text, 'b', '${bulky.variant_id}', 'Basket', 1, 1, 5000, 1, 1, 0, true FROM orders
       WHERE account_id = '${owner.account_id}' AND channel_id = '${slow.id}'`,
    );
    expect(await profit()).toBe(-300);
    expect(await read('/api/statistics/deliveries?from=2026-10-10&to=2026-10-20')).toMatchObject([
      {
        channel: { name: 'Slow line' },
        country: 'US',
        delivered: 40,
        p50: 14,
        p90: 14,
        parcels: 40,
        claims: 0,
        claims_bp: 0,
      },
      { channel: { name: 'Fast line' }, delivered: 30, p50: 8 },
    ]);
  });

  it('count the claims of each shipping method and country, and recommend what they cost less on', async () => {
    const claim = (country: string, status: string, asked: number, granted: number | null) =>
      sqlRows(
        test,
        `INSERT INTO claims (account_id, id, order_id, parcel_id, reason, wanted, status, verdict, currency, asked, granted, due_at, submitted_at)
         SELECT p.account_id, gen_random_uuid(), p.order_id, p.id, 'damaged', 'refund', '${status}', 'eligible', 'USD', ${asked}, ${granted},
           CASE WHEN '${status}' = 'under_review' THEN now() END, now()
         FROM parcels p JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
         WHERE p.account_id = '${owner.account_id}' AND p.channel_id = '${slow.id}' AND o.country = '${country}' LIMIT 1`,
      );
    await parcels(slow, 8, 14, 'GB');
    await claim('US', 'approved_partial', 3000, 1000);
    await claim('US', 'under_review', 2000, null);
    await claim('US', 'withdrawn', 9000, null);
    await claim('GB', 'approved_refund', 1500, 1500);
    await task('statistics_months');
    expect(await read('/api/statistics/deliveries?from=2026-10-10&to=2026-10-20')).toMatchObject([
      { channel: { name: 'Slow line' }, country: 'US', parcels: 40, claims: 2, claims_bp: 500, granted: 1000 },
      { channel: { name: 'Fast line' }, country: 'US', parcels: 30, claims: 0, claims_bp: 0, granted: 0 },
      { channel: { name: 'Slow line' }, country: 'GB', parcels: 8, claims: 1, claims_bp: 1250, granted: 1500 },
    ]);
    const abroad = await read('/api/statistics/deliveries?from=2026-10-10&to=2026-10-20&country=GB');
    expect(abroad).toMatchObject([{ country: 'GB', claims: 1 }]);
    // 3.00 more freight, and 40.00 of claims that were not given back, over 40 parcels
    expect(await read('/api/statistics/recommendations')).toMatchObject([
      { country: 'US', from: { claims_bp: 500 }, to: { claims_bp: 0 }, profit_per_parcel: -200 },
    ]);
  });

  it('come with the most delivered first, however many are on their way', async () => {
    await sqlRows(
      test,
      `INSERT INTO parcels (account_id, id, order_id, channel_id, carrier, tracking_number, status, shipped_at)
       SELECT p.account_id, gen_random_uuid(), p.order_id, p.channel_id, 'YunExpress', gen_random_uuid()::text, 'in_transit', p.shipped_at
       FROM parcels p JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id, generate_series(1, 9)
       WHERE p.account_id = '${owner.account_id}' AND p.channel_id = '${slow.id}' AND o.country = 'GB'`,
    );
    await task('statistics_months');
    expect(await read('/api/statistics/deliveries?from=2026-10-10&to=2026-10-20')).toMatchObject([
      { channel: { name: 'Slow line' }, country: 'US', delivered: 40, parcels: 40 },
      { channel: { name: 'Fast line' }, country: 'US', delivered: 30, parcels: 30 },
      { channel: { name: 'Slow line' }, country: 'GB', delivered: 8, parcels: 80 },
    ]);
  });
});

describe('ad spend', () => {
  it('is entered manually and by file; the same file twice changes nothing, and bad rows are named', async () => {
    const ad = { day: '2026-11-20', platform: 'Meta', campaign: '', amount: { amount: 5000, currency: 'USD' } };
    expect((await call('PUT', '/api/statistics/ads', ad)).body.data).toMatchObject({ added: 1, changed: 0 });
    const file = [
      'Date,Store,Platform,Campaign,Amount spent (USD)',
      '2026-11-20,,Meta,,70.00',
      '2026-11-21,Lamp shop,Google,Lamps,12.50',
      '2026-11-21,Lamp shop,Google,Lamps,7.50',
      '2026-11-31,,Meta,,1.00',
      '2026-11-19,Nowhere,Meta,,1.00',
      '2026-11-19,,Meta,,many',
    ].join('\n');
    const send = async () => {
      const bytes = Buffer.from(file);
      const { id } = (await uploadFile(test, owner.token, { purpose: 'ad_spend', name: 'ads.csv', bytes })).body.data;
      return (await call('POST', '/api/statistics/ads/import', { file_id: id })).body.data;
    };
    const first = await send();
    expect(first).toMatchObject({ added: 1, changed: 1, unchanged: 0 });
    expect(first.refused.map(({ row }: { row: number }) => row)).toEqual([5, 6, 7]);
    expect(first.refused[1].message).toContain('Nowhere');
    expect(await send()).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    const { totals } = await read(`/api/statistics?${period}`);
    expect(totals).toMatchObject({ ads: 9000, ads_no_rate: 0 });
    expect((await read(`/api/statistics?${period}&country=US`)).totals.ads).toBeNull();
    const [newest] = await read(`/api/statistics/ads?${period}`);
    expect(newest).toMatchObject({ day: '2026-11-21', platform: 'Google', amount: { amount: 2000, currency: 'USD' } });
    expect((await call('DELETE', `/api/statistics/ads/${newest.id}`)).status).toBe(200);
    expect((await read(`/api/statistics?${period}`)).totals.ads).toBe(7000);
    const ahead = await call('PUT', '/api/statistics/ads', { ...ad, day: '2027-01-01' });
    expect(ahead.body.errors).toHaveProperty('day');
  });

  it('is of no day that has not begun in the account’s time zone, and of one that has', async () => {
    const zone = (name: string) =>
      sqlRows(test, `UPDATE accounts SET time_zone = '${name}' WHERE id = '${owner.account_id}'`);
    const entered = async () => {
      const ad = { day: '2026-11-21', platform: 'Meta', campaign: '', amount: { amount: 5000, currency: 'USD' } };
      return (await call('PUT', '/api/statistics/ads', ad)).status;
    };
    const imported = async () => {
      const bytes = Buffer.from('Date,Platform,Amount\n2026-11-21,Google,1.00');
      const { id } = (await uploadFile(test, owner.token, { purpose: 'ad_spend', name: 'day.csv', bytes })).body.data;
      return (await call('POST', '/api/statistics/ads/import', { file_id: id })).body.data;
    };
    await zone('Pacific/Honolulu'); // still the 20th
    expect([await entered(), await imported()]).toMatchObject([422, { added: 0, refused: [{ row: 2 }] }]);
    await zone('Asia/Shanghai');
    expect([await entered(), await imported()]).toMatchObject([200, { added: 1, refused: [] }]);
    await zone('UTC');
  });
});

describe('summaries by mail', () => {
  it('come once after the week has ended in the account’s time zone, in the reader’s language', async () => {
    await sqlRows(test, `UPDATE users SET locale = 'zh' WHERE id = '${owner.user_id}'`);
    // it is Saturday, November 21: the first one comes on Monday
    const next = { week: '2026-11-23', month: '2026-12-01' };
    expect((await call('PUT', '/api/statistics/mails', { every: 'week' })).body.data).toEqual({
      every: 'week',
      email: owner.email,
      next,
    });
    const mails = async () => sqlRows(test, `SELECT payload FROM outbox WHERE key LIKE 'statistics:%'`);
    await task('statistics_mails');
    expect(await mails()).toEqual([]);
    test.clock.set(new Date(test.clock.now().getTime() + 8 * 86_400_000));
    await task('statistics_mails');
    await task('statistics_mails');
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.payload).toMatchObject({ to: owner.email });
    expect(sent[0]?.payload.subject).toContain('每周销售摘要');
    expect((await call('PUT', '/api/statistics/mails', { every: null })).body.data).toMatchObject({ every: null });
  });

  it('say what the orders of the week come to, compared with the week before', async () => {
    const reader = await merchant(test);
    const { account_id, token } = reader;
    const shop = { account_id, id: await givenStore(test, account_id) };
    const goods = await givenVariant(test, shop);
    await givenPrice(test, account_id, { sku_id: goods.sku_id, channel: slow });
    const daysAgo = (days: number) => new Date(test.clock.now().getTime() - days * 86_400_000);
    const orders = [
      { name: '#91', quantity: 2, placed_at: daysAgo(1) },
      { name: '#92', quantity: 1, placed_at: daysAgo(1) },
      { name: '#93', quantity: 1, placed_at: daysAgo(8) },
    ].map(({ name, quantity, placed_at }) =>
      shopOrder([shopLine(goods, { external_id: name, quantity, unit_price: 2500 })], {
        external_id: name,
        name,
        total: quantity * 2500,
        placed_at,
      }),
    );
    await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, shop, orders, 'api'));
    type Row = { name: string; total: { amount: number }; cost: { total: number }; profit: { amount: number } };
    const rows: Row[] = (await test.call('GET', '/api/shopify_orders', { token })).body.data;
    const summed = (names: string[]) => {
      const sum = (of: (row: Row) => number) =>
        rows.filter(({ name }) => names.includes(name)).reduce((total, row) => total + of(row), 0);
      return {
        Sales: sum(({ total }) => total.amount),
        Orders: sum(() => 1),
        Cost: sum(({ cost }) => cost.total),
        Profit: sum(({ profit }) => profit.amount),
      };
    };
    const [week, before] = [summed(['#91', '#92']), summed(['#93'])];
    expect(week).toMatchObject({ Sales: 7500, Orders: 2 });
    expect(Math.min(week.Cost, week.Profit, before.Cost, before.Profit)).toBeGreaterThan(0);

    await test.call('PUT', '/api/statistics/mails', { token, body: { every: 'week' } });
    test.clock.advance(3 * 86_400_000);
    await task('statistics_mails');
    const [mail] = await sqlRows(test, `SELECT payload FROM outbox WHERE key LIKE 'statistics:${account_id}:%'`);
    const text: string = mail?.payload.text;
    for (const name of ['Sales', 'Orders', 'Cost', 'Profit'] as const) {
      const figure = name === 'Orders' ? String(week[name]) : `${(week[name] / 100).toFixed(2)} USD`;
      const percent = Math.round(((week[name] - before[name]) / before[name]) * 100);
      expect(text.split('\n\n')).toContain(`${name}: ${figure} (+${percent}%)`);
    }
    expect(text).not.toContain('Orders without a cost');
  });
});
