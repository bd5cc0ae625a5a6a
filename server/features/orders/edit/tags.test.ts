import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderLayouts } from '#contract/order-layouts.ts';
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
import { runTasks } from '#testing/run-tasks.ts';
import { eraseRecipients } from '../privacy/erase.service.ts';

let test: TestApp;
let owner: Person;
let store: string;
let ids: Record<string, string>;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  const { account_id } = owner;
  store = await givenStore(test, account_id);
  const goods = await givenVariant(test, { account_id, id: store });
  await givenPrice(test, account_id, { sku_id: goods.sku_id, channel: await givenChannel(test) });
  const lines = [shopLine(goods), shopLine(null, { external_id: 'line-2', requires_shipping: false, title: 'Card' })];
  await inAccount(test, account_id, (ctx) =>
    applyShopOrders(
      ctx,
      { account_id, id: store },
      [1, 2, 3].map((n) => shopOrder(lines, { external_id: String(n), name: `#${n}`, tags: n === 1 ? ['VIP'] : [] })),
      'api',
    ),
  );
  const { data } = (await list()).body;
  ids = Object.fromEntries(data.map((order: { name: string; id: string }) => [order.name, order.id]));
});
afterAll(() => test.close());

const list = (query = '') => test.call('GET', `/api/shopify_orders?${query}`, { token: owner.token });
const names = async (query: string) =>
  (await list(query)).body.data.map((order: { name: string }) => order.name).toSorted();
const one = async (name: string) =>
  (await test.call('GET', `/api/shopify_orders/${ids[name]}`, { token: owner.token })).body.data;

async function bulk(action: string, input: object, which: string[], mode = 'commit', token = owner.token) {
  const selection = { ids: which.map((name) => ids[name]) };
  const body = { list: 'orders', action, mode, selection, input };
  const started = await test.call('POST', '/api/bulk', { token, key: uuid(), body });
  if (started.status !== 200) return started;
  await runTasks(test);
  return test.call('GET', `/api/jobs/${started.body.data.id}`, { token });
}
const result = async (...asked: Parameters<typeof bulk>) => (await bulk(...asked)).body.data.result;

/** What a migration does to rows as they stood before it. */
async function upgradeBy(ending: string): Promise<void> {
  const migrations = 'server/db/migrations';
  const file = readdirSync(migrations).find((name) => name.endsWith(ending));
  const upgrade = new pg.Client({ connectionString: test.url });
  await upgrade.connect();
  await upgrade.query(`BEGIN; ${readFileSync(join(migrations, String(file)), 'utf8')}; COMMIT`);
  await upgrade.end();
}

describe('tags and notes on many orders', () => {
  it('gives and takes tags of the merchant’s own, and leaves those of the shop', async () => {
    expect(await result('tag', {}, ['#1', '#2'], 'dry_run')).toMatchObject({ ok: 2, refused: 0 });
    expect(await result('tag', {}, ['#1'])).toMatchObject({ ok: 0, reasons: [{ code: 'invalid_input' }] });
    expect(await result('tag', { tag: 'Call first' }, ['#1', '#2'])).toMatchObject({ ok: 2 });
    expect(await result('tag', { tag: 'call FIRST' }, ['#2'])).toMatchObject({ ok: 1 });
    expect(await names('tag=call%20first')).toEqual(['#1', '#2']);
    expect(await result('untag', { tag: 'vip' }, ['#1'])).toMatchObject({ ok: 1 });
    expect(await result('untag', { tag: 'call first' }, ['#1'])).toMatchObject({ ok: 1 });
    expect((await one('#1')).tags).toEqual([{ tag: 'VIP', own: false }]);
    for (let n = 0; n < 19; n += 1) await result('tag', { tag: `t${n}` }, ['#2']);
    expect(await result('tag', { tag: 'one more' }, ['#2'])).toMatchObject({
      ok: 0,
      reasons: [{ reason: 'An order can have up to 20 of your own tags. Remove one first.' }],
    });
  });

  it('writes a note, and forgets it with the buyer whom it may name', async () => {
    expect(await result('note', { note: 'Ada rings twice' }, ['#1', '#3'])).toMatchObject({ ok: 2 });
    expect((await one('#1')).note).toBe('Ada rings twice');
    expect(await result('note', { note: '' }, ['#1'])).toMatchObject({ ok: 1 });
    expect((await one('#1')).note).toBeNull();
    const which = { storeId: store, externalIds: ['3'] };
    await inAccount(test, owner.account_id, (ctx) => eraseRecipients(ctx, which));
    expect((await one('#3')).note).toBeNull();
  });

  it('takes orders out of what we send, and back', async () => {
    expect((await one('#1')).stage).toBe('awaiting_payment');
    expect(await result('not_ours', {}, ['#1', '#2'])).toMatchObject({ ok: 2 });
    expect(await one('#1')).toMatchObject({ stage: 'self_fulfilled', cost: null });
    const delivered = async () => {
      const { data, meta } = (await list('tab=delivered')).body;
      return [data.length, meta?.counts?.delivered ?? 0];
    };
    expect(await delivered()).toEqual([0, 0]);
    // as they stood before such orders had a state of their own: the upgrade moves them, and the counters with them
    await sqlRows(test, `UPDATE orders SET stage = 'closed' WHERE id = '${ids['#1']}'`);
    expect(await delivered()).toEqual([1, 1]);
    await upgradeBy('_self_fulfilled.sql');
    expect(await delivered()).toEqual([0, 0]);
    expect(await one('#1')).toMatchObject({ stage: 'self_fulfilled' });
    expect(await result('not_ours', {}, ['#1'], 'dry_run')).toMatchObject({ reasons: [{ code: 'not_ours_already' }] });
    expect(await result('ours', {}, ['#1', '#2'])).toMatchObject({ ok: 2 });
    expect(await one('#1')).toMatchObject({ stage: 'awaiting_payment', cost: { total: 2000 } });
    await sqlRows(test, `UPDATE orders SET payment = 'paid', stage = 'processing' WHERE id = '${ids['#2']}'`);
    expect(await result('not_ours', {}, ['#2'])).toMatchObject({ ok: 0, refused: 1 });
  });

  it('costs nothing once its store ships it or cancels it unpaid, also where it kept its cost before', async () => {
    const { account_id } = owner;
    const goods = await givenVariant(test, { account_id, id: store }, { external_id: '91', sku: 'SKU-91' });
    await givenPrice(test, account_id, { sku_id: goods.sku_id, channel: await givenChannel(test) });
    const place = (more: object) =>
      inAccount(test, account_id, (ctx) =>
        applyShopOrders(
          ctx,
          { account_id, id: store },
          ['8', '9'].map((n) => shopOrder([shopLine(goods)], { external_id: n, name: `#${n}`, ...more })),
          'api',
        ),
      );
    await place({});
    for (const { name, id } of (await list()).body.data) ids[name] = id;
    expect(await one('#8')).toMatchObject({ stage: 'awaiting_payment', cost: { total: 2000 } });
    const spent = async () =>
      (
        await sqlRows(
          test,
          `SELECT sum(s.goods + s.freight)::int AS cost, sum(s.profit)::int AS profit, sum(s.no_cost)::int AS no_cost
           FROM orders o CROSS JOIN statistics_of_order(o) s WHERE o.id IN ('${ids['#8']}', '${ids['#9']}')`,
        )
      )[0];
    expect(await spent()).toMatchObject({ cost: 4000 });
    const unitCosts = () => sqlRows(test, `SELECT unit_cost FROM order_lines WHERE order_id = '${ids['#8']}'`);
    const later = new Date(test.clock.now().getTime() + 60_000);
    await place({ fulfillment_status: 'fulfilled', updated_at: later });
    const nothing = { stage: 'self_fulfilled', cost: null, profit: null, channel: null, days: null, due: null };
    expect(await one('#8')).toMatchObject(nothing);
    expect(await unitCosts()).toEqual([{ unit_cost: null }]);
    expect(await spent()).toEqual({ cost: 0, profit: 0, no_cost: 0 });
    // as they stood before
    await sqlRows(
      test,
      `UPDATE orders SET cost_goods = 1500, cost_freight = 500, cost_fees = 0, cost_total = 2000, cost_own_stock = 0, cost_currency = 'USD',
       ready_days = 1, days_min = 5, days_max = 9 WHERE id IN ('${ids['#8']}', '${ids['#9']}')`,
    );
    await sqlRows(test, `UPDATE order_lines SET unit_cost = 1500 WHERE order_id = '${ids['#8']}'`);
    expect(await spent()).toMatchObject({ cost: 4000 });
    await upgradeBy('_cost_of_ended_orders.sql');
    expect(await one('#8')).toMatchObject(nothing);
    expect(await unitCosts()).toEqual([{ unit_cost: null }]);
    expect(await spent()).toEqual({ cost: 0, profit: 0, no_cost: 0 });
    await place({
      financial_status: 'voided',
      fulfillment_status: 'unfulfilled',
      updated_at: new Date(later.getTime() + 1),
    });
    expect(await one('#9')).toMatchObject({ stage: 'cancelled', cost: null, profit: null });
  });

  it('says why an order cannot be read again', async () => {
    await sqlRows(test, `UPDATE stores SET status = 'disconnected' WHERE id = '${store}'`);
    expect(await result('read_again', {}, ['#1'], 'dry_run')).toMatchObject({
      reasons: [{ code: 'store_not_connected' }],
    });
    await sqlRows(test, `UPDATE stores SET status = 'connected', platform = 'file' WHERE id = '${store}'`);
    expect(await result('read_again', {}, ['#1'])).toMatchObject({
      ok: 0,
      reasons: [{ reason: expect.stringContaining('file') }],
    });
    await sqlRows(test, `UPDATE stores SET platform = 'shopify' WHERE id = '${store}'`);
  });

  it('is for who may edit orders, and touches nobody else’s', async () => {
    const viewer = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
    expect((await bulk('tag', { tag: 'x' }, ['#1'], 'commit', viewer.token)).status).toBe(403);
    const other = await merchant(test);
    expect((await bulk('note', { note: 'x' }, ['#1'], 'commit', other.token)).body.data.result).toMatchObject({
      ok: 0,
      reasons: [{ code: 'not_found' }],
    });
    expect((await one('#1')).note).toBeNull();
  });
});

describe('a file of orders', () => {
  async function file(asked: { list: string; columns: readonly string[] }): Promise<string[][]> {
    const body = { ...asked, format: 'csv', query: { q: '#1' } };
    const made = await test.call('POST', '/api/exports', { token: owner.token, body });
    const link = await test.call('POST', `/api/files/${made.body.data.result.file_id}/link`, { token: owner.token });
    const { payload } = await test.app.fastify.inject({ method: 'GET', url: link.body.data.url });
    return payload
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(','));
  }

  it('is written for accounting, an assistant and profit, by order and by line', { tags: ['D9-07'] }, async () => {
    await sqlRows(test, `UPDATE orders SET paid_at = '2026-11-21T09:00:00Z' WHERE id = '${ids['#1']}'`);
    const { accounting, assistant, profit } = orderLayouts;
    const [heads, row] = await file({ list: 'orders', columns: profit.order });
    expect(heads).toEqual(expect.arrayContaining(['Order', 'Order total', 'Products', 'Shipping', 'Cost', 'Profit']));
    expect(heads).not.toContain('Tracking number');
    expect(row?.[heads?.indexOf('Profit') ?? -1]).toBe('19.98');
    expect(row?.[heads?.indexOf('Cost') ?? -1]).toBe('20.00');

    const book = await file({ list: 'order_lines', columns: [...accounting.order, ...accounting.line] });
    expect(book).toHaveLength(3); // a head and two lines of one order
    expect(book[0]).toEqual(expect.arrayContaining(['Invoice', 'Goods of a unit', 'Units of the line']));
    const at = book[0]?.indexOf('Goods of a unit') ?? -1;
    expect([book[1]?.[0], book[1]?.[at], book[2]?.[at]]).toEqual(['#1', '5.00', '']);

    const [forAssistant] = await file({ list: 'orders', columns: assistant.order });
    expect(forAssistant).toEqual(expect.arrayContaining(['Status', 'Blocked by', 'Tracking number', 'Note']));
    expect(forAssistant?.some((head) => /Cost|Sale|Profit|currency/.test(head))).toBe(false);
    const lines = await file({ list: 'order_lines', columns: [...assistant.order, ...assistant.line] });
    expect(lines.map((cells) => cells[lines[0]?.indexOf('Product') ?? -1])).toEqual(['Product', 'Lamp', 'Card']);
  });
});
