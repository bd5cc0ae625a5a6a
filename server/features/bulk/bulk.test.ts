import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orderReasons } from '#contract/order-reasons.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { analyse, sqlRows } from '#testing/sql-rows.ts';
import { planOf } from '#testing/explain.ts';
import { applyShopOrders, givenStore, inAccount, shopLine, shopOrder } from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { pageStatement } from './bulk.db.ts';

let test: TestApp;
let owner: Person;
let store: string;
let ids: string[];
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const many = 12;

beforeEach(async () => {
  owner = await merchant(test);
  store = await givenStore(test, owner.account_id);
  const orders = Array.from({ length: many }, (_, n) =>
    shopOrder([shopLine(null)], {
      external_id: String(n),
      name: `#${1000 + n}`,
      placed_at: new Date(Date.UTC(2026, 10, 20, 8, n)),
      // the last two were cancelled, and cannot be held
      ...(n >= many - 2 && { cancelled_at: new Date('2026-11-20T10:00:00Z') }),
    }),
  );
  await inAccount(test, owner.account_id, (ctx) =>
    applyShopOrders(ctx, { account_id: owner.account_id, id: store }, orders, 'api'),
  );
  ids = (await test.call('GET', '/api/shopify_orders?per_page=50', { token: owner.token })).body.data.map(
    (order: { id: string }) => order.id,
  );
});

type Asked = { action?: string; mode?: string; selection?: object; input?: object; list?: string };
const run = (asked: Asked, options: { key?: string; token?: string } = {}) =>
  test.call('POST', '/api/bulk', {
    token: options.token ?? owner.token,
    key: options.key ?? uuid(),
    body: { list: 'orders', action: 'hold', mode: 'dry_run', selection: { ids }, ...asked },
  });
const rowsOf = (id: string, query = '', token = owner.token) =>
  test.call('GET', `/api/bulk/${id}/rows?${query}`, { token });
const job = async (id: string) => (await test.call('GET', `/api/jobs/${id}`, { token: owner.token })).body.data;
const held = () =>
  sqlRows(test, `SELECT count(*)::int AS n FROM orders WHERE held AND account_id = '${owner.account_id}'`);
const events = () =>
  sqlRows(
    test,
    `SELECT count(*)::int AS n FROM order_events WHERE kind = 'held' AND account_id = '${owner.account_id}'`,
  );

describe('a bulk action', () => {
  it('is tried first, runs as a job with a result per row, and does the refused ones again', {
    tags: ['D0-07'],
  }, async () => {
    const dry = await run({});
    expect(dry.body.data).toMatchObject({
      state: 'done',
      result: {
        mode: 'dry_run',
        ok: 10,
        refused: 2,
        reasons: [{ code: 'order_action_refused', reason: orderReasons.cancelled, count: 2 }],
      },
    });
    expect(await held()).toEqual([{ n: 0 }]);

    // what the trial found possible, and nothing else
    const commit = await run({ mode: 'commit', selection: { run: dry.body.data.id }, input: { reason: 'inventory' } });
    expect(commit.body.data).toMatchObject({ kind: 'bulk', state: 'queued' });
    // meanwhile a colleague releases nothing, but one of them is cancelled in the shop
    await sqlRows(test, `UPDATE orders SET stage = 'cancelled' WHERE id = '${ids.at(-1)}'`);
    await runTasks(test);
    const { id } = commit.body.data;
    expect(await job(id)).toMatchObject({
      state: 'done',
      progress: 10,
      total: 10,
      result: { mode: 'commit', ok: 9, refused: 1, reasons: [{ code: 'order_action_refused', count: 1 }] },
    });
    expect(await held()).toEqual([{ n: 9 }]);
    const refused = await rowsOf(id, 'outcome=refused');
    expect(refused.body.data).toEqual([
      {
        id: ids.at(-1),
        name: '#1000',
        ok: false,
        code: 'order_action_refused',
        reason: orderReasons.cancelled,
        way: null,
        money: null,
      },
    ]);
    expect((await rowsOf(id, 'per_page=4')).body.meta).toMatchObject({ total: 10, counts: { ok: 9, refused: 1 } });
    expect((await rowsOf(id, 'page=-3&per_page=0')).body.meta).toMatchObject({ page: 1, per_page: 1 });
    expect((await rowsOf(id, 'page=126&per_page=200')).body.code).toBe('page_too_deep');

    await sqlRows(test, `UPDATE orders SET stage = 'imported' WHERE id = '${ids.at(-1)}'`);
    const again = await test.call('POST', `/api/bulk/${id}/retry`, { token: owner.token, key: uuid() });
    await runTasks(test);
    expect(await job(again.body.data.id)).toMatchObject({ result: { ok: 1, refused: 0 } });
    expect(await held()).toEqual([{ n: 10 }]);
  });

  it('takes all that match the filters of the list, also beyond a page', async () => {
    const dry = await run({ selection: { query: { tab: 'all', q: '10' } } });
    await runTasks(test);
    expect((await job(dry.body.data.id)).result).toMatchObject({ ok: 10, refused: 2 });
    const commit = await run({ mode: 'commit', selection: { query: { store_id: store } } });
    await runTasks(test);
    expect((await job(commit.body.data.id)).result).toMatchObject({ ok: 10, refused: 2 });
    const [two = '', one = ''] = ids.slice(-2);
    const but = await run({ action: 'release', selection: { query: { tab: 'on_hold' }, except: [one, two] } });
    await runTasks(test);
    expect((await job(but.body.data.id)).result).toMatchObject({ ok: 8, refused: 0 });
    const release = await run({ action: 'release', mode: 'commit', selection: { query: { tab: 'on_hold' } } });
    await runTasks(test);
    expect((await job(release.body.data.id)).result).toMatchObject({ ok: 10, refused: 0 });
    expect(await held()).toEqual([{ n: 0 }]);
  });

  it('happens once under one key, also when both calls come at once', { tags: ['D0-08'] }, async () => {
    const key = uuid();
    const [one, two] = await Promise.all([run({ mode: 'commit' }, { key }), run({ mode: 'commit' }, { key })]);
    expect(one.body.data.id).toBe(two.body.data.id);
    await Promise.all([runTasks(test), runTasks(test)]);
    await run({ mode: 'commit' }, { key });
    await runTasks(test);
    expect([await held(), await events()]).toEqual([[{ n: 10 }], [{ n: 10 }]]);
    expect(await run({ mode: 'commit', action: 'release' }, { key })).toMatchObject({
      body: { code: 'idempotency_mismatch' },
    });
  });

  it('goes on where it was interrupted, and does nothing twice', async () => {
    const { body } = await run({ mode: 'commit' });
    const { account_id } = owner;
    const payload = { account_id, id: body.data.id };
    await runTasks(test);
    // a worker that died behind the fifth row: the marks of the others, and the end, were never written
    await sqlRows(
      test,
      `UPDATE orders SET held = false WHERE id IN (SELECT row_id FROM bulk_rows WHERE job_id = '${payload.id}' AND position > 5)`,
    );
    await sqlRows(
      test,
      `UPDATE bulk_rows SET ok = NULL, code = NULL, reason = NULL WHERE job_id = '${payload.id}' AND position > 5`,
    );
    await sqlRows(test, `UPDATE jobs SET state = 'running' WHERE id = '${payload.id}'`);
    const before = await events();
    await sqlRows(test, `SELECT enqueue_task('bulk_run', '${JSON.stringify(payload)}', NULL, NULL, NULL, 3)`);
    await runTasks(test);
    expect(await held()).toEqual([{ n: 10 }]);
    const after = await events();
    const redone = await sqlRows(
      test,
      `SELECT count(*)::int AS n FROM bulk_rows WHERE job_id = '${payload.id}' AND position > 5 AND ok`,
    );
    expect(Number(after[0]?.n) - Number(before[0]?.n)).toBe(redone[0]?.n);
    expect(await job(payload.id)).toMatchObject({ state: 'done', result: { ok: 10, refused: 2 } });
  });

  it('is for those who may: the right, the stores and the action are asked again when it runs', async () => {
    const { account_id } = owner;
    const viewer = await merchant(test, { account_id, role: 'viewer' });
    expect(await run({}, { token: viewer.token })).toMatchObject({ status: 403 });
    const elsewhere = await merchant(test, {
      account_id,
      role: 'operations',
      stores: [await givenStore(test, account_id)],
    });
    const blind = await run({}, { token: elsewhere.token });
    expect(blind.body.data.result).toMatchObject({ ok: 0, refused: 12, reasons: [{ code: 'not_found', count: 12 }] });
    const stranger = await merchant(test);
    expect((await run({ mode: 'commit' }, { token: stranger.token })).status).toBe(200);
    await runTasks(test);
    expect(await held()).toEqual([{ n: 0 }]);

    const leaver = await merchant(test, { account_id, role: 'operations' });
    await run({ mode: 'commit' }, { token: leaver.token });
    await sqlRows(test, `UPDATE memberships SET status = 'removed' WHERE user_id = '${leaver.user_id}'`);
    await runTasks(test);
    expect(await held()).toEqual([{ n: 0 }]);
    const [ended] = await sqlRows(test, `SELECT state, error FROM jobs WHERE created_by = '${leaver.user_id}'`);
    expect(ended).toMatchObject({ state: 'failed', error: expect.stringContaining('access') });
  });

  it('refuses what it does not know, and shows a run to nobody else', async () => {
    expect(await run({ action: 'explode' })).toMatchObject({ status: 422, body: { code: 'bulk_invalid' } });
    expect(await run({ selection: { query: { tab: 'nowhere' } } })).toMatchObject({ status: 422 });
    expect(await run({ input: { reason: 7 } })).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expect(await run({ selection: { ids: [] } })).toMatchObject({ status: 422 });
    expect(await run({ mode: 'commit', selection: { run: uuid() } })).toMatchObject({ status: 404 });
    const { id } = (await run({})).body.data;
    expect(await run({ action: 'release', mode: 'commit', selection: { run: id } })).toMatchObject({
      body: { code: 'bulk_invalid' },
    });
    const colleague = await merchant(test, { account_id: owner.account_id });
    const stranger = await merchant(test);
    for (const { token } of [colleague, stranger]) {
      expect((await rowsOf(id, '', token)).status).toBe(404);
      expect((await test.call('POST', `/api/bulk/${id}/retry`, { token, key: uuid() })).status).toBe(404);
      expect((await run({ mode: 'commit', selection: { run: id } }, { token })).status).toBe(404);
    }
    expect(await test.call('POST', `/api/bulk/${id}/retry`, { token: owner.token, key: uuid() })).toMatchObject({
      body: { code: 'bulk_invalid' },
    });
    expect((await test.call('POST', '/api/bulk', { body: {} })).status).toBe(401);
  });

  it('reads its rows by their index', async () => {
    const { id } = (await run({})).body.data;
    const { account_id } = owner;
    // among thousands of rows of another run, as the planner would see them
    const other: string = (await run({})).body.data.id;
    await sqlRows(
      test,
      `INSERT INTO bulk_rows (account_id, job_id, position, row_id, name, ok, code, reason)
       SELECT '${account_id}', '${other}', 1000 + n, gen_random_uuid(), '#' || n, false, 'held', 'It is on hold.' FROM generate_series(1, 3000) n`,
    );
    await analyse(test);
    const statement = pageStatement({ account_id, id }, 'refused', { offset: 0, limit: 20 });
    expect(await planOf(test, { account_id }, statement)).not.toMatch(/Seq Scan/);
  });
});
