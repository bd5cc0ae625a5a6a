import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import {
  address,
  applyShopOrders,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { runTasks } from '#testing/run-tasks.ts';

let test: TestApp;
let owner: Person;
let store: string;
let fileStore: string;
const id: Record<string, string> = {};

const call = (method: string, path: string, body?: object, token = owner.token) =>
  test.call(method, path, { token, ...(body && { body, key: uuid() }) });
const bulk = (action: string, more: object, token = owner.token) =>
  call('POST', '/api/bulk', { list: 'products', action, mode: 'dry_run', ...more }, token);
/** Tries an action on products by their titles; answers the trial’s job. */
const tried = async (action: string, names: string[], input = {}) =>
  (await bulk(action, { selection: { ids: names.map((name) => id[name]) }, input })).body.data;
/** Does what a trial found possible; answers the job when it has ended. */
async function done(trial: { id: string }, action: string, input = {}) {
  const { body } = await bulk(action, { mode: 'commit', selection: { run: trial.id }, input });
  await runTasks(test, { tolerant: true });
  return (await call('GET', `/api/jobs/${body.data.id}`)).body.data;
}
const reasons = (job: { result: { reasons: { code: string }[] } }) => job.result.reasons.map(({ code }) => code);
const product = async (name: string) => (await call('GET', `/api/products/${id[name]}`)).body.data;

beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  store = await givenStore(test, owner.account_id);
  fileStore = await givenStore(test, owner.account_id, { platform: 'file' });
  await applyProducts(test, owner.account_id, store, [
    shopProduct('1', [shopVariant('11'), shopVariant('12')], { title: 'Lamp', tags: ['lamp'] }),
    shopProduct('2', [shopVariant('21', { sku: 'HAT-21' })], { title: 'Hat', tags: ['hat'] }),
    shopProduct('3', [shopVariant('31', { requires_shipping: false })], { title: 'Voucher', tags: [] }),
  ]);
  await applyProducts(test, owner.account_id, fileStore, [
    shopProduct('4', [shopVariant('41')], { title: 'Tent', tags: [] }),
  ]);
  for (const row of (await call('GET', '/api/products')).body.data) id[row.title] = row.id;
  await inAccount(test, owner.account_id, (ctx) =>
    applyShopOrders(
      ctx,
      { account_id: owner.account_id, id: store },
      [
        shopOrder([shopLine({ external_id: '11', sku: '' })], {
          placed_at: new Date(test.clock.now().getTime() - 86_400_000),
          address: { ...address, country: 'DE' },
        }),
        shopOrder([shopLine({ external_id: '11', sku: '' })], {
          external_id: '5000000000002',
          name: '#1002',
          placed_at: new Date(test.clock.now().getTime() - 43_200_000),
          address: { ...address, country: 'CA' },
        }),
      ],
      'api',
    ),
  );
  await runTasks(test, { tolerant: true });
});
afterAll(() => test.close());

describe('bulk actions on products', () => {
  it('asks for prices for every country that waiting orders go to, or for the named countries, and refuses what is asked already', {
    tags: ['D2-18'],
  }, async () => {
    const trial = await tried('ask_price', ['Lamp', 'Voucher']);
    expect([trial.result.ok, reasons(trial)]).toEqual([1, ['nothing_shipped']]);
    expect((await done(trial, 'ask_price')).result).toMatchObject({ ok: 1, refused: 0 });
    const [quote] = (await call('GET', '/api/quotes')).body.data;
    expect(quote).toMatchObject({ title: 'Lamp', destinations: ['CA', 'DE'], status: 'submitted' });
    expect((await product('Lamp')).open_quote.number).toBe(quote.number);
    expect(reasons(await tried('ask_price', ['Lamp']))).toEqual(['quote_open_already']);

    const named = await done(await tried('ask_price', ['Tent', 'Hat']), 'ask_price', { destinations: ['FR', 'US'] });
    expect(named.result).toMatchObject({ ok: 2, refused: 0 });
    const titles = (await call('GET', '/api/quotes')).body.data.filter(
      (one: { destinations: string[] }) => one.destinations.join() === 'FR,US',
    );
    expect(titles).toHaveLength(2);
  });

  it('marks all variants as not ours and makes them ours again, also by the list’s filters', {
    tags: ['D2-18'],
  }, async () => {
    const stage = async () => (await call('GET', '/api/shopify_orders')).body.data[0].stage;
    const trial = (await bulk('not_ours', { selection: { query: { tag: 'lamp', tab: 'quoting', store_id: store } } }))
      .body.data;
    await runTasks(test, { tolerant: true });
    const found = (await call('GET', `/api/jobs/${trial.id}`)).body.data;
    expect(found.result).toMatchObject({ ok: 1, refused: 0 });
    expect((await done(found, 'not_ours')).result).toMatchObject({ ok: 1, refused: 0 });
    expect(await product('Lamp')).toMatchObject({ mapping_state: 'not_ours', variants_mapped: 0, unpriced: false });
    expect(await stage()).not.toBe('quoting'); // its only order has nothing of ours any more
    expect(reasons(await tried('not_ours', ['Lamp', 'Voucher']))).toEqual(
      expect.arrayContaining(['not_ours_already', 'nothing_shipped']),
    );
    expect(reasons(await tried('ours', ['Hat']))).toEqual(['ours_already']);
    expect((await done(await tried('ours', ['Lamp']), 'ours')).result).toMatchObject({ ok: 1, refused: 0 });
    expect((await product('Lamp')).mapping_state).toBe('unmapped');
  });

  it('accepts suggestions that are sure enough', { tags: ['D2-18'] }, async () => {
    const { sku_id } = await givenVariant(test, { account_id: owner.account_id, id: fileStore });
    const variants = (await call('GET', `/api/products/${id.Hat}/variants`)).body.data;
    await sqlRows(
      test,
      `INSERT INTO mapping_suggestions (account_id, variant_id, catalog_sku_id, quantity, confidence, source, reasons, computed_at)
       VALUES ('${owner.account_id}', '${variants[0].id}', '${sku_id}', 1, 0.97, 'auto_sku', '[]', now())`,
    );
    await sqlRows(test, `UPDATE store_variants SET mapping_state = 'suggested' WHERE id = '${variants[0].id}'`);
    const strict = await tried('accept_suggestions', ['Hat', 'Lamp'], { min_confidence: 0.99 });
    expect(strict.result).toMatchObject({ ok: 0, refused: 2, reasons: [{ code: 'suggestion_gone', count: 2 }] });
    const trial = await tried('accept_suggestions', ['Hat', 'Lamp']);
    expect(trial.result).toMatchObject({ ok: 1, refused: 1 });
    expect((await done(trial, 'accept_suggestions')).result).toMatchObject({ ok: 1, refused: 0 });
    expect(await product('Hat')).toMatchObject({ mapping_state: 'mapped', variants_mapped: 1 });
  });

  it('refuses to refresh what no shop can tell, and demands rights, stores and known input', async () => {
    const trial = await tried('refresh', ['Lamp', 'Tent']);
    expect([trial.result.ok, reasons(trial)]).toEqual([1, ['store_by_files']]);
    const stranger = await merchant(test);
    const foreign = await bulk('not_ours', { selection: { ids: [id.Lamp] } }, stranger.token);
    expect(foreign.body.data.result).toMatchObject({ ok: 0, refused: 1, reasons: [{ code: 'not_found' }] });
    const scoped = await merchant(test, { account_id: owner.account_id, role: 'sourcing', stores: [fileStore] });
    const outside = await bulk('not_ours', { selection: { ids: [id.Lamp, id.Tent] } }, scoped.token);
    expect(outside.body.data.result).toMatchObject({ ok: 1, refused: 1 });
    const accountant = await merchant(test, { account_id: owner.account_id, role: 'accountant' });
    expect((await bulk('refresh', { selection: { ids: [id.Lamp] } }, accountant.token)).status).toBe(403);
    const odd = await bulk('accept_suggestions', { selection: { ids: [id.Lamp] }, input: { min_confidence: 3 } });
    expect(odd.status).toBe(422);
  });
});

describe('the list as a file', () => {
  it('holds all columns of the matching products, money with its currency', { tags: ['D2-18'] }, async () => {
    const ask = (body: object) => call('POST', '/api/exports', { list: 'products', format: 'csv', ...body });
    const job = (await ask({ query: { tag: 'lamp' } })).body.data;
    expect(job).toMatchObject({ state: 'done', result: { rows: 1 } });
    const link = (await call('POST', `/api/files/${job.result.file_id}/link`)).body.data;
    const { body: text } = await test.app.fastify.inject({ method: 'GET', url: link.url });
    const [head = '', row = ''] = text.replace('\u{feff}', '').split('\r\n');
    expect(head).toMatch(/^Product,Store,Store status,Vendor,Tags,/);
    for (const title of [
      'Lowest landed cost,Lowest landed cost currency',
      'Lowest margin',
      'Orders (30 days)',
      'Stock',
    ])
      expect(head).toContain(title);
    expect(row).toMatch(/^Lamp,Lamp shop,Active,Bright,lamp,/);
    expect(row).toContain('19.99,USD');
    const viewer = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
    const refused = await call('POST', '/api/exports', { list: 'products', query: {} }, viewer.token);
    expect(refused.status).toBe(403);
  });
});
