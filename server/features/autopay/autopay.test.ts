import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultStoreSettings, type StoreSettings } from '#contract/store-rules.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows, enqueueTask } from '#testing/sql-rows.ts';
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
import { runTasks } from '#testing/run-tasks.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { lockStore } from './autopay.db.ts';
import { dueSince } from './autopay-due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const hour = 3_600_000;
/** What an order of these tests costs: two pieces of 5.00, 2.00 and 8.00 of freight. */
const cost = 2_000;

/** A merchant with a store whose orders can be paid, and so much money. */
async function stageOf(money: number, settings: Partial<StoreSettings>) {
  const owner = await merchant(test);
  const { account_id } = owner;
  const store = await givenStore(test, account_id);
  const goods = await givenVariant(test, { account_id, id: store });
  await givenPrice(test, account_id, { sku_id: goods.sku_id, channel: await givenChannel(test) });
  if (money > 0) await givenMoney(test, account_id, money);
  await set(owner, store, settings);
  let number = 0;
  const order = async () => {
    number += 1;
    const line = shopLine(goods, { external_id: `l${number}` });
    const shown = shopOrder([line], { external_id: `7${number}`, name: `#${number}` });
    await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, { account_id, id: store }, [shown], 'api'));
    const { body } = await get(owner, `/api/shopify_orders?store_id=${store}&per_page=50`);
    return body.data.find((one: { name: string }) => one.name === `#${number}`).id as string;
  };
  return { owner, store, order };
}
const get = (person: Person, path: string) => test.call('GET', path, { token: person.token });
async function set(owner: Person, store: string, change: Partial<StoreSettings>) {
  const path = `/api/stores/${store}/settings`;
  const { version } = (await get(owner, path)).body.data;
  const body = { settings: { ...defaultStoreSettings, ...change }, version };
  expect(await test.call('PUT', path, { token: owner.token, body })).toMatchObject({ status: 200 });
  await runTasks(test);
}
async function sweep() {
  await enqueueTask(test, 'autopay_sweep');
  await runTasks(test);
}
const stageOfOrder = async (owner: Person, id: string) =>
  (await get(owner, `/api/shopify_orders/${id}`)).body.data.stage;
const runsOf = async (owner: Person, store: string) => (await get(owner, `/api/stores/${store}/autopay`)).body;

describe('paying by itself', () => {
  it('pays orders that wait an hour: one invoice, a row per order, a notification', { tags: ['D1-04'] }, async () => {
    const { owner, store, order } = await stageOf(100_000, { pay_mode: 'after_1h' });
    const [first, second] = [await order(), await order()];
    await sweep();
    expect(await stageOfOrder(owner, first)).toBe('awaiting_payment');
    test.clock.advance(hour);
    const young = await order();
    await sweep();
    expect(await stageOfOrder(owner, first)).toBe('processing');
    expect(await stageOfOrder(owner, young)).toBe('awaiting_payment');
    const { data, meta } = await runsOf(owner, store);
    expect(meta.total).toBe(1);
    expect(data[0]).toMatchObject({ mode: 'after_1h', paid: 2, refused: 0, no_balance: 0, total: 2 * cost });
    expect(data[0].invoice.number).toMatch(/^INV-\d+$/);
    const { body } = await get(owner, `/api/stores/${store}/autopay/${data[0].id}`);
    expect(body.data).toMatchObject([
      { order_id: first, name: '#1', outcome: 'paid', reason: null, total: cost },
      { order_id: second, name: '#2', outcome: 'paid' },
    ]);
    const bell = (await get(owner, '/api/notifications')).body.data;
    expect(bell).toMatchObject([{ event: 'autopay_paid' }]);
    await sweep();
    expect((await runsOf(owner, store)).meta.total).toBe(1);
  });

  it('pays the oldest as far as the balance reaches, says why the rest was left, and says it once', async () => {
    const { owner, store, order } = await stageOf(cost + 1, { pay_mode: 'after_24h' });
    const [first, second] = [await order(), await order()];
    test.clock.advance(24 * hour);
    await sweep();
    expect([await stageOfOrder(owner, first), await stageOfOrder(owner, second)]).toEqual([
      'processing',
      'awaiting_payment',
    ]);
    const [run] = (await runsOf(owner, store)).data;
    expect(run).toMatchObject({ paid: 1, no_balance: 1, total: cost });
    const { body } = await get(owner, `/api/stores/${store}/autopay/${run.id}`);
    expect(body.data[1]).toMatchObject({ outcome: 'no_balance', reason: expect.stringContaining('Add funds') });
    expect((await get(owner, '/api/notifications')).body.data).toMatchObject([{ event: 'autopay_left' }]);
    await sweep();
    expect((await runsOf(owner, store)).meta.total).toBe(1);
    await givenMoney(test, owner.account_id, cost);
    await sweep();
    expect(await stageOfOrder(owner, second)).toBe('processing');
  });

  it('pays nothing of a paused store, of one that pays manually, or of orders with a block or on hold', {
    tags: ['D1-05'],
  }, async () => {
    const { owner, store, order } = await stageOf(100_000, { pay_mode: 'after_1h', price_guard_pct: 0 });
    const [held, risky, good] = [await order(), await order(), await order()];
    const path = `/api/shopify_orders/${held}`;
    const { version } = (await get(owner, path)).body.data;
    await test.call('POST', `${path}/hold`, { token: owner.token, body: { held: true, version } });
    await sqlRows(test, `UPDATE orders SET risk = 'cancel' WHERE id = '${risky}'`); // no webhook reported it yet
    test.clock.advance(hour);
    const pause = (paused: boolean) =>
      test.call('POST', `/api/stores/${store}/pause`, { token: owner.token, body: { paused } });
    await pause(true);
    const late = await order(); // orders still arrive
    await sweep();
    expect((await runsOf(owner, store)).meta.total).toBe(0);
    await pause(false);
    await set(owner, store, {});
    await sweep();
    expect((await runsOf(owner, store)).meta.total).toBe(0);
    await sqlRows(
      test,
      `UPDATE orders SET stage = 'awaiting_payment', stage_since = '2026-01-01' WHERE id = '${risky}'`,
    );
    await sqlRows(test, `UPDATE stores SET settings = settings || '{"pay_mode": "after_1h"}' WHERE id = '${store}'`);
    await sweep();
    const stages = await Promise.all([held, risky, good, late].map((id) => stageOfOrder(owner, id)));
    expect(stages).toEqual(['imported', 'imported', 'processing', 'awaiting_payment']);
    const [run] = (await runsOf(owner, store)).data;
    expect(run).toMatchObject({ paid: 1, refused: 1 });
  });

  it('pays an order once, whoever else pays it at the same moment', async () => {
    const { owner, store, order } = await stageOf(100_000, { pay_mode: 'after_1h' });
    const id = await order();
    test.clock.advance(hour);
    const byHand = test.call('POST', '/api/invoices', {
      token: owner.token,
      key: 'the-same-moment-1',
      body: { order_ids: [id], expected_total: cost },
    });
    await Promise.all([byHand, sweep()]);
    expect(await sqlRows(test, `SELECT 1 FROM invoice_orders WHERE order_id = '${id}'`)).toHaveLength(1);
    expect(await stageOfOrder(owner, id)).toBe('processing');
    expect((await runsOf(owner, store)).data.every((run: { paid: number }) => run.paid <= 1)).toBe(true);
  });

  it('keeps nobody from writing to the orders of its store while it runs', async () => {
    const { owner, store, order } = await stageOf(0, {});
    const ref = { account_id: owner.account_id, id: store };
    await inAccount(test, owner.account_id, async (ctx) => {
      expect(await lockStore(ctx, ref)).toMatchObject({ status: 'connected' });
      // an order looks at its store when it is written; waiting here, a cancellation and a run would wait for each other
      const written = order().then(() => 'written');
      expect(await Promise.race([written, sleep(4_000, 'waits')])).toBe('written');
    });
  });

  it('shows its runs only to the account and the store they belong to', async () => {
    const { owner, store, order } = await stageOf(100_000, { pay_mode: 'after_1h' });
    await order();
    test.clock.advance(hour);
    await sweep();
    const [run] = (await runsOf(owner, store)).data;
    const other = await merchant(test);
    const blind = await merchant(test, { account_id: owner.account_id, role: 'manager', stores: [] });
    for (const person of [other, blind])
      for (const path of [`/api/stores/${store}/autopay`, `/api/stores/${store}/autopay/${run.id}`])
        expect(await get(person, path)).toMatchObject({ status: 404 });
    expect(await test.call('GET', `/api/stores/${store}/autopay`)).toMatchObject({ status: 401 });
    expect(await test.call('GET', `/api/stores/${store}/autopay/${run.id}`)).toMatchObject({ status: 401 });
  });
});

describe('the daily time', () => {
  const settings = { pay_mode: 'daily', pay_at: '09:30' } as const;
  const due = (now: string, last: string | null, zone = 'America/New_York') =>
    dueSince(settings, { now: new Date(now), zone, last: last === null ? null : new Date(last) }) !== null;

  it('comes once per day of the account’s zone, also when nobody looked at that minute', { tags: ['D1-04'] }, () => {
    expect(due('2026-11-22T14:29:00Z', null)).toBe(false); // 09:29 there
    expect(due('2026-11-22T14:30:00Z', null)).toBe(true);
    expect(due('2026-11-22T20:00:00Z', '2026-11-21T14:30:00Z')).toBe(true);
    expect(due('2026-11-22T20:00:00Z', '2026-11-22T14:30:00Z')).toBe(false);
    expect(due('2026-11-22T20:00:00Z', '2026-11-22T13:00:00Z')).toBe(true); // looked before the time was set
    expect(due('2026-11-23T01:00:00Z', '2026-11-22T14:30:00Z')).toBe(false); // still the 22nd there
  });

  it('is one time on the days when clocks are turned', () => {
    const runs: string[] = [];
    for (const day of ['2026-03-07', '2026-03-08', '2026-11-01']) {
      let last: string | null = null;
      for (let minute = 0; minute < 26 * 60; minute += 5) {
        const now = new Date(Date.parse(`${day}T05:00:00Z`) + minute * 60_000).toISOString();
        if (!due(now, last)) continue;
        runs.push(`${day} ${now}`);
        last = now;
      }
    }
    expect(runs.filter((run) => run.startsWith('2026-03-08'))).toHaveLength(1);
    expect(runs.filter((run) => run.startsWith('2026-11-01'))).toHaveLength(1);
  });
});
