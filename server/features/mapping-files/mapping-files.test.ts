import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MappingFileResult, MappingFileRow } from '#contract/mapping-files.ts';
import { mappingFileRows } from '#contract/mapping-file-rules.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { applyShopOrders, givenStore, givenVariant, inAccount, shopLine, shopOrder } from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { xlsxOf } from '#testing/xlsx.ts';
import { readMappingRows } from './mapping-file-rows.ts';

let test: TestApp;
let owner: Person;
let store: string;
let a: string;
let b: string;
let gone: string;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  store = await givenStore(test, owner.account_id, { name: 'Lamp shop' });
  const spare = await merchant(test);
  const shelf = { account_id: spare.account_id, id: await givenStore(test, spare.account_id) };
  for (let n = 0; n < 3; n += 1) await givenVariant(test, shelf);
  const skus = await sqlRows<{ code: string }>(test, 'SELECT code FROM catalog_skus ORDER BY code');
  [a = '', b = '', gone = ''] = skus.map((sku) => sku.code);
  await sqlRows(test, `UPDATE catalog_skus SET status = 'discontinued' WHERE code = '${gone}'`);
  await applyProducts(
    test,
    owner.account_id,
    store,
    ['1', '2', '3'].map((n) => shopProduct(n, [shopVariant(`${n}1`), shopVariant(`${n}2`)])),
  );
  const lines = ['11', '21'].map((id) => shopLine({ external_id: id, sku: `SKU-${id}` }, { external_id: `l-${id}` }));
  const order = shopOrder(lines, { external_id: '#1', name: '#1' });
  await inAccount(test, owner.account_id, (ctx) =>
    applyShopOrders(ctx, { account_id: owner.account_id, id: store }, [order], 'api'),
  );
});
afterAll(() => test.close());

async function upload(bytes: Buffer | string, name = 'mapping.csv', token = owner.token): Promise<string> {
  const part = (head: string) => `--x-x\r\ncontent-disposition: form-data; ${head}`;
  const answer = await test.app.fastify.inject({
    method: 'POST',
    url: '/api/files',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x-x' },
    payload: Buffer.concat([
      Buffer.from(
        `${part('name="purpose"')}\r\n\r\nmapping_file\r\n${part(`name="file"; filename="${name}"`)}\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n--x-x--\r\n'),
    ]),
  });
  return answer.json().data.id;
}
const table = (...rows: string[]) => ['Store,Variant ID,Store SKU,Catalog SKU,Quantity,Countries', ...rows].join('\n');
const start = (body: object, token = owner.token) =>
  test.call('POST', '/api/mapping_files', { token, key: uuid(), body });
async function job(body: object) {
  const started = await start(body);
  expect(started.status).toBe(200);
  await runTasks(test);
  return (await test.call('GET', `/api/jobs/${started.body.data.id}`, { token: owner.token })).body.data;
}
async function run(text: string, more: object = {}): Promise<MappingFileResult> {
  const ended = await job({ file_id: await upload(text), mode: 'dry_run', ...more });
  expect(ended.failure).toBeNull();
  return ended.result;
}
const byRow = (result: MappingFileResult) =>
  new Map(result.shown.map((row: MappingFileRow): [number, MappingFileRow] => [row.row, row]));
const stand = () =>
  sqlRows<{ id: string; state: string; source: string; text: string }>(
    test,
    `SELECT v.external_id AS id, v.mapping_state AS state, m.source,
       (SELECT string_agg(c.rule || ':' || k.code || 'x' || c.quantity, ' ' ORDER BY c.rule, k.code) FROM mapping_components c JOIN catalog_skus k ON k.id = c.catalog_sku_id
        WHERE c.variant_id = v.id AND c.version = v.mapping_version) AS text
     FROM store_variants v LEFT JOIN mappings m ON m.variant_id = v.id AND m.version = v.mapping_version
     WHERE v.store_id = '${store}' ORDER BY v.external_id`,
  );
const versions = () =>
  sqlRows(test, `SELECT variant_id, version FROM mappings WHERE account_id = '${owner.account_id}'`);
async function fetchFile(id: string, token = owner.token) {
  const link = await test.call('POST', `/api/files/${id}/link`, { token });
  return (await test.app.fastify.inject({ method: 'GET', url: link.body.data.url })).rawPayload;
}

describe('a mapping file', () => {
  it('is tried first, says what is wrong per row, and changes nothing', { tags: ['D2-13'] }, async () => {
    const rows = [
      `Lamp shop,11,,${a},2,`,
      `,,SKU-12,${a},,`,
      ',21,,NOPE-1,1,',
      `,99,,${a},1,`,
      `,22,,${gone},1,`,
      `,31,,${a},1000,`,
      `,31,,${b},1,`,
      `,32,,${a},1,US`,
      `Elsewhere,32,,${a},1,`,
      ',12,,,,',
      `,4.41E+13,,${a},1,`,
      `,,,${a},1,`,
      `,31,,${a},1,Atlantis`,
    ];
    const result = await run(table(...rows));
    expect(result).toMatchObject({
      committed: false,
      rows: 13,
      changed: 2,
      left_out: 1,
      bad: 10,
      variants: 2,
      products: 1,
      orders: 1,
    });
    const said = byRow(result);
    expect(said.get(2)).toMatchObject({
      outcome: 'changed',
      from: null,
      to: `${a} × 2`,
      product: 'Product 1',
      message: null,
    });
    const sentences: [number, string][] = [
      [4, 'The catalog has no SKU “NOPE-1”. Search the catalog for the right one.'],
      [5, 'None of your stores has the variant “99”. Copy the ID from the template.'],
      [6, `${gone} is discontinued. Choose another SKU, or allow it while stock lasts in the mapping editor.`],
      [7, '“1000” isn’t a quantity. Enter a whole number from 1 to 999.'],
      [8, 'Another row of this variant has an error, so none of its rows are imported.'],
      [9, 'Add a row without a country for all other destinations.'],
      [10, 'None of your stores has the variant “32”. Copy the ID from the template.'],
      [12, 'Your spreadsheet shortened the ID to “4.41E+13”. Format the column as text and copy the ID again.'],
      [13, 'Enter the variant ID or the store SKU.'],
      [14, '“Atlantis” isn’t a country. Enter two-letter codes such as US, separated by commas.'],
    ];
    for (const [row, message] of sentences) expect(said.get(row)).toMatchObject({ outcome: 'bad', message });
    expect(await versions()).toEqual([]);
    const report = (await fetchFile(result.report.id)).toString('utf8');
    expect(report).toContain('NOPE-1,1,,Error,The catalog has no SKU “NOPE-1”');
    const stopped = await run(table(...rows), { mode: 'commit' });
    expect(stopped).toMatchObject({ committed: false, bad: 10 });
    expect(await versions()).toEqual([]);
  });

  it('is taken in product by product: bundles, countries and what is not ours; the same file again changes nothing', {
    tags: ['D2-13'],
  }, async () => {
    const text = table(
      `,11,,${a},2,`,
      `,11,,${b.toLowerCase()},1,`,
      `,12,,${a},,`,
      `,12,,${b},3,"DE, France"`,
      ',22,,Self-fulfilled,,',
      `,21,,${a},1,`,
      `,21,,${a},2,`,
    );
    const result = await run(text, { mode: 'commit', bad_rows: 'skip' });
    expect(result).toMatchObject({ committed: true, changed: 5, bad: 2, variants: 3, products: 2, orders: 1 });
    expect(byRow(result).get(8)).toMatchObject({
      outcome: 'bad',
      message: `This variant has ${a} twice. Combine them in one row with the total quantity.`,
    });
    expect(byRow(result).get(5)).toMatchObject({ to: `${a}; DE, FR: ${b} × 3` });
    expect(await stand()).toEqual([
      { id: '11', state: 'mapped', source: 'file', text: `0:${a}x2 0:${b}x1` },
      { id: '12', state: 'mapped', source: 'file', text: `0:${a}x1 1:${b}x3` },
      { id: '21', state: 'unmapped', source: null, text: null },
      { id: '22', state: 'not_ours', source: 'manual', text: null },
      { id: '31', state: 'unmapped', source: null, text: null },
      { id: '32', state: 'unmapped', source: null, text: null },
    ]);
    const before = await versions();
    const again = await run(text, { mode: 'commit', bad_rows: 'skip' });
    expect(again).toMatchObject({ changed: 0, unchanged: 5, bad: 2, variants: 0, products: 0 });
    expect(await versions()).toEqual(before);
    // Open orders were looked at again with the new mapping, as after the editor.
    const [order] = (await test.call('GET', `/api/shopify_orders?store_id=${store}`, { token: owner.token })).body.data;
    expect(order.blocks.map((block: { code: string }) => block.code)).toContain('UNMAPPED_VARIANT');
    await run(table(`,21,,${b},1,`), { mode: 'commit' });
    const [after] = (await test.call('GET', `/api/shopify_orders?store_id=${store}`, { token: owner.token })).body.data;
    expect(after.blocks.map((block: { code: string }) => block.code)).not.toContain('UNMAPPED_VARIANT');
  });

  it('begins with a template of what is unmapped or of everything, which is itself a mapping file', async () => {
    const make = async (body: object) =>
      (await test.call('POST', '/api/mapping_files/template', { token: owner.token, body })).body.data;
    const open = await make({ format: 'csv' });
    expect(open).toMatchObject({
      rows: 2,
      cut: false,
      file: { name: expect.stringMatching(/^mapping_\d{4}-\d\d-\d\d\.csv$/) },
    });
    expect((await fetchFile(open.file.id)).toString('utf8')).toBe(
      '\ufeffStore,Product,Variant,Variant ID,Store SKU,Suggested SKU,Catalog SKU,Quantity,Countries\r\n' +
        'Lamp shop,Product 3,Variant 31,31,SKU-31,,,,\r\nLamp shop,Product 3,Variant 32,32,SKU-32,,,,\r\n',
    );
    const all = await make({ format: 'xlsx', scope: 'all' });
    expect(all.rows).toBe(8);
    const file_id = await upload(await fetchFile(all.file.id), 'mapping.xlsx');
    expect((await job({ file_id, mode: 'dry_run' })).result).toMatchObject({
      rows: 8,
      changed: 0,
      unchanged: 6,
      left_out: 2,
      bad: 0,
    });
  });

  it('that says again what waits for a review does not confirm it unseen', async () => {
    await applyProducts(test, owner.account_id, store, [
      shopProduct('2', [shopVariant('21', { options: [{ name: 'Color', value: 'Other' }] }), shopVariant('22')], {
        updated_at: new Date(),
      }),
    ]);
    const result = await run(table(`,21,,${b},1,`), { mode: 'commit' });
    expect(byRow(result).get(2)).toMatchObject({
      outcome: 'unchanged',
      message: expect.stringContaining('needs review'),
    });
    expect((await stand()).find((one) => one.id === '21')?.state).toBe('needs_review');
  });

  it('reaches only stores that the member works for, and only files of the account', async () => {
    const other = await givenStore(test, owner.account_id, { name: 'Other shop' });
    const member = await merchant(test, { account_id: owner.account_id, role: 'manager', stores: [other] });
    const file_id = await upload(table(`,31,,${a},1,`), 'mine.csv', member.token);
    const started = await start({ file_id, mode: 'commit' }, member.token);
    await runTasks(test);
    const ended = await test.call('GET', `/api/jobs/${started.body.data.id}`, { token: member.token });
    expect(ended.body.data.result).toMatchObject({ committed: false, bad: 1 });
    const stranger = await merchant(test);
    expect(await start({ file_id, mode: 'dry_run' }, stranger.token)).toMatchObject({ status: 404 });
    const viewer = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
    expect(await start({ file_id, mode: 'dry_run' }, viewer.token)).toMatchObject({ status: 403 });
    expect((await start({ file_id, mode: 'try' })).status).toBe(422);
  });

  it('that cannot be read fails with a sentence', async () => {
    const error = async (text: string | Buffer, name?: string) =>
      (await job({ file_id: await upload(text, name), mode: 'dry_run' })).failure;
    expect(await error('a,b\n1,2\n')).toBe(
      'The file has no column “Catalog SKU”. Start from the template or add the column.',
    );
    expect(await error(table())).toBe(
      'The file is empty below row 1. Fill in the template and save it before you upload it.',
    );
    expect(await error(xlsxOf([['SKU', 'Pcs']]), 'x.xlsx')).toMatch(/neither a column/);
    const long = table(...Array.from({ length: mappingFileRows + 1 }, (_, n) => `,${n},,X,,`));
    await expect(readMappingRows({ name: 'long.csv', bytes: Buffer.from(long) })).rejects.toThrow(
      'more than 10,000 rows',
    );
  });
});
