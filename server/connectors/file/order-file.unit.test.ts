import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { xlsxOf } from '#testing/xlsx.ts';
import { matchTitles } from './order-titles.ts';
import { readOrderFile } from './order-file.ts';
import type { Mapping } from './order-columns.ts';
import { delimiterOf } from '#server/lib/parsing/csv-table.ts';
import { detectEncoding } from '#server/lib/parsing/text-encoding.ts';

const sample = readFileSync(new URL('../../../testing/data/shopify-orders-export.csv', import.meta.url));
const target = { platform: 'shopify', currency: 'USD' };
const read = (bytes: Buffer | string, mapping: Mapping | null = null, platform = 'shopify') =>
  readOrderFile({ name: 'orders.csv', bytes: Buffer.from(bytes) }, mapping, { ...target, platform });

describe('Shopify’s own export', () => {
  it('is read without a mapping, several rows per order', async () => {
    const file = await read(sample);
    expect(file).toMatchObject({ format: 'shopify', rows: 11, bad_orders: 1 });
    expect(file.orders.map((order) => order.name)).toEqual([
      '#3001',
      '#3002',
      '#3003',
      '#3004',
      '#3006',
      '#3007',
      '#3008',
    ]);
    expect(file.orders[0]).toMatchObject({
      external_id: '6100000000301',
      placed_at: new Date('2026-11-18T08:14:22Z'),
      financial_status: 'paid',
      total: 6470,
      note: '请放快递柜\n谢谢',
      address: { name: '陈美玲', address2: '3 单元 1202', zip: '100022', country: 'CN' },
      lines: [
        {
          external_id: 'file:1',
          title: 'Moon lamp - 15 cm',
          sku: 'MOON-15',
          quantity: 2,
          unit_price: 2490,
          external_variant_id: null,
        },
        { title: 'USB cable, braided', quantity: 1 },
      ],
    });
    expect(file.orders[2]?.lines[2]).toMatchObject({ title: 'Gift card', requires_shipping: false });
    expect(file.orders[4]?.cancelled_at).toEqual(new Date('2026-11-19T11:30:00Z'));
    expect(file.orders[5]?.tags).toEqual(['vip', 'reorder']);
  });

  it('tells the tax of an order, and whether its prices contain it', async () => {
    const head =
      'Name,Financial Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price';
    const row = (name: string, amounts: string) => `${name},paid,EUR,${amounts},2026-11-18 08:14:22 +0000,1,Lamp,20.00`;
    const text = [head, row('#1', '20.00,5.00,4.75,29.75'), row('#2', '20.00,5.00,3.99,25.00'), row('#3', ',,,25.00')];
    const { orders } = await read(text.join('\n'));
    expect(orders.map(({ tax, taxes_included }) => [tax, taxes_included])).toEqual([
      [475, false],
      [399, true],
      [null, false],
    ]);
  });

  it('tells what was paid back to the buyer, where it has the column', async () => {
    const file = await read(sample);
    expect(file.orders.map(({ refunded }) => refunded)).toContain(0);
    const row = '#1,partially_refunded,EUR,25.00,2026-11-18 08:14:22 +0000,1,Lamp,20.00';
    const head = 'Name,Financial Status,Currency,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price';
    const refunded = async (text: string) => (await read(text)).orders.map((order) => order.refunded);
    expect(await refunded(`${head},Refunded Amount\n${row},7.50`)).toEqual([750]);
    expect(await refunded(`${head}\n${row}`)).toEqual([null]);
  });

  it('says in which row and column it is broken', async () => {
    const { problems } = await read(sample);
    expect(problems).toEqual([
      { row: 9, column: 'Lineitem quantity', code: 'not_a_quantity', params: { text: 'two' } },
    ]);
  });

  it('is the same from a spreadsheet, in UTF-16, with semicolons or tabs', async () => {
    const wanted = await read(sample);
    const rows = [
      [
        'Name',
        'Email',
        'Financial Status',
        'Currency',
        'Created at',
        'Lineitem quantity',
        'Lineitem name',
        'Shipping Zip',
      ],
      ['#1', '', 'paid', 'USD', '2026-11-18 09:14:22 +0100', '1', '月亮灯', "'01067"],
    ];
    const sheet = await read(xlsxOf(rows));
    expect(sheet.orders).toMatchObject([{ name: '#1', lines: [{ title: '月亮灯' }], address: { zip: '01067' } }]);
    const text = sample.toString('utf8');
    expect(await read(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))).toEqual(wanted);
    expect(await read(`\ufeff${text}`)).toEqual(wanted);
    for (const mark of [';', '\t']) {
      const other = rows.map((row) => row.join(mark)).join('\r\n');
      expect((await read(other)).orders).toEqual(sheet.orders);
    }
  });

  it('is told from other tables by its titles', async () => {
    await expect(read('a,b\n1,2\n')).rejects.toThrow(/columns don’t match a known export/);
    await expect(read('')).rejects.toThrow(/empty/);
    await expect(read('Name,Total\n"#1,5\n')).rejects.toThrow(/quotation mark/);
  });
});

describe('any other table', () => {
  const mapping: Mapping = {
    order_name: 'No.',
    placed_at: 'Date',
    line_sku: 'Item',
    line_quantity: 'Pcs',
    country: 'To',
    line_price: 'Price',
  };

  it('is read by the merchant’s mapping', async () => {
    const file = await read(
      'No.;Date;Item;Pcs;To;Price\nA-1;2026-11-02;LAMP;3;Germany;1.234,50\nA-1;;VASE;1;;9,90\n',
      mapping,
      'file',
    );
    expect(file.problems).toEqual([]);
    expect(file.orders).toMatchObject([
      {
        external_id: 'A-1',
        financial_status: 'paid',
        currency: 'USD',
        total: 371_340,
        address: { country: 'DE' },
        lines: [
          { external_variant_id: 'file:LAMP', quantity: 3 },
          { external_variant_id: 'file:VASE', unit_price: 990 },
        ],
      },
    ]);
  });

  it('says which column is missing', async () => {
    await expect(read('No.,Date\n1,2\n', mapping)).rejects.toThrow(
      'The file has no column “Item”. Choose another column.',
    );
    await expect(read('No.\n1\n', { order_name: 'No.' })).rejects.toThrow(
      'These fields have no column yet: quantity. Choose a column for each.',
    );
  });

  it('reports every problem of a row and keeps the others', async () => {
    const file = await read(
      'No.,Date,Item,Pcs,To,Price\n,2026-11-02,LAMP,1,US,1\nA-2,yesterday,,0,Atlantis,1.2.3\nA-3,2026-11-02,LAMP,1,US,1\n',
      mapping,
    );
    expect(file.orders.map((order) => order.name)).toEqual(['A-3']);
    expect(file.bad_orders).toBe(2);
    expect(new Set(file.problems.map((problem) => problem.column))).toEqual(
      new Set(['No.', 'Pcs', 'Price', 'Date', 'To', 'Item']),
    );
  });
});

describe('files that mean harm', () => {
  it('have 50,000 rows of any layout, and every bad one says what is wrong with it', { tags: ['D8-06'] }, async () => {
    const rows = Array.from(
      { length: 50_000 },
      (_, n) => `A-${n}|${(n % 28) + 1}/2/26|${n % 1_000 === 7 ? 'few' : 2}|lamp|1,50`,
    );
    const file = { name: 'table.csv', bytes: Buffer.from(`Ref|Day|Qty|Item|Price\n${rows.join('\n')}`, 'utf16le') };
    const mapping = matchTitles(['Ref', 'Day', 'Qty', 'Item', 'Price']);
    expect(mapping).toEqual({ line_quantity: 'Qty', line_title: 'Item', line_price: 'Price' });
    const whole = { ...mapping, order_name: 'Ref', placed_at: 'Day' };
    const found = await readOrderFile(file, whole, { platform: 'file', currency: 'EUR' });
    expect(found).toMatchObject({ rows: 50_000, bad_orders: 50 });
    expect(found.orders).toHaveLength(49_950);
    expect(found.problems).toHaveLength(50);
    expect(found.problems[0]).toMatchObject({
      row: 9,
      column: 'Qty',
      code: 'not_a_quantity',
    });
    expect(found.orders.find((order) => order.name === 'A-27')?.placed_at.toISOString()).toBe(
      '2026-02-28T00:00:00.000Z',
    );
  });

  it('may not be endless', async () => {
    const rows = `Name,Financial Status,Currency,Created at,Lineitem quantity,Lineitem name\n${'#1,paid,USD,2026-11-02,1,Lamp\n'.repeat(50_001)}`;
    await expect(read(rows)).rejects.toThrow('more than 50,000 rows');
  });
});

describe('text', () => {
  it('is decoded by what its bytes can mean', () => {
    expect(detectEncoding(Buffer.from('naïve ☃'))).toBe('utf-8');
    expect(detectEncoding(Buffer.from([0xd6, 0xd0, 0xb9, 0xfa, 0x2c, 0xb1, 0xb1, 0xbe, 0xa9]))).toBe('gb18030');
    expect(detectEncoding(Buffer.from('M\xfcller, Stra\xdfe, caf\xe9', 'latin1'))).toBe('windows-1252');
    expect(detectEncoding(Buffer.from('Name,Total', 'utf16le'))).toBe('utf-16le');
    expect(delimiterOf('"a,b,c";d;e\n1,2,3,4,5')).toBe(';');
  });
});

describe('a file that nobody meant to be read (round 1)', () => {
  const head =
    'Name,Created at,Financial Status,Fulfillment Status,Currency,Lineitem name,Lineitem sku,Lineitem quantity,Lineitem price,Shipping Address1';
  const row = (
    name: string,
    other: Partial<Record<'fulfillment' | 'sku' | 'price' | 'quantity' | 'address', string>> = {},
  ) => {
    const { fulfillment = '', sku = 'L-1', price = '9.99', quantity = '1', address = '1 Lane' } = other;
    return [name, '2026-11-20', 'paid', fulfillment, 'USD', 'Lamp', sku, quantity, price, address].join(',');
  };

  it('loses no order when its lines end in several ways', async () => {
    const file = await read(`${head},Remark\r\n${['#1', '#2', '#3'].map((name) => `${row(name)},x`).join('\n')}`);
    expect(file).toMatchObject({ rows: 3, problems: [], orders: [{ name: '#1' }, { name: '#2' }, { name: '#3' }] });
  });

  it('has orders refused whose values are errors of formulas: another row would be of the same goods', async () => {
    const rows = [
      row('#1', { sku: '#N/A' }),
      row('#2', { address: '#REF!' }),
      row('#3', { price: '#BEZUG!' }),
      row('#NAME?'),
      row('#5', { quantity: '####' }),
      row('#1001!'),
    ];
    const file = await read([head, ...rows].join('\n'));
    expect(file.problems.map(({ row: at, column, code }) => [at, column, code])).toEqual([
      [2, 'Lineitem sku', 'formula_error'],
      [3, 'Shipping Address1', 'formula_error'],
      [4, 'Lineitem price', 'formula_error'],
      [5, 'Name', 'formula_error'],
      [6, 'Lineitem quantity', 'formula_error'],
    ]);
    expect(file.orders).toMatchObject([{ name: '#1001!' }]);
  });

  it('has an order refused whose date lies ahead: every later word on it would look older', async () => {
    const rows = ['2026-11-21', '2026-11-22 23:59', '2062-11-21', '9999-12-31'].map((date, at) =>
      row(`#${at + 1}`).replace('2026-11-20', date),
    );
    const file = Buffer.from([head, ...rows].join('\n'));
    const now = new Date('2026-11-22T12:00:00Z');
    const { orders, problems } = await readOrderFile({ name: 'a.csv', bytes: file }, null, { ...target, now });
    expect(orders.map(({ name }) => name)).toEqual(['#1', '#2']);
    expect(problems.map(({ row: at, code }) => [at, code])).toEqual([
      [4, 'date_in_future'],
      [5, 'date_in_future'],
    ]);
  });

  it('has an order refused for a word that every object knows, a name too long, or a price beyond counting', async () => {
    const words = ['constructor', '__proto__', 'toString', 'valueOf'];
    const rows = [
      ...words.map((fulfillment, at) => row(`#${at + 1}`, { fulfillment })),
      row(`#${'5'.repeat(60)}`),
      row('#6', { price: '90071992547409.91', quantity: '100000' }),
      row('#7'),
    ];
    const file = await read([head, ...rows].join('\n'));
    expect(file.problems.map(({ code }) => code)).toEqual([
      ...words.map(() => 'unknown_fulfillment_status'),
      'too_long',
      'not_an_amount',
    ]);
    expect(file.orders).toMatchObject([{ name: '#7', fulfillment_status: 'unfulfilled' }]);
    const woo =
      'Order Number,Order Date,Order Status,Item Name,Quantity,Address 1 (Shipping),Postcode (Shipping),Country Code (Shipping),Order Currency';
    const { problems } = await read(`${woo}\n1,2026-11-20 10:00,constructor,Lamp,1,Lane,1,US,USD`);
    expect(problems).toMatchObject([{ code: 'unknown_order_status' }]);
  });
});
