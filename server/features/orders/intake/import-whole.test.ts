import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { orderFilesOf } from '#testing/order-files.ts';
import { applyShopOrders, givenStore, inAccount, shopLine, shopOrder } from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';

let test: TestApp;
let owner: Person;
let files: ReturnType<typeof orderFilesOf>;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  files = orderFilesOf(test, owner);
});
afterAll(() => test.close());

const head = 'Name,Id,Financial Status,Currency,Created at,Lineitem quantity,Lineitem name,Lineitem sku,Shipping Name';
const full = (name: string, id: string, goods: string, date = '2026-11-02 10:00:00 +0000') =>
  `${name},${id},paid,USD,${date},1,${goods},${goods.toUpperCase()},Ada`;
const more = (name: string, goods: string, quantity = '1') =>
  `${name},,,,2026-11-02 10:00:00 +0000,${quantity},${goods},${goods.toUpperCase()},`;
const table = (...rows: string[]) => [head, ...rows].join('\n');

/** What became of the orders of a file, and of the import. */
async function imported(store_id: string, rows: string, more_: object = {}) {
  const file_id = await files.upload(rows);
  const { result } = await files.run({ file_id, store_id, mode: 'commit', bad_rows: 'skip', ...more_ });
  const { orders, created, updated, unchanged, bad_orders } = result;
  expect(created + updated + unchanged + bad_orders).toBe(orders);
  return { ends: [created, updated, unchanged, bad_orders], result };
}
const newStore = (platform = 'file') => givenStore(test, owner.account_id, { platform });
/** Orders of a store with their goods that are still wanted. */
const kept = (store: string) =>
  sqlRows(
    test,
    `SELECT o.name, o.external_id, o.source, (SELECT string_agg(l.title || ' ' || l.current_quantity, ', ' ORDER BY l.title)
       FROM order_lines l WHERE l.account_id = o.account_id AND l.order_id = o.id) AS goods
     FROM orders o WHERE o.store_id = '${store}' ORDER BY o.name`,
  );
const fromShop = (store: string, name: string, external_id: string, placed_at: string) =>
  inAccount(test, owner.account_id, (ctx) =>
    applyShopOrders(
      ctx,
      { account_id: owner.account_id, id: store },
      [shopOrder([shopLine(null)], { name, external_id, placed_at: new Date(placed_at) })],
      'api',
    ),
  );

describe('a file that went through Excel', () => {
  const excel = table(
    full('#20042', '7.3E+12', 'Lamp', '2026-11-02 10:00:00 +0000'),
    full('#20043', '7.3E+12', 'Vase', '2026-11-03 10:00:00 +0000'),
    full('#20044', '7.3E+12', 'Cup', '2026-11-04 10:00:00 +0000'),
  );

  it('loses no order silently: each is refused with the sentence, tried out or imported', async () => {
    const store = await newStore();
    for (const mode of ['dry_run', 'commit']) {
      const { ends, result } = await imported(store, excel, { mode });
      expect(ends).toEqual([0, 0, 0, 3]);
      expect(result.problems[0]).toEqual({
        row: 2,
        column: 'Id',
        code: 'id_shortened',
        message:
          'Excel has shortened the order IDs: “7.3E+12” no longer names one order. Export the file again and import it without opening it in Excel, or format the column as text.',
      });
    }
    expect(await kept(store)).toEqual([]);
  });

  it('has dates refused that lie ahead of the import', async () => {
    const { ends, result } = await imported(await newStore(), table(full('#1', '1', 'Lamp', '2062-11-02')));
    expect([ends, result.problems[0].code]).toEqual([[0, 0, 0, 1], 'date_in_future']);
  });

  it('has rows with an unquoted comma refused, also when they are handed back and come again (round 2)', async () => {
    const store = await newStore();
    const shifted = table(full('#20080', '7300000020080', 'Lamp'), `${full('#20081', '7300000020081', 'Lamp')},Flat 2`);
    const { ends, result } = await imported(store, shifted);
    expect(ends).toEqual([1, 0, 0, 1]);
    expect(result.problems[0].message).toBe(
      'This row has 10 cells, but the file has 9 columns. Put quotation marks around values with commas, such as addresses.',
    );
    const given = await files.download(result.bad_file.id);
    expect((await imported(store, given)).ends).toEqual([0, 0, 0, 1]);
  });

  it('adds no second order to a connected store', async () => {
    const store = await newStore('shopify');
    await fromShop(store, '#20043', '7300000000043', '2026-11-03T10:00:00Z');
    expect((await imported(store, excel)).ends).toEqual([0, 0, 0, 3]);
    const exact = table(full('#20043', '7300000000043', 'Vase', '2026-11-03 10:00:00 +0000'));
    expect((await imported(store, exact)).ends).toEqual([0, 0, 1, 0]);
    expect(await kept(store)).toHaveLength(1);
  });

  it('is refused where an ID belongs to an order of another name by now', async () => {
    const store = await newStore();
    expect((await imported(store, table(full('#1', '990000000001', 'Lamp')))).ends).toEqual([1, 0, 0, 0]);
    const { ends, result } = await imported(store, table(full('#2', '990000000001', 'Vase')));
    expect(ends).toEqual([0, 0, 0, 1]);
    expect(result).toMatchObject({
      problems: [{ row: 2, code: 'known_by_other_name' }],
      bad_file: { size: expect.any(Number) },
    });
    expect(await kept(store)).toMatchObject([{ name: '#1', goods: 'Lamp 1' }]);
  });

  it('says so in the language of who imports', async () => {
    await sqlRows(test, `UPDATE users SET locale = 'zh' WHERE id = '${owner.user_id}'`);
    const { result } = await imported(await newStore(), excel);
    await sqlRows(test, `UPDATE users SET locale = 'en' WHERE id = '${owner.user_id}'`);
    expect(result.problems[0].message).toMatch(/^Excel 已把订单 ID 缩短/);
    expect(await files.download(result.bad_file.id)).toContain('错误说明');
  });
});

describe('a file of another system', () => {
  const titles =
    'order-id|order-item-id|purchase-date|sku|product-name|quantity-purchased|quantity-shipped|quantity-to-ship|recipient-name|ship-address-1|ship-city|ship-postal-code|ship-country';
  const row = (id: string) => `${id}|77${id}|2026-11-02T08:00:00+00:00|LAMP|Lamp|1|0|1|Ann|1 High St|Leeds|LS1 4AP|GB`;

  it.each(['.txt', '.tsv'])('is taken in as %s and needs no mapping', async (ending) => {
    const store_id = await newStore();
    const rows = [titles, row('104-1'), row('104-2')].map((line) => line.replaceAll('|', '\t')).join('\r\n');
    const file_id = await files.upload(rows, `unshipped${ending}`);
    const look = { token: owner.token, body: { file_id, store_id } };
    const seen = await test.call('POST', '/api/shopify_orders/import/look', look);
    expect(seen.body.data).toMatchObject({ format: 'amazon', remembered: false, mapping: { name: 'recipient-name' } });
    const { result } = await files.run({ file_id, store_id, mode: 'commit' });
    expect(result).toMatchObject({ format: 'amazon', orders: 2, created: 2, bad_orders: 0, committed: true });
    expect(await kept(store_id)).toMatchObject([{ external_id: '104-1' }, { external_id: '104-2' }]);
  });
});

describe('a file without IDs', () => {
  const mapping = { order_name: 'No', placed_at: 'Date', line_title: 'Thing', line_quantity: 'Pcs' };
  const sheet = (...rows: string[]) => ['No,Date,Thing,Pcs', ...rows].join('\n');

  it('meets the orders of a connected store by name and date', async () => {
    const store = await newStore('shopify');
    await fromShop(store, '#3001', '6100000003001', '2026-11-03T02:30:00Z'); // the evening of the 2nd in New York
    await fromShop(store, '#3002', '6100000003002', '2026-11-02T10:00:00Z');
    const { ends, result } = await imported(
      store,
      sheet('3001,2026-11-02,Lamp,1', '#3002,2026-02-11,Lamp,1', '#3003,2026-11-02,Lamp,1'),
      { mapping },
    );
    expect(ends).toEqual([1, 0, 1, 1]);
    expect(result.problems).toMatchObject([
      {
        row: 3,
        code: 'known_by_other_date',
        message:
          'The store already has an order “#3002”, placed on 2026-11-02. Correct the date, or enter the order ID.',
      },
    ]);
    expect(await kept(store)).toMatchObject([
      { name: '#3001', external_id: '6100000003001', source: 'api' },
      { name: '#3002', external_id: '6100000003002', source: 'api' },
      { name: '#3003', external_id: '#3003', source: 'file' },
    ]);
  });

  it('keeps an order apart from one of the same name on another day', async () => {
    const store = await newStore();
    await imported(store, sheet('1,2026-11-02,Lamp,1'), { mapping });
    const { ends, result } = await imported(store, sheet('1,2026-11-09,Lamp,1'), { mapping });
    expect(ends).toEqual([0, 0, 0, 1]);
    expect(result.problems).toMatchObject([{ code: 'known_by_other_date' }]);
  });

  it('is followed by the shop itself, which writes the names in its own way', async () => {
    const store = await newStore('shopify');
    await imported(store, sheet('3005,2026-11-02,Lamp,1'), { mapping });
    await fromShop(store, '#3005', '6100000003005', '2026-11-02T10:00:00Z');
    expect(await kept(store)).toMatchObject([{ name: '#3005', external_id: '6100000003005', source: 'api' }]);
  });

  it('gets its IDs from a later one, and loses none to a file without them', async () => {
    const store = await newStore();
    expect((await imported(store, sheet('#1,2026-11-02,Lamp,1'), { mapping })).ends).toEqual([1, 0, 0, 0]);
    expect((await imported(store, table(full('#1', '990000000001', 'Lamp')))).ends).toEqual([0, 1, 0, 0]);
    await imported(store, sheet('#1,2026-11-02,Lamp,1'), { mapping });
    expect(await kept(store)).toEqual([{ name: '#1', external_id: '990000000001', source: 'file', goods: 'Lamp 1' }]);
  });

  it('imports nothing when it is to stop at problems that only the store knows of', async () => {
    const store = await newStore();
    await imported(store, table(full('#1', '990000000001', 'Lamp')));
    const rows = sheet('#1,2026-03-02,Lamp,1', '#2,2026-11-02,Lamp,1');
    const { ends, result } = await imported(store, rows, { mapping, bad_rows: 'stop' });
    expect([ends, result.committed]).toEqual([[1, 0, 0, 1], false]);
    expect(await kept(store)).toHaveLength(1);
  });
});

describe('a file without dates', () => {
  const mapping = { order_name: 'No', line_title: 'Thing', line_quantity: 'Pcs', name: 'To', financial_status: 'Paid' };
  const sheet = (...rows: string[]) => ['No,Thing,Pcs,To,Paid', ...rows].join('\n');
  const dates = (store: string) => sqlRows(test, `SELECT name, placed_at FROM orders WHERE store_id = '${store}'`);

  it('gives its orders the date of the import, and brings none in twice', async () => {
    const store = await newStore();
    const rows = sheet('1,Lamp,1,Ada,pending', '2,Vase,2,Ben,paid');
    expect((await imported(store, rows, { mapping })).ends).toEqual([2, 0, 0, 0]);
    const first = await dates(store);
    expect(first).toMatchObject([{ placed_at: test.clock.now() }, { placed_at: test.clock.now() }]);
    test.clock.advance(3 * 86_400_000);
    expect((await imported(store, rows, { mapping })).ends).toEqual([0, 0, 2, 0]);
    const paid = sheet('#1,Lamp,1,Ada,paid', '3,Cup,1,Ada,paid');
    expect((await imported(store, paid, { mapping })).ends).toEqual([1, 1, 0, 0]);
    expect(await dates(store)).toEqual(expect.arrayContaining(first));
    expect(await kept(store)).toMatchObject([{ name: '1' }, { name: '2' }, { name: '3' }]);
  });

  it('refuses a name that the store knows with other items or another recipient', async () => {
    const store = await newStore();
    await imported(store, sheet('1,Lamp,1,Ada,paid', '2,Vase,2,Ben,paid'), { mapping });
    const { ends, result } = await imported(store, sheet('1,Lamp,1,Cleo,paid', '2,Vase,3,Ben,paid'), { mapping });
    expect(ends).toEqual([0, 0, 0, 2]);
    expect(result.problems).toMatchObject([{ code: 'known_without_date' }, { code: 'known_without_date' }]);
    expect(await kept(store)).toMatchObject([{ goods: 'Lamp 1' }, { goods: 'Vase 2' }]);
  });

  it('meets the orders of a connected store by their names', async () => {
    const store = await newStore('shopify');
    await fromShop(store, '#3001', '6100000003001', '2026-11-03T02:30:00Z');
    expect((await imported(store, sheet('3001,Lamp,1,Ada,paid'), { mapping })).ends).toEqual([0, 0, 1, 0]);
    expect(await kept(store)).toMatchObject([{ name: '#3001', external_id: '6100000003001', source: 'api' }]);
  });
});

describe('an order with a bad row', () => {
  it('is refused whole, handed back whole, and comes in whole with its ID once it is corrected', async () => {
    const store = await newStore();
    // sorted by a spreadsheet: a row of goods stands before the one that describes its order
    const sorted = table(
      more('#1', "'t Vaasje", 'two'),
      full('#2', '990000000002', 'Cup'),
      full('#1', '990000000001', 'Lamp'),
    );
    const { ends, result } = await imported(store, sorted);
    expect(ends).toEqual([1, 0, 0, 1]);
    expect(await kept(store)).toMatchObject([{ name: '#2' }]);
    const given = await files.download(result.bad_file.id);
    expect(given.split('\r\n').map((row) => row.slice(0, 6))).toEqual([
      expect.stringContaining('Name'),
      '#1,,,,',
      '#1,990',
      '',
    ]);
    expect((await imported(store, given.replace(',two,', ',2,'))).ends).toEqual([1, 0, 0, 0]);
    const whole = { name: '#1', external_id: '990000000001', goods: "'t Vaasje 2, Lamp 1" };
    expect(await kept(store)).toMatchObject([whole, { name: '#2' }]);
    // the same file in another sequence changes nothing
    const again = table(
      full('#1', '990000000001', 'Lamp'),
      more('#1', "'t Vaasje", '2'),
      full('#2', '990000000002', 'Cup'),
    );
    expect((await imported(store, again)).ends).toEqual([0, 0, 2, 0]);
  });

  it('keeps the goods that came in when a later file has fewer of them', async () => {
    const store = await newStore();
    await imported(store, table(full('#1', '990000000001', 'Lamp'), more('#1', 'Vase')));
    for (const rows of [
      [full('#1', '990000000001', 'Lamp')],
      [full('#1', '990000000001', 'Cup'), more('#1', 'Vase')],
    ]) {
      const { ends, result } = await imported(store, table(...rows));
      expect(ends).toEqual([0, 0, 0, 1]);
      expect(result.problems).toMatchObject([{ row: 2, code: 'goods_missing' }]);
    }
    expect(await kept(store)).toMatchObject([{ external_id: '990000000001', goods: 'Lamp 1, Vase 1' }]);
    // more goods and other quantities are changes like any other
    const grown = table(more('#1', 'Hat'), full('#1', '990000000001', 'Lamp'), more('#1', 'Vase', '3'));
    expect((await imported(store, grown)).ends).toEqual([0, 1, 0, 0]);
    expect(await kept(store)).toMatchObject([{ goods: 'Hat 1, Lamp 1, Vase 3' }]);
  });
});

describe('any file', () => {
  const line = fc.record({
    number: fc.integer({ min: 1, max: 6 }),
    id: fc.constantFrom('own', 'none', 'shortened', 'of another'),
    goods: fc.subarray(['lamp', 'vase', 'cup'], { minLength: 1 }),
    day: fc.constantFrom('2026-11-02', '2026-11-09'),
  });
  const rowsOf = ({ number, id, goods, day }: { number: number; id: string; goods: string[]; day: string }) => {
    const ids: Record<string, string> = { own: `99000000000${number}`, none: '', shortened: '9.9E+11' };
    return goods.map((one, at) =>
      at === 0 ? full(`#${number}`, ids[id] ?? '990000000001', one, `${day} 10:00:00 +0000`) : more(`#${number}`, one),
    );
  };
  const file = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.flatMap(rowsOf));

  it('ends with as many new, changed, unchanged and refused orders as it has, the same tried out and imported', async () => {
    const files_ = fc.array(fc.record({ rows: file, seed: fc.infiniteStream(fc.nat()) }), {
      minLength: 2,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(files_, async (given) => {
        const store = await newStore();
        for (const { rows, seed } of given) {
          const sorted = rows
            .map((row) => ({ row, at: seed.next().value }))
            .sort((a, b) => a.at - b.at)
            .map(({ row }) => row);
          const before = await kept(store);
          const tried = await imported(store, table(...sorted), { mode: 'dry_run' });
          expect(await kept(store)).toEqual(before);
          const done = await imported(store, table(...sorted));
          expect(done.ends).toEqual(tried.ends);
          expect(done.result.problems).toEqual(tried.result.problems);
          const names = new Set(rows.map((row) => row.split(',')[0]));
          expect(done.result.orders).toBeGreaterThanOrEqual(names.size);
          const after = await kept(store);
          expect(after.length - before.length).toBe(done.ends[0]);
          for (const { name, external_id, goods } of before) {
            const same = after.filter(
              (one) => one.name === name && (one.external_id === external_id || external_id === name),
            );
            const kinds: string[] = goods.split(', ');
            expect(same.some((one) => kinds.every((kind) => one.goods.includes(kind)))).toBe(true);
          }
        }
      }),
      { numRuns: 6 },
    );
  });
});
