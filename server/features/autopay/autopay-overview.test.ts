import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultStoreSettings } from '#contract/store-rules.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import {
  applyShopOrders,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { nextRunAt } from './autopay-due.ts';

let test: TestApp;
let owner: Person;
let store: string;
const cost = 2_000;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  const { account_id } = owner;
  store = await givenStore(test, account_id, { name: 'Lamps' });
  const goods = await givenVariant(test, { account_id, id: store });
  await givenPrice(test, account_id, { sku_id: goods.sku_id, channel: await givenChannel(test) });
  await inAccount(test, account_id, (ctx) =>
    applyShopOrders(
      ctx,
      { account_id, id: store },
      [1, 2, 3].map((n) => shopOrder([shopLine(goods)], { external_id: String(n), name: `#${n}` })),
      'api',
    ),
  );
  await givenMoney(test, account_id, 2 * cost + 1);
  await sqlRows(
    test,
    `UPDATE stores SET settings = settings || '{"pay_mode": "daily", "pay_at": "09:30"}' WHERE id = '${store}'`,
  );
});
afterAll(() => test.close());

const get = (path: string, token = owner.token) => test.call('GET', path, { token });
const runNow = (key: string, id = store, token = owner.token) =>
  test.call('POST', `/api/autopay/${id}/run`, { token, key, body: {} });

describe('the report of automatic payment', () => {
  it('shows the next run ahead, runs it now, and reports what was looked at, paid and left, and why', {
    tags: ['D9-08'],
  }, async () => {
    const [next] = (await get('/api/autopay/next')).body.data;
    expect(next).toMatchObject({
      store: { id: store, name: 'Lamps' },
      mode: 'daily',
      pay_at: '09:30',
      paused: false,
      considered: 3,
      paid: 2,
      total: 2 * cost,
      available: 2 * cost + 1,
      missing: cost - 1,
      left: [{ reason: 'Not enough in the wallet for this order. Add funds.', count: 1, total: cost }],
    });
    expect(next.next_at).toEqual(expect.stringMatching(/Z$/));
    expect((await get('/api/autopay')).body).toMatchObject({ status: 200, meta: { total: 0 } }); // looking pays nothing

    const done = await runNow('run-lamps-now-1');
    expect(done.body.data).toMatchObject({ considered: 3, paid: 2, total: 2 * cost });
    expect((await runNow('run-lamps-now-1')).body.data).toEqual(done.body.data);
    const { data, meta } = (await get('/api/autopay')).body;
    expect(meta.total).toBe(1);
    expect(data).toMatchObject([
      {
        id: done.body.data.run_id,
        store: { name: 'Lamps' },
        mode: 'now',
        considered: 3,
        paid: 2,
        total: 2 * cost,
        left: [{ count: 1 }],
      },
    ]);
    expect(data[0].by).toEqual(expect.any(String));
    expect(data[0].invoice.number).toMatch(/^INV-\d+$/);
    expect((await get(`/api/stores/${store}/autopay/${data[0].id}`)).body.data).toHaveLength(3);
    expect((await get(`/api/autopay?store_id=${store}`)).body.meta.total).toBe(1);
  });

  it('says so when nothing waits, and when the store is paused', async () => {
    await sqlRows(test, `UPDATE orders SET held = true WHERE store_id = '${store}'`);
    expect(await runNow('run-lamps-now-2')).toMatchObject({ status: 422, body: { code: 'order_not_payable' } });
    await sqlRows(test, `UPDATE orders SET held = false WHERE store_id = '${store}'`);
    await sqlRows(test, `UPDATE stores SET paused = true WHERE id = '${store}'`);
    expect(await runNow('run-lamps-now-3')).toMatchObject({ status: 422 });
    expect((await get('/api/autopay/next')).body.data[0]).toMatchObject({ paused: true, next_at: null });
    await sqlRows(test, `UPDATE stores SET paused = false WHERE id = '${store}'`);
  });

  it('is for the account’s own stores and for who may pay', async () => {
    const other = await merchant(test);
    const viewer = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
    const blind = await merchant(test, { account_id: owner.account_id, role: 'manager', stores: [] });
    expect((await runNow('run-foreign-1', store, other.token)).status).toBe(404);
    expect((await runNow('run-viewer-1', store, viewer.token)).status).toBe(403);
    expect((await runNow('run-blind-01', store, blind.token)).status).toBe(404);
    for (const path of ['/api/autopay', '/api/autopay/next']) {
      expect((await get(path, blind.token)).body.data).toEqual([]);
      expect((await get(path, other.token)).body.data).toEqual([]);
      expect((await test.call('GET', path)).status).toBe(401);
    }
    expect((await get('/api/autopay?store_id=x')).status).toBe(400);
    expect((await test.call('POST', `/api/autopay/${store}/run`, { key: 'run-nobody-1', body: {} })).status).toBe(401);
  });
});

describe('the next run', () => {
  const at = (text: string) => new Date(text);
  const next = (
    settings: Partial<typeof defaultStoreSettings>,
    now: string,
    more: { last?: string; oldest?: string; zone?: string } = {},
  ) =>
    nextRunAt(
      { ...defaultStoreSettings, ...settings },
      {
        now: at(now),
        zone: more.zone ?? 'America/New_York',
        last: more.last === undefined ? null : at(more.last),
        oldest: more.oldest === undefined ? null : at(more.oldest),
      },
    )?.toISOString();

  it('is the time of day in the account’s zone, also where clocks are turned, or the wait of the oldest order', () => {
    const daily = { pay_mode: 'daily', pay_at: '09:30' } as const;
    expect(next(daily, '2026-11-22T14:00:00Z')).toBe('2026-11-22T14:30:00.000Z');
    expect(next(daily, '2026-11-22T15:00:00Z', { last: '2026-11-22T14:30:00Z' })).toBe('2026-11-23T14:30:00.000Z');
    expect(next(daily, '2026-11-22T15:00:00Z')).toBe('2026-11-22T15:00:00.000Z');
    expect(next(daily, '2026-10-31T20:00:00Z', { last: '2026-10-31T13:30:00Z' })).toBe('2026-11-01T14:30:00.000Z');
    expect(next({ pay_mode: 'after_1h' }, '2026-11-22T15:00:00Z')).toBeUndefined();
    expect(next({ pay_mode: 'after_1h' }, '2026-11-22T15:00:00Z', { oldest: '2026-11-22T14:40:00Z' })).toBe(
      '2026-11-22T15:40:00.000Z',
    );
    expect(next({ pay_mode: 'after_24h' }, '2026-11-22T15:00:00Z', { oldest: '2026-11-20T14:40:00Z' })).toBe(
      '2026-11-22T15:00:00.000Z',
    );
    expect(next({ pay_mode: 'manual' }, '2026-11-22T15:00:00Z')).toBeUndefined();
  });
});
