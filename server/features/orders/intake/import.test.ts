import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { givenStore, givenVariant, inAccount, shopLine, shopOrder } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { orderFilesOf } from '#testing/order-files.ts';
import { cutWaiting } from '#testing/search-tables.ts';
import { bySize } from '#testing/size.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { applyShopOrders } from './apply.service.ts';

const sample = readFileSync(new URL('../../../../testing/data/shopify-orders-export.csv', import.meta.url));

let test: TestApp;
let owner: Person;
let files: ReturnType<typeof orderFilesOf>;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  files = orderFilesOf(test, owner);
});
afterAll(() => test.close());

const upload: typeof files.upload = (...file) => files.upload(...file);
const start: typeof files.start = (...body) => files.start(...body);
const run: typeof files.run = (body) => files.run(body);
const download: typeof files.download = (id) => files.download(id);
const many = bySize(420, 50_000);
const listOf = async (store: string) =>
  (await test.call('GET', `/api/shopify_orders?store_id=${store}&per_page=50`, { token: owner.token })).body.data;

/** What the bell tells last. */
const newest = async () => (await test.call('GET', '/api/notifications', { token: owner.token })).body.data[0];

describe('orders from a file', () => {
  it('are tried out without leaving a trace', async () => {
    const store_id = await givenStore(test, owner.account_id, { platform: 'file' });
    const job = await run({ file_id: await upload(sample), store_id, mode: 'dry_run' });
    expect(job).toMatchObject({
      state: 'done',
      result: {
        format: 'shopify',
        rows: 11,
        orders: 8,
        created: 7,
        bad_orders: 1,
        problems_total: 1,
        committed: false,
      },
    });
    expect(job.result.problems).toEqual([
      {
        row: 9,
        column: 'Lineitem quantity',
        code: 'not_a_quantity',
        message: '“two” isn’t a quantity. Enter a whole number from 1 to 100,000.',
      },
    ]);
    expect(await listOf(store_id)).toEqual([]);
  });

  it('come in whole or not at all when broken rows stop the import', async () => {
    const store_id = await givenStore(test, owner.account_id, { platform: 'file' });
    const job = await run({ file_id: await upload(sample), store_id, mode: 'commit', bad_rows: 'stop' });
    expect(job.result).toMatchObject({ committed: false, bad_orders: 1 });
    expect(await newest()).toMatchObject({
      event: 'import_failed',
      params: { reason: expect.stringContaining('problems') },
    });
    expect(await listOf(store_id)).toEqual([]);
  });

  it('come in once, however often the file comes, when broken rows are skipped', async () => {
    const store_id = await givenStore(test, owner.account_id, { platform: 'file' });
    const file_id = await upload(sample);
    const first = await run({ file_id, store_id, mode: 'commit', bad_rows: 'skip' });
    expect(first).toMatchObject({ progress: 7, total: 7, result: { created: 7, committed: true, bad_orders: 1 } });
    expect(await newest()).toMatchObject({
      event: 'import_incomplete',
      params: { file: 'orders.csv', orders: 8, bad: 1 },
      link: '/order/index',
    });
    const again = await run({ file_id, store_id, mode: 'commit', bad_rows: 'skip' });
    expect(again.result).toMatchObject({ created: 0, updated: 0, unchanged: 7 });
    const rows = await listOf(store_id);
    expect(rows).toHaveLength(7);
    expect(rows.find((order: { name: string }) => order.name === '#3001')).toMatchObject({
      source: 'file',
      customer: '陈美玲',
      country: 'CN',
      lines: 2,
      units: 3,
      total: { amount: 6470, currency: 'USD' },
    });
    expect(rows.find((order: { name: string }) => order.name === '#3006').stage).toBe('cancelled');
    expect(
      rows
        .find((order: { name: string }) => order.name === '#3008')
        .blocks.map((block: { code: string }) => block.code),
    ).toContain('ADDRESS_INCOMPLETE');
  });

  it('hand back the rows with mistakes, each with what is wrong, to be corrected and brought in', async () => {
    const store_id = await givenStore(test, owner.account_id, { platform: 'file' });
    const mapping = { order_name: 'No', placed_at: 'Date', line_title: 'Thing', line_quantity: 'Pcs' };
    const rows = [
      'No,Date,Thing,Pcs',
      'C-1,2026-11-02,Lamp,2',
      'C-2,2026-11-02,=1+1,two',
      'C-2,,Vase,1',
      ',2026-11-02,Cup,1',
    ];
    const body = { store_id, mapping, bad_rows: 'skip' };
    const file_id = await upload(rows.join('\n'), 'mine.csv');
    const tried = (await run({ ...body, file_id, mode: 'dry_run' })).result.bad_file;
    const { result } = await run({ ...body, file_id, mode: 'commit' });
    expect(result).toMatchObject({ created: 1, bad_orders: 2, bad_file: { name: 'mine-to-correct.csv' } });
    const given = await download(result.bad_file.id);
    expect(given).toBe(await download(tried.id));
    expect(given.replace(/^\uFEFF/, '').split('\r\n')).toEqual([
      'No,Date,Thing,Pcs,What is wrong',
      `C-2,2026-11-02,'=1+1,two,"Pcs: “two” isn’t a quantity. Enter a whole number from 1 to 100,000."`,
      'C-2,,Vase,1,"This row is fine, but another row of its order has a problem."',
      ',2026-11-02,Cup,1,No: This row doesn’t say which order it belongs to. Enter the order name.',
      '',
    ]);

    // corrected in place, and known again by its other columns
    const next = await upload(given.replace(',two,', ',2,').replace('\r\n,2026', '\r\nC-3,2026'), 'again.csv');
    const look = await test.call('POST', '/api/shopify_orders/import/look', {
      token: owner.token,
      body: { file_id: next, store_id },
    });
    expect(look.body.data).toMatchObject({ remembered: true, mapping });
    const again = await run({ ...body, file_id: next, mode: 'commit' });
    expect(again.result).toMatchObject({ created: 2, bad_orders: 0, bad_file: null });
    const colleague = await merchant(test, { account_id: owner.account_id });
    const link = `/api/files/${result.bad_file.id}/link`;
    expect((await test.call('POST', link, { token: colleague.token })).status).toBe(404);
  });

  it(`come in once when ${many} rows are cut off in their middle and done again`, async () => {
    const store_id = await givenStore(test, owner.account_id, { platform: 'file' });
    const mapping = { order_name: 'No', placed_at: 'Date', line_title: 'Thing', line_quantity: 'Pcs', name: 'To' };
    const table = Array.from({ length: many }, (_, n) => `D-${n},2026-11-02,Lamp,${n === 7 ? 'x' : 1},Ada ${n}`);
    const file_id = await upload(['No,Date,Thing,Pcs,To', ...table].join('\n'), 'many.csv');
    const started = await start({ file_id, store_id, mapping, mode: 'commit', bad_rows: 'skip' });
    const { id } = started.body.data;
    // the second batch meets a row that somebody holds, and its connection ends there
    await inAccount(test, owner.account_id, async (ctx) => {
      const orders = [shopOrder([shopLine(null)], { external_id: 'D-300', name: 'D-300' })];
      await applyShopOrders(ctx, { account_id: owner.account_id, id: store_id }, orders, 'file');
      const cut = runTasks(test, { tolerant: true });
      await cutWaiting(test);
      await cut;
      throw new Error('nothing of this stays');
    }).catch(() => undefined);
    const [so] = await sqlRows(test, `SELECT state, progress, so_far FROM jobs WHERE id = '${id}'`);
    expect(so).toMatchObject({ progress: 200, so_far: { done: 200, created: 200 } });
    await sqlRows(
      test,
      `SELECT enqueue_task('order_import', '${JSON.stringify({ account_id: owner.account_id, id })}', NULL, NULL, NULL, 3)`,
    );
    await runTasks(test);
    const { body: job } = await test.call('GET', `/api/jobs/${id}`, { token: owner.token });
    expect(job.data).toMatchObject({
      state: 'done',
      progress: many - 1,
      result: { created: many - 1, unchanged: 0, bad_orders: 1, committed: true },
    });
    const [counted] = await sqlRows(test, `SELECT count(*)::int AS n FROM orders WHERE store_id = '${store_id}'`);
    expect(counted).toEqual({ n: many - 1 });
  });

  it('meet the shop’s own orders in a connected store', async () => {
    const store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
    const lamp = await givenVariant(test, store, { sku: 'MOON-20' });
    await inAccount(test, owner.account_id, (ctx) =>
      applyShopOrders(
        ctx,
        store,
        [shopOrder([shopLine(lamp)], { external_id: '6100000000302', name: '#3002' })],
        'api',
      ),
    );
    const job = await run({ file_id: await upload(sample), store_id: store.id, mode: 'commit', bad_rows: 'skip' });
    expect(job.result).toMatchObject({ created: 6, unchanged: 1 });
    const rows = await listOf(store.id);
    expect(rows.filter((order: { name: string }) => order.name === '#3002')).toMatchObject([
      { source: 'api', customer: 'Ada Miller' },
    ]);
  });

  it('come from any table by a mapping', async () => {
    const store_id = await givenStore(test, owner.account_id, { platform: 'file' });
    const mapping = { order_name: 'No', placed_at: 'Date', line_title: 'Thing', line_quantity: 'Pcs' };
    const file_id = await upload('No;Date;Thing;Pcs\nB-1;2026-11-02;Lamp;2\nB-1;;Vase;1\n', 'mine.csv');
    expect((await run({ file_id, store_id, mapping, mode: 'commit' })).result).toMatchObject({
      format: 'mapped',
      created: 1,
      committed: true,
    });
    expect(await listOf(store_id)).toMatchObject([{ name: 'B-1', units: 3 }]);
  });

  it('fail with a sentence when the file is none of ours', async () => {
    const store_id = await givenStore(test, owner.account_id, { platform: 'file' });
    const job = await run({ file_id: await upload('hello\nworld\n'), store_id, mode: 'dry_run' });
    expect(job).toMatchObject({ state: 'failed' });
    expect(job.failure).toMatch(/^The columns don’t match a known export/);
  });

  it('need a right, a store and a file of one’s own', async () => {
    const store_id = await givenStore(test, owner.account_id, { platform: 'file' });
    const file_id = await upload(sample);
    const body = { file_id, store_id, mode: 'commit' };
    const stranger = await merchant(test);
    const theirs = await givenStore(test, stranger.account_id, { platform: 'file' });
    expect((await start(body, '')).status).toBe(401);
    expect(
      (await start(body, (await merchant(test, { account_id: owner.account_id, role: 'viewer' })).token)).status,
    ).toBe(403);
    expect((await start(body, (await staff(test, 'warehouse')).token)).status).toBe(403);
    expect((await start(body, stranger.token)).status).toBe(404);
    expect((await start({ ...body, store_id: theirs })).status).toBe(404);
    expect((await start({ ...body, store_id: theirs }, stranger.token)).status).toBe(404);
    expect((await start({ ...body, mode: 'maybe' })).status).toBe(422);
    expect((await test.call('POST', '/api/shopify_orders/import', { token: owner.token, body })).status).toBe(400);
    const scoped = await merchant(test, {
      account_id: owner.account_id,
      role: 'operations',
      stores: [await givenStore(test, owner.account_id)],
    });
    expect((await start(body, scoped.token)).status).toBe(404);
  });
});

describe('a table of another system', () => {
  const look = async (file_id: string, store_id: string, token = owner.token) =>
    test.call('POST', '/api/shopify_orders/import/look', { token, body: { file_id, store_id } });
  const table = (rows: string) =>
    Buffer.from(
      `Numéro de commande;Date de commande;Produit;Quantité;Destinataire;Adresse;Code postal;Ville;Pays\n${rows}`,
      'latin1',
    );

  it('is matched by its titles, corrected, read in its encoding and dates, and remembered for the next file', {
    tags: ['D8-06'],
  }, async () => {
    const store_id = await givenStore(test, owner.account_id, { platform: 'file' });
    const address = 'Jörg Müller;Lange Straße 7;10115;Berlin;DE';
    const file_id = await upload(
      table(`B-1;03/10/2026;Lampe;2;${address}\nB-2;04/10/2026;=1+1;zwei;${address}\n`),
      'bestellungen.csv',
    );
    const seen = (await look(file_id, store_id)).body.data;
    expect(seen).toMatchObject({
      format: 'mapped',
      remembered: false,
      mapping: {
        order_name: 'Numéro de commande',
        placed_at: 'Date de commande',
        line_quantity: 'Quantité',
        address1: 'Adresse',
      },
      dates: { reading: null, ambiguous: true },
    });
    expect(seen.rows[0]).toContain('Jörg Müller');
    const body = { file_id, store_id, mapping: seen.mapping, mode: 'commit', bad_rows: 'skip' };
    expect((await run({ ...body, mode: 'dry_run' })).result.problems[0]).toMatchObject({
      column: 'Date de commande',
      message: expect.stringContaining('two ways'),
    });
    const { result } = await run({ ...body, dates: 'dmy' });
    expect(result).toMatchObject({ created: 1, bad_orders: 1, problems: [{ row: 3, column: 'Quantité' }] });
    expect(await listOf(store_id)).toMatchObject([
      { name: 'B-1', placed_at: '2026-10-03T00:00:00.000Z', customer: 'Jörg Müller' },
    ]);
    const next = await upload(table(`B-3;13/10/2026;Lampe;2;${address}\n`), 'mehr.csv');
    expect((await look(next, store_id)).body.data).toMatchObject({
      remembered: true,
      mapping: { order_name: 'Numéro de commande' },
      dates: { reading: 'dmy', ambiguous: false },
    });
    expect((await run({ ...body, dates: 'dmy' })).result).toMatchObject({ created: 0, unchanged: 1 });
  });

  it('is looked at only by its owner, and only when it is a table', async () => {
    const store_id = await givenStore(test, owner.account_id, { platform: 'file' });
    const file_id = await upload(sample);
    expect((await look(file_id, store_id)).body.data).toMatchObject({ format: 'shopify' });
    const stranger = await merchant(test);
    expect((await look(file_id, store_id, stranger.token)).status).toBe(404);
    expect((await test.call('POST', '/api/shopify_orders/import/look', { body: { file_id, store_id } })).status).toBe(
      401,
    );
    expect((await look('1', '2')).status).toBe(422);
    expect((await look(await upload('PK\x03\x04 nothing', 'a.csv'), store_id)).body.code).toBe('file_invalid');
  });
});
