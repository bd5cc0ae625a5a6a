import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryFor } from '#server/db/context.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { merchant, type Person } from '#testing/people.ts';
import { tablesWith } from '#testing/search-tables.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';
import { canonical, type Json } from './comparison-signing.ts';
import { lastTurn } from './comparisons.jobs.ts';
import { receivePrivacyRequest } from '#server/features/privacy/index.ts';
// oxlint-disable-next-line no-explicit-any -- tests look into answers freely
type Loose = any;

let stage: StoreStage;
let owner: Person;
const domain = 'proof.myshopify.com';
let store: string;
let variantId: string;
/** Ids at the shop, oldest first: three a day over ten days. */
let ids: string[];

const buyer = {
  first_name: 'Zebulon',
  last_name: 'Quartermain',
  address1: '77 Nightingale Row',
  city: 'York',
  zip: 'YO1',
  country_code: 'GB',
};

beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
  await stage.shops.createShop({
    domain,
    name: 'Proof',
    timezone: 'America/New_York',
    products: [{ title: 'Cup', variants: [{ values: [], sku: 'CUP', price: 900 }] }],
  });
  variantId = (await stage.shops.products(domain))[0]?.variants[0]?.id ?? '';
  const now = stage.test.clock.now().getTime();
  const placed = await stage.shops.insertOrders(
    domain,
    Array.from({ length: 30 }, (_, at) => ({
      lines: [{ variantId, quantity: 2 }],
      address: buyer,
      createdAt: new Date(now - (30 - at) * 8 * 3_600_000),
      financialStatus: 'PAID' as const,
    })),
  );
  ids = placed.map(({ id }) => id);
  store = await stage.connect(owner, domain);
});
afterAll(() => stage.close());

const system = () => entryFor(stage.test.ground, { kind: 'system', name: 'test' }, 'test');
const tick = (seconds: number) => stage.test.clock.advance(seconds * 1000);
const get = async (path: string, token = owner.token) => (await stage.test.call('GET', path, { token })).body;
const start = (body: object = {}, token = owner.token) =>
  stage.test.call('POST', '/api/comparisons', { token, body: { store_id: store, ...body } });

/** Compares now, and answers what was found. */
async function compare(body: object = {}) {
  tick(120); // what the shop changed in the last minute is on its way by itself
  const begun = await start(body);
  expect(begun).toMatchObject({ status: 200, body: { data: { state: 'running', report: null } } });
  await stage.run(stage.kit());
  const { id } = begun.body.data;
  const comparison = (await get(`/api/comparisons/${id}`)).data;
  const findings = (await get(`/api/comparison_findings?comparison_id=${id}&per_page=200`)).data;
  return { ...comparison, findings };
}
const order = async (externalId: string) =>
  (
    await sqlRows(
      stage.test,
      `SELECT id, stage, deleted_in_shop_at, cancelled_at, (SELECT sum(current_quantity)::int FROM order_lines l WHERE l.order_id = o.id) AS units,
         (SELECT address1 FROM order_recipients r WHERE r.order_id = o.id) AS address1
       FROM orders o WHERE external_id = '${externalId}'`,
    )
  )[0];

describe('a comparison', () => {
  it('of a store that has everything says so, by day, in a signed report', async () => {
    const done = await compare();
    expect(done).toMatchObject({
      cause: 'asked',
      state: 'done',
      zone: 'America/New_York',
      shop_orders: 30,
      our_orders: 30,
      found: 0,
      healed: 0,
      failure: null,
      findings: [],
      job: { state: 'done', result: { shop_orders: 30 } },
      report: { number: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    const { file, file_name } = (await get(`/api/comparisons/${done.id}/report`)).data;
    expect(file_name).toMatch(/^comparison-1_\d{4}-\d\d-\d\d\.json$/);
    const days = file.report.days.filter((day: { shop: { orders: number } }) => day.shop.orders > 0);
    expect(days.length).toBeGreaterThanOrEqual(10);
    for (const day of file.report.days) expect(day.ours).toEqual(day.shop);
    expect(new Set(days.map((day: { shop: { set: string } }) => day.shop.set)).size).toBe(days.length);
    expect(JSON.stringify(file)).not.toMatch(/Quartermain|Nightingale|YO1/);
  });

  it('finds and heals what webhooks and looks cannot: an order swapped for another with equal counts, a lost change of quantity, of address, a deleted order, a new one', {
    tags: ['D1-09'],
  }, async () => {
    const [swapped = '', fewer = '', moved = '', deleted = '', unseen = ''] = ids;
    const other = await stage.shops.swapOrder(domain, swapped);
    const line = (await stage.shops.order(domain, fewer))?.lines[0]?.id ?? '';
    await stage.shops.editUnseen(domain, fewer, { quantities: { [line]: 1 } }, { keepTime: true });
    await stage.shops.editUnseen(domain, moved, { address: { ...buyer, address1: '1 New Lane' } }, { keepTime: true });
    await stage.shops.editUnseen(domain, unseen, { note: 'ring twice' });
    await stage.shops.setFault(domain, { kind: 'hook_lost', mode: 'always' });
    await stage.shops.deleteOrder(domain, deleted);
    const placed = await stage.shops.placeOrder(domain, { lines: [{ variantId, quantity: 5 }], address: buyer });
    await stage.shops.clearFaults(domain);
    const hidden = await order(unseen);

    const done = await compare();
    expect(done).toMatchObject({ state: 'done', shop_orders: 30, our_orders: 30, found: 7, healed: 7 });
    const found = Object.fromEntries(
      done.findings.map(({ external_id, kind, differs, outcome }: Record<string, unknown>) => [
        external_id,
        { kind, differs, outcome },
      ]),
    );
    const healed = (kind: string, differs: string[] = []) => ({ kind, differs, outcome: 'healed' });
    expect(found).toEqual({
      [other]: healed('missing'),
      [swapped]: healed('extra'),
      [fewer]: healed('different', ['quantities']),
      [moved]: healed('different', ['address']),
      [unseen]: healed('different', ['updated']),
      [deleted]: healed('extra'),
      [placed.id]: healed('missing'),
    });
    expect(await order(other)).toMatchObject({ units: 2, deleted_in_shop_at: null });
    expect(await order(swapped)).toMatchObject({ stage: 'cancelled', deleted_in_shop_at: expect.any(Date) });
    expect(await order(deleted)).toMatchObject({ stage: 'cancelled', deleted_in_shop_at: expect.any(Date) });
    expect(await order(fewer)).toMatchObject({ units: 1 });
    expect(await order(moved)).toMatchObject({ address1: '1 New Lane' });
    expect(await order(placed.id)).toMatchObject({ units: 5 });
    expect(hidden).toMatchObject({ units: 2 });
    ids = [...ids.filter((id) => id !== swapped && id !== deleted), other, placed.id];

    const { file } = (await get(`/api/comparisons/${done.id}/report`)).data;
    expect(file.report.totals).toEqual({ shop_orders: 30, our_orders: 30, found: 7, healed: 7 });
    expect(file.report.findings).toHaveLength(7);
    for (const day of file.report.days) expect(day.ours).toEqual(day.shop);
    // The count alone had seen nothing: on the first look the swapped day was equal in number and unequal in its set.
    const before = file.report.days.flatMap((day: Loose) => (day.before ? [day.before] : []));
    expect(before.some((day: Loose) => day.shop.orders === day.ours.orders && day.shop.set !== day.ours.set)).toBe(
      true,
    );
    // And the next one finds nothing more; the deleted ones are known.
    expect(await compare()).toMatchObject({ shop_orders: 30, our_orders: 30, found: 0, findings: [] });
  });

  it('brings a deleted order back when the shop has it again, and tells deletions that webhooks bring', async () => {
    const placed = await stage.shops.placeOrder(domain, { lines: [{ variantId, quantity: 1 }], address: buyer });
    await stage.shops.settled(domain);
    await stage.run();
    expect(await order(placed.id)).toMatchObject({ stage: 'imported', deleted_in_shop_at: null });
    tick(60);
    await stage.shops.deleteOrder(domain, placed.id);
    await stage.shops.settled(domain);
    await stage.run();
    expect(await order(placed.id)).toMatchObject({ stage: 'cancelled', deleted_in_shop_at: expect.any(Date) });
    expect(await compare()).toMatchObject({ found: 0, shop_orders: 30, our_orders: 30 });
    const [first = ''] = ids;
    await system().run('all_accounts', ({ db, now }) =>
      db.updateTable('orders').set({ deleted_in_shop_at: now }).where('external_id', '=', first).execute(),
    );
    expect(await compare()).toMatchObject({ found: 1, healed: 1, our_orders: 30 });
    expect(await order(first)).toMatchObject({ deleted_in_shop_at: null });
  });

  it('leaves an erased buyer erased: neither found different nor fetched again', async () => {
    const [erased = ''] = ids;
    await system().run('all_accounts', (ctx) =>
      receivePrivacyRequest(ctx, {
        topic: 'customers/redact',
        store: { account_id: owner.account_id, id: store, name: 'Proof' },
        orders: [erased],
        email: null,
        reinstalled: false,
      }),
    );
    expect(await compare()).toMatchObject({ found: 0, shop_orders: 30, our_orders: 30 });
    expect(await order(erased)).toMatchObject({ address1: null });
  });

  it('compares the asked days only, and refuses those that the shop does not show', async () => {
    const day = (ago: number) =>
      new Date(stage.test.clock.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    const done = await compare({ from: day(4), to: day(3) });
    expect(done.shop_orders).toBeGreaterThan(3);
    expect(done.shop_orders).toBeLessThan(8);
    expect(done).toMatchObject({ from: day(4), to: day(3), found: 0 });
    for (const body of [{ from: day(90) }, { to: day(-3) }, { from: day(3), to: day(4) }])
      expect(await start(body)).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expect(await start({ from: 'yesterday' })).toMatchObject({ status: 422 });
  });

  it('leaves an order that the shop changes meanwhile to the next one', async () => {
    const begun = await start();
    tick(5);
    const line = (await stage.shops.order(domain, ids[7] ?? ''))?.lines[0]?.id ?? '';
    await stage.shops.editUnseen(domain, ids[7] ?? '', { quantities: { [line]: 1 } });
    await stage.run(stage.kit());
    const { data } = await get(`/api/comparisons/${begun.body.data.id}`);
    expect(data).toMatchObject({ state: 'done', shop_orders: 29, our_orders: 29, found: 0 });
    expect(await compare()).toMatchObject({ shop_orders: 30, found: 1, healed: 1 });
  });
});

describe('a run', () => {
  it('is never beside another of the same store, and goes on where a dead worker left it', async () => {
    tick(120);
    const [first, second] = await Promise.all([start(), start()]);
    const running = [first, second].map(({ body }) => body.data?.id ?? body.code);
    expect(new Set(running.filter((one) => one !== 'conflict')).size).toBe(1);
    const id = running.find((one) => one !== 'conflict');
    // The shop breaks off in the middle: what was compared stays.
    await stage.shops.setFault(domain, { kind: 'server_error', mode: 'probability', p: 0.9, seed: 3 });
    await stage.run(stage.kit());
    await stage.shops.clearFaults(domain);
    expect((await get(`/api/comparisons/${id}`)).data).toMatchObject({ state: 'running' });
    tick(3_600);
    await stage.test.app.tasks.comparisons_plan?.(system(), {});
    await stage.run(stage.kit());
    expect((await get(`/api/comparisons/${id}`)).data).toMatchObject({ state: 'done', shop_orders: 30, found: 0 });
    expect(await sqlRows(stage.test, 'SELECT 1 FROM comparison_days')).toEqual([]);
  });

  it('that another one took over writes nothing more', async () => {
    tick(120);
    const { id } = (await start()).body.data;
    const kit = stage.kit();
    const slow = {
      ...kit,
      shopify: {
        ...kit.shopify,
        census: {
          ...kit.shopify.census,
          async *marks(...args: Parameters<typeof kit.shopify.census.marks>) {
            await system().run('all_accounts', ({ db }) =>
              db.updateTable('comparisons').set({ runner: store }).where('id', '=', id).execute(),
            );
            yield* kit.shopify.census.marks(...args);
          },
        },
      },
    };
    await stage.run(slow);
    expect((await get(`/api/comparisons/${id}`)).data).toMatchObject({ state: 'running', report: null });
    expect(await sqlRows(stage.test, 'SELECT 1 FROM comparison_days')).toEqual([]);
    tick(3_600);
    await stage.test.app.tasks.comparisons_plan?.(system(), {});
    await stage.run(kit);
    expect((await get(`/api/comparisons/${id}`)).data).toMatchObject({ state: 'done' });
  });

  it('ends with a sentence when the shop is closed, and is refused when it is not connected', async () => {
    tick(120);
    const { id } = (await start()).body.data;
    await stage.shops.setFault(domain, { kind: 'frozen', mode: 'always' });
    await stage.run(stage.kit());
    expect((await get(`/api/comparisons/${id}`)).data).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('Shopify has closed the store'),
      job: { state: 'failed' },
    });
    await stage.proveRefusals();
    await stage.shops.clearFaults(domain);
    expect(await start()).toMatchObject({ status: 422, body: { code: 'store_not_connected' } });
    tick(3_700);
    await stage.test.app.tasks.stores_probe?.(system(), {});
    await stage.run(stage.kit());
    expect(await compare()).toMatchObject({ state: 'done' });
  });

  it('happens by itself once a night of the shop, each store at its own minute', async () => {
    const before = (await get(`/api/comparisons?store_id=${store}`)).meta.total;
    const plan = () => stage.test.app.tasks.comparisons_plan?.(system(), {});
    tick(86_400);
    await plan();
    await plan();
    const { data, meta } = await get(`/api/comparisons?store_id=${store}`);
    expect(meta.total).toBe(before + 1);
    expect(data[0]).toMatchObject({ cause: 'daily', state: 'running' });
    await stage.run(stage.kit());
    await plan();
    expect((await get(`/api/comparisons?store_id=${store}`)).meta.total).toBe(before + 1);
    const at = new Date('2026-11-21T12:00:00Z');
    const turns = Array.from({ length: 60 }, (_, n) => lastTurn(`00${(n * 70_001).toString(16)}`, 'Asia/Tokyo', at));
    expect(new Set(turns.map(Number)).size).toBeGreaterThan(40);
    for (const turn of turns) expect([16, 17, 18, 19].includes(turn.getUTCHours())).toBe(true); // one to five in Tokyo
  });
});

describe('a report', () => {
  const latest = async () => (await get(`/api/comparisons?store_id=${store}`)).data.find((one: Loose) => one.report);
  const verify = (file: object) => stage.test.call('POST', '/api/comparisons/verify', { body: file });

  it('is signed, names the one before it, is kept for good, and can be verified by whoever holds it', {
    tags: ['D1-10'],
  }, async () => {
    const comparison = await latest();
    const { file } = (await get(`/api/comparisons/${comparison.id}/report`)).data;
    expect((await get(`/api/comparisons/${comparison.id}/verify`)).data).toMatchObject({
      valid: true,
      problem: null,
      number: comparison.report.number,
      store: domain,
    });
    expect(file.report.previous).toMatch(/^[0-9a-f]{64}$/);
    // Without a log-in, and however its JSON was written down meanwhile.
    const rewritten = JSON.parse(
      JSON.stringify({ ...file, report: Object.fromEntries(Object.entries(file.report).reverse()) }),
    );
    expect((await verify(rewritten)).body.data).toMatchObject({ valid: true, kept: true, problem: null });
    const changed = structuredClone(file);
    changed.report.totals.our_orders += 1;
    expect((await verify(changed)).body.data).toMatchObject({ valid: false, problem: 'changed', kept: false });
    expect((await verify({ ...file, signature: 'x' })).body.data).toMatchObject({ valid: false, problem: 'changed' });
    expect(await verify({ report: {} })).toMatchObject({ status: 422 });
    // Neither role of the application can change or remove one.
    for (const role of ['tradewind_app', 'tradewind_desk']) {
      const client = await stage.test.pool.connect();
      try {
        for (const statement of ['UPDATE comparison_reports SET number = 9', 'DELETE FROM comparison_reports']) {
          await client.query('BEGIN');
          await client.query(`SET LOCAL ROLE ${role}`);
          await expect(client.query(statement)).rejects.toThrow(/permission denied|append-only/);
          await client.query('ROLLBACK');
        }
      } finally {
        client.release();
      }
    }
  });

  it('of another installation is not taken for one of this', async () => {
    const foreign = await merchant(stage.test);
    const { comparisonKeys, hashOf, signText } = await import('./comparison-signing.ts');
    const keys = comparisonKeys({ id: 'k', bytes: Buffer.alloc(32, 9) });
    const report: Json = { number: 1, account: foreign.account_id };
    const text = canonical(report);
    const file = { report, hash: hashOf(text), public_key: keys.publicKey, signature: signText(keys, text) };
    expect((await verify(file)).body.data).toMatchObject({ valid: false, problem: 'foreign' });
  });

  it('of every comparison follows the one before, without a gap', async () => {
    const rows = await sqlRows(stage.test, 'SELECT number, previous, hash FROM comparison_reports ORDER BY number');
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, n) => n + 1));
    for (const [n, row] of rows.entries()) expect(row.previous).toBe(rows[n - 1]?.hash ?? null);
  });
});

it('is nobody else’s: foreign and hidden comparisons are not found, nobody starts one without the right', async () => {
  const stranger = await merchant(stage.test);
  const hidden = await merchant(stage.test, { account_id: owner.account_id, role: 'manager', stores: [] });
  const viewer = await merchant(stage.test, { account_id: owner.account_id, role: 'viewer' });
  const [{ id }] = (await get('/api/comparisons')).data;
  for (const { token } of [stranger, hidden]) {
    for (const path of [`/api/comparisons/${id}`, `/api/comparisons/${id}/report`, `/api/comparisons/${id}/verify`])
      expect(await stage.test.call('GET', path, { token })).toMatchObject({ status: 404 });
    expect((await get('/api/comparisons', token)).data).toEqual([]);
    expect((await get('/api/comparison_findings', token)).data).toEqual([]);
    expect(await start({}, token)).toMatchObject({ status: 404 });
  }
  expect((await get(`/api/comparisons/${id}`, viewer.token)).data).toMatchObject({ id });
  expect(await start({}, viewer.token)).toMatchObject({ status: 403 });
  const reported = await tablesWith(stage.test, 'Nightingale');
  expect(reported.filter((table) => table.startsWith('comparison') || table === 'audit_log')).toEqual([]);
});
