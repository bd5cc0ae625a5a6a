import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderReasons } from '#contract/order-reasons.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { type ActionsStage, actionsStage, importOrder, orderFromShop } from '#testing/order-actions-stage.ts';
import { applyShopOrders, type Channel, givenChannel, givenPrice, inAccount } from '#testing/order-fixtures.ts';
import { merchant } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { cutWaiting } from '#testing/search-tables.ts';
import { bySize } from '#testing/size.ts';
import { cashOf, checkLedger } from '#testing/wallet-fixtures.ts';

let stage: ActionsStage;
let ship: Channel;
beforeAll(async () => {
  stage = await actionsStage();
  ship = await givenChannel(stage.test, 'Ship line');
  const [lamp] = stage.goods; // the other goods have no price by ship
  await givenPrice(stage.test, stage.owner.account_id, { sku_id: lamp.sku_id, channel: ship, unit_price: 650 });
});
afterAll(() => stage.test.close());

const given = (...units: number[]) => importOrder(stage, orderFromShop(stage, units));
async function givenPaid(...units: number[]): Promise<string> {
  const id = await given(...units);
  expect((await stage.pay([id])).status).toBe(200);
  return id;
}
const start = (action: string, mode: string, selection: object, input: object = {}, token = stage.owner.token) =>
  stage.test.call('POST', '/api/bulk', {
    token,
    key: uuid(),
    body: { list: 'orders', action, mode, selection, input },
  });
const jobOf = async (id: string) =>
  (await stage.test.call('GET', `/api/jobs/${id}`, { token: stage.owner.token })).body.data;
async function run(action: string, mode: string, ids: readonly string[], input: object = {}) {
  const { body } = await start(action, mode, { ids }, input);
  await runTasks(stage.test);
  return { id: body.data.id as string, ...(await jobOf(body.data.id)).result };
}
const rowsOf = async (id: string) =>
  (await stage.test.call('GET', `/api/bulk/${id}/rows?per_page=200`, { token: stage.owner.token })).body.data;
const cash = () => cashOf(stage.test, stage.owner.account_id);

describe('actions on many orders', () => {
  it('say before orders are held how many of them are packed', async () => {
    const [open, packed] = [await givenPaid(1), await givenPaid(1)];
    await stage.work(packed, 'pack');
    const found = await run('hold', 'dry_run', [open, packed]);
    expect(found).toMatchObject({ ok: 2, ways: [{ way: 'packed', count: 1, money: null }] });
    expect(await run('hold', 'dry_run', [open])).toMatchObject({ ok: 1, ways: [] });
  });

  it('cancel what can be, give back what was paid, ask for what is being prepared, and say so before', {
    tags: ['D9-05'],
  }, async () => {
    const full = await cash();
    const unpaid = [await given(2), await given(1, 1)];
    const [paid, bought, packed] = [await givenPaid(2), await givenPaid(1), await givenPaid(1)];
    const spent = full - (await cash());
    await stage.work(bought, 'buy');
    await stage.work(packed, 'pack');
    const ids = [...unpaid, paid, bought, packed];
    const refund = (await stage.get(paid)).cost.total;
    const ways = [
      { way: 'asked', count: 1, money: null },
      { way: 'cancelled', count: 2, money: null },
      { way: 'refunded', count: 1, money: { amount: refund, currency: 'USD' } },
    ];
    const dry = await run('cancel', 'dry_run', ids);
    const reasons = [{ code: 'order_action_refused', reason: orderReasons.packed, count: 1 }];
    expect(dry).toMatchObject({ ok: 4, refused: 1, ways, reasons });
    expect(full - (await cash())).toBe(spent);

    // who gives no reason cancels what needs none; the rest is done again with one
    expect(await run('cancel', 'commit', [bought])).toMatchObject({ ok: 0, reasons: [{ code: 'invalid_input' }] });
    const done = await run('cancel', 'commit', ids, { reason: 'Season is over' });
    expect(done).toMatchObject({ ok: 4, refused: 1, ways, reasons });
    expect(await rowsOf(done.id)).toMatchObject([
      ...unpaid.map((id) => ({ id, ok: true, way: 'cancelled', money: null })),
      { id: paid, ok: true, way: 'refunded', money: { amount: refund, currency: 'USD' } },
      { id: bought, ok: true, way: 'asked' },
      { id: packed, ok: false, reason: orderReasons.packed },
    ]);
    expect(full - (await cash())).toBe(spent - refund);
    for (const id of [...unpaid, paid]) expect(await stage.get(id)).toMatchObject({ stage: 'cancelled', blocks: [] });
    expect(await stage.get(bought)).toMatchObject({ cancel_request: { status: 'open', reason: 'Season is over' } });
    const bell = (await stage.test.call('GET', '/api/notifications', { token: stage.agent.token })).body.data;
    expect(bell).toMatchObject([{ event: 'staff_cancel_asked', params: { order: (await stage.get(bought)).name } }]);
    expect(await run('cancel', 'commit', ids, { reason: 'Again' })).toMatchObject({ ok: 0, refused: 5 });
    expect((await checkLedger(stage.test, stage.owner.account_id)).ok).toBe(true);
    const audits = await sqlRows(
      stage.test,
      `SELECT action FROM audit_log WHERE entity_id IN ('${ids.join("','")}') AND action LIKE 'orders.%cancel%' ORDER BY 1`,
    );
    expect(audits.map(({ action }) => action)).toEqual([
      ...Array.from({ length: 3 }, () => 'orders.cancel'),
      'orders.request_cancel',
    ]);
  });

  it('send unpaid orders by another channel, and say by how much they cost more or less', {
    tags: ['D9-05'],
  }, async () => {
    const [one, two, mixed, paid] = [await given(1), await given(3), await given(1, 1), await givenPaid(1)];
    const ids = [one, two, mixed, paid];
    const sum = async () => (await stage.get(one)).cost.total + (await stage.get(two)).cost.total;
    const before = await sum();
    const dry = await run('channel', 'dry_run', ids, { channel_id: ship.id });
    expect(dry).toMatchObject({
      ok: 2,
      refused: 2,
      ways: [{ way: 'changed', count: 2, money: { amount: 4 * 150, currency: 'USD' } }],
    });
    expect(dry.reasons.map(({ code }: { code: string }) => code)).toEqual(['channel_not_offered', 'order_paid']);
    expect(await sum()).toBe(before);
    const done = await run('channel', 'commit', ids, { channel_id: ship.id });
    expect(done).toMatchObject({ ok: 2, refused: 2, ways: dry.ways });
    expect(await sum()).toBe(before + 600);
    expect(await stage.get(two)).toMatchObject({ channel: { id: ship.id }, stage: 'awaiting_payment' });
    expect(await run('channel', 'dry_run', [one], { channel_id: ship.id })).toMatchObject({
      reasons: [{ code: 'channel_already' }],
    });
    expect(await run('channel', 'commit', [one, two], { channel_id: null })).toMatchObject({ ok: 2 });
    expect(await sum()).toBe(before);
    expect((await start('channel', 'dry_run', { ids }, {})).body.code).toBe('invalid_input');
  });

  it('pay as one invoice by the drawer, which says per order what it costs or why it is left out', {
    tags: ['D9-05'],
  }, async () => {
    const [one, two, wrong] = [await given(1), await given(1, 1), await given(1)];
    await run('hold', 'commit', [wrong]);
    const { body } = await stage.test.call('POST', '/api/invoices/checkout', {
      token: stage.owner.token,
      body: { order_ids: [one, two, wrong] },
    });
    expect(body.data.payable).toMatchObject([
      { order_id: one, cost: (await stage.get(one)).cost },
      { order_id: two, cost: (await stage.get(two)).cost },
    ]);
    expect(body.data.refused).toMatchObject([{ order_id: wrong, reason: expect.stringMatching(/hold/) }]);
    const paid = await stage.pay([one, two]);
    expect(paid.body.data).toMatchObject({ orders: 2, total: body.data.total });
    const [billed] = await sqlRows(
      stage.test,
      `SELECT count(DISTINCT invoice_id)::int AS n FROM invoice_orders WHERE order_id IN ('${one}', '${two}')`,
    );
    expect(billed).toEqual({ n: 1 });
    // no action of a run pays: an action per order would be an invoice per order (record 0023)
    expect((await start('pay', 'dry_run', { ids: [one] })).body.code).toBe('bulk_invalid');
  });

  it('are for who may, and touch nobody else’s', async () => {
    const id = await given(1);
    const viewer = await merchant(stage.test, { account_id: stage.owner.account_id, role: 'viewer' });
    const stranger = await merchant(stage.test);
    for (const [action, input] of [
      ['cancel', {}],
      ['channel', { channel_id: ship.id }],
    ] as const) {
      expect((await start(action, 'commit', { ids: [id] }, input, viewer.token)).status).toBe(403);
      const foreign = await start(action, 'dry_run', { ids: [id] }, input, stranger.token);
      expect(foreign.body.data.result).toMatchObject({ ok: 0, reasons: [{ code: 'not_found' }] });
    }
    expect((await stage.get(id)).stage).toBe('awaiting_payment');
  });
});

describe('a run over many orders', () => {
  it('stops one order by a fault of its own, and does the others of its group', async () => {
    const before = await cash();
    const [good, broken, other] = [await givenPaid(1), await givenPaid(1), await givenPaid(1)];
    const setCredited = (sum: string) =>
      sqlRows(
        stage.test,
        `UPDATE invoices SET credited = ${sum} WHERE id = (SELECT invoice_id FROM invoice_orders WHERE order_id = '${broken}')`,
      );
    await setCredited('total'); // as if all of it had been given back: the table refuses more
    const done = await run('cancel', 'commit', [good, broken, other]);
    expect(done).toMatchObject({ ok: 2, refused: 1 });
    expect((await stage.get(broken)).stage).toBe('processing');
    await setCredited('0');
    const { body } = await stage.test.call('POST', `/api/bulk/${done.id}/retry`, {
      token: stage.owner.token,
      key: uuid(),
    });
    await runTasks(stage.test);
    expect((await jobOf(body.data.id)).result).toMatchObject({ ok: 1, refused: 0 });
    expect(await cash()).toBe(before);
  });

  it('does a group again when the database was lost in its middle, each order once', async () => {
    const many = bySize(60, 600);
    const ids: string[] = [];
    for (let n = 0; n < many; n += 1) ids.push(await given(1));
    const last = ids.toSorted().at(-1) ?? '';
    const { body } = await start('hold', 'commit', { ids });
    await inAccount(stage.test, stage.owner.account_id, async (ctx) => {
      await ctx.db.selectFrom('orders').select('id').where('id', '=', last).forUpdate().execute();
      const cut = runTasks(stage.test, { tolerant: true });
      await cutWaiting(stage.test);
      await cut;
    });
    const payload = JSON.stringify({ account_id: stage.owner.account_id, id: body.data.id });
    await sqlRows(stage.test, `SELECT enqueue_task('bulk_run', '${payload}', NULL, NULL, NULL, 3)`);
    await runTasks(stage.test);
    expect(await jobOf(body.data.id)).toMatchObject({
      state: 'done',
      progress: many,
      result: { ok: many, refused: 0 },
    });
    const events = await sqlRows(
      stage.test,
      `SELECT order_id, count(*)::int AS n FROM order_events WHERE kind = 'held' AND order_id IN ('${ids.join("','")}') GROUP BY order_id`,
    );
    expect(events.map(({ n }) => n)).toEqual(ids.map(() => 1));
  });

  it('goes beside payments and the shop’s news about the same orders, and each ends in one state', async () => {
    const fromShop = Array.from({ length: 40 }, () => orderFromShop(stage, [1]));
    const ids: string[] = [];
    for (const order of fromShop) ids.push(await importOrder(stage, order));
    const { body } = await start('hold', 'commit', { ids });
    const news = fromShop
      .toReversed()
      .map((order) => ({ ...order, note: 'news', updated_at: new Date('2026-11-21T09:00:00Z') }));
    const half = ids.filter((_, n) => n % 2 === 0).toReversed();
    const pays = [half.slice(0, 10), half.slice(10)].map((some) => stage.pay(some));
    const [answers] = await Promise.all([
      Promise.all(pays),
      runTasks(stage.test),
      inAccount(stage.test, stage.owner.account_id, (ctx) => applyShopOrders(ctx, stage.store, news, 'api')),
    ]);
    for (const { status } of answers) expect([200, 422]).toContain(status);
    expect(await jobOf(body.data.id)).toMatchObject({ state: 'done', result: { ok: 40, refused: 0 } });
    const states = await sqlRows(
      stage.test,
      `SELECT DISTINCT stage, payment, held FROM orders WHERE id IN ('${ids.join("','")}')`,
    );
    for (const { stage: at, payment, held } of states)
      expect([at, payment, held]).toEqual(
        payment === 'paid' ? ['processing', 'paid', true] : ['imported', 'none', true],
      );
  });
});
