import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOrderFile } from './order-file.ts';
import { isShortenedId, lostDigits } from './order-ids.ts';

const head = [
  'Name',
  'Id',
  'Financial Status',
  'Currency',
  'Created at',
  'Lineitem quantity',
  'Lineitem name',
  'Shipping Name',
];
const full = (name: string, id: string, title: string, quantity = '1') => [
  name,
  id,
  'paid',
  'USD',
  '2026-11-02',
  quantity,
  title,
  `Buyer of ${name}`,
];
const more = (name: string, title: string, quantity = '1') => [name, '', '', '', '2026-11-02', quantity, title, ''];

const read = (rows: readonly (readonly string[])[], platform = 'shopify') =>
  readOrderFile(
    { name: 'orders.csv', bytes: Buffer.from([head, ...rows].map((row) => row.join(',')).join('\n')) },
    null,
    {
      platform,
      currency: 'USD',
    },
  );
const codes = (file: Awaited<ReturnType<typeof read>>) => file.problems.map(({ row, code }) => `${row} ${code}`);

describe('cells and columns that cannot be told apart', () => {
  it('of a row with more cells than the file has columns refuse its order, empty ones do not (round 2)', async () => {
    const [long, fine] = [full('#1', '11', 'Lamp'), full('#2', '12', 'Lamp')];
    const file = await read([[...long.slice(0, -1), 'Main St 1', 'Flat 2'], [...fine, '', ''], more('#1', 'Cable')]);
    expect(file.orders.map(({ name }) => name)).toEqual(['#2']);
    expect(file.problems).toEqual([{ row: 2, column: null, code: 'more_cells', params: { cells: 9, titles: 8 } }]);
    expect(file.bad).toEqual([2, 4]);
  });

  it('of two columns with one title refuse the file, unless no order needs them (round 2)', async () => {
    const table = (titles: string, cells: string) => ({
      name: 'orders.csv',
      bytes: Buffer.from(`${titles}\n${cells}\n`),
    });
    const mapping = { order_name: 'No', placed_at: 'Date', line_quantity: 'Quantity', line_sku: 'SKU' };
    const target = { platform: 'file', currency: 'USD' };
    const twice = table('No,Date,Quantity,SKU,quantity', '1,2026-11-02,1,A,5');
    await expect(readOrderFile(twice, mapping, target)).rejects.toThrow(
      'The file has more than one column “Quantity”. Rename or delete the others, then try again.',
    );
    const other = table('No,Date,Quantity,SKU,Note,Note', '1,2026-11-02,1,A,x,y');
    expect((await readOrderFile(other, mapping, target)).orders).toHaveLength(1);
  });
});

describe('IDs that Excel has shortened', () => {
  it('are recognized by their exponent, by their zeros, and by what all long IDs lost', () => {
    for (const id of [
      '7.3E+12',
      '7,3E+12',
      '7.30000E+12',
      '6E+12',
      '6.1e+12',
      '6.1E12',
      '7300000000000',
      '6123460000000',
    ])
      expect([id, isShortenedId(id)]).toEqual([id, true]);
    for (const id of ['6100000000301', '1001', '12E3', '#1001', 'A-1E+5', '100000', '990000000001'])
      expect([id, isShortenedId(id)]).toEqual([id, false]);
    expect(lostDigits(['576460752303423000', '576460752303424000'])).toBe(true);
    expect(lostDigits(['576460752303423488', '576460752303424000'])).toBe(false);
    expect(lostDigits(['5764607523034230', '12'])).toBe(false); // one zero may be an accident
  });

  it('make every order of the file refused, and none is lost', async () => {
    for (const id of ['7.3E+12', '"7,3E+12"', '7300000000000']) {
      const file = await read([full('#20042', id, 'Lamp'), full('#20043', id, 'Vase'), full('#20044', id, 'Cup')]);
      expect(file).toMatchObject({ orders: [], bad_orders: 3, bad: [2, 3, 4] });
      expect(codes(file)).toEqual(['2 id_shortened', '3 id_shortened', '4 id_shortened']);
    }
  });

  it('are refused as names too, where an export calls its IDs so', async () => {
    const rows = ['Order,Date,Qty,Item', '5.76461E+17,2026-11-02,1,Lamp', 'A-2,2026-11-02,1,Vase'];
    const mapping = { order_name: 'Order', placed_at: 'Date', line_quantity: 'Qty', line_title: 'Item' };
    const bytes = Buffer.from(rows.join('\n'));
    const file = await readOrderFile({ name: 'a.csv', bytes }, mapping, { platform: 'file', currency: 'USD' });
    expect(file.orders.map((order) => order.name)).toEqual(['A-2']);
    expect(codes(file)).toEqual(['2 id_shortened']);
  });

  it('are found by one ID under several names, whatever it looks like', async () => {
    const file = await read([
      full('#1', '990000000001', 'Lamp'),
      full('#2', '990000000001', 'Vase'),
      full('#3', '990000000003', 'Cup'),
    ]);
    expect(file.orders.map((order) => order.name)).toEqual(['#3']);
    expect(file.problems).toMatchObject([
      { row: 2, column: 'Id', code: 'id_repeated', params: { id: '990000000001', others: '#2' } },
      { row: 3, column: 'Id', code: 'id_repeated', params: { id: '990000000001', others: '#1' } },
    ]);
  });
});

describe('the rows of an order', () => {
  it('name it by the ID of Shopify’s API, however it is written', async () => {
    const file = await read([
      full('#1', 'gid://shopify/Order/990000000001', 'Lamp'),
      full('#2', '990000000002', 'Vase'),
    ]);
    expect(file.orders.map((order) => order.external_id)).toEqual(['990000000001', '990000000002']);
  });

  it('belong together wherever they stand, and the row with the ID describes the order', async () => {
    const file = await read([
      more('#1', 'Vase'),
      full('#2', '990000000002', 'Cup'),
      full('#1', '990000000001', 'Lamp'),
    ]);
    expect(file).toMatchObject({ bad_orders: 0, rowsOf: [[2, 4], [3]] });
    expect(file.orders).toMatchObject([
      {
        external_id: '990000000001',
        name: '#1',
        address: { name: 'Buyer of #1' },
        lines: [{ title: 'Vase' }, { title: 'Lamp' }],
      },
      { external_id: '990000000002' },
    ]);
  });

  it('are refused together when one of them is wrong', async () => {
    const file = await read([
      more('#1', 'Vase', 'two'),
      full('#2', '990000000002', 'Cup'),
      full('#1', '990000000001', 'Lamp'),
    ]);
    expect(file).toMatchObject({ bad_orders: 1, bad: [2, 4], orders: [{ name: '#2' }] });
  });

  it('are never shared by guess between two orders of one name', async () => {
    const two = [full('#1', '990000000001', 'Lamp'), full('#1', '990000000002', 'Vase')];
    expect((await read(two)).orders.map((order) => order.external_id)).toEqual(['990000000001', '990000000002']);
    const file = await read([...two, more('#1', 'Cup')]);
    expect(file).toMatchObject({ orders: [], bad_orders: 2, bad: [2, 3, 4] });
    expect(new Set(file.problems.map(({ code }) => code))).toEqual(new Set(['name_repeated']));
  });

  it('are refused when the order is in the file twice, and when rows of two orders bear one name', async () => {
    const once = [full('#1', '990000000001', 'Lamp'), more('#1', 'Vase')];
    expect(await read([...once, ...once])).toMatchObject({ orders: [], bad_orders: 1, bad: [2, 3, 4, 5] });
    const sheet = (...rows: string[]) =>
      readOrderFile(
        { name: 'a.csv', bytes: Buffer.from(['No,Date,Qty,Item,To', ...rows].join('\n')) },
        { order_name: 'No', placed_at: 'Date', line_quantity: 'Qty', line_title: 'Item', name: 'To' },
        { platform: 'file', currency: 'USD' },
      );
    const other = await sheet(
      '7,2026-11-02,1,Lamp,Ann',
      '7,2026-11-02,1,Vase,Bob',
      '#8,2026-11-02,1,Cup,Eve',
      '8,2026-11-02,1,Hat,eve ',
    );
    expect(codes(other)).toEqual(['3 rows_disagree']);
    expect(other.orders).toMatchObject([{ name: '#8', lines: [{ title: 'Cup' }, { title: 'Hat' }] }]);
    expect(codes(await sheet('7,2026-11-02,1,Lamp,Ann', '8,2026-11-02,1,Lamp,Ann', '7,2026-11-02,1,Lamp,Ann'))).toEqual(
      ['4 row_repeated'],
    );
    expect(codes(await sheet(...Array.from({ length: 501 }, (_, n) => `7,2026-11-02,1,Lamp ${n},Ann`)))).toEqual([
      '2 too_many_rows',
    ]);
  });
});

describe('any file', () => {
  type Given = { name: string; id: string; goods: string[] };
  const given = fc
    .uniqueArray(
      fc.record({
        number: fc.integer({ min: 1, max: 60 }),
        goods: fc.integer({ min: 1, max: 4 }),
        hasId: fc.boolean(),
      }),
      {
        selector: (one) => one.number,
        minLength: 1,
        maxLength: 8,
      },
    )
    .map((list) =>
      list.map(
        ({ number, goods, hasId }): Given => ({
          name: `#${number}`,
          id: hasId ? String(990_000_000_000 + number) : '',
          goods: Array.from({ length: goods }, (_, n) => `Goods ${number}-${n}`),
        }),
      ),
    );
  const rowsOf = ({ name, id, goods }: Given) =>
    goods.map((title, index) => (index === 0 ? full(name, id, title) : more(name, title)));
  const fault = fc.constantFrom('none', 'shortened', 'doubled', 'nameless', 'spoiled', 'one id');

  it('has each of its orders read whole or refused whole, whatever the sequence of its rows', async () => {
    await fc.assert(
      fc.asyncProperty(given, fault, fc.infiniteStream(fc.nat()), async (orders, kind, random) => {
        const at = random.next().value % orders.length;
        const changed = orders.map((order) => {
          if (kind === 'shortened' && order.id !== '') return { ...order, id: '9.9E+11' };
          return kind === 'one id' ? { ...order, id: '990000000999' } : order;
        });
        const rows = changed.flatMap((order, index) => {
          const own = rowsOf(order);
          if (index !== at) return own;
          if (kind === 'doubled') return [...own, ...own];
          if (kind === 'nameless') return [...own, more('', 'Lost')];
          return kind === 'spoiled' ? own.map((row, n) => (n === own.length - 1 ? row.with(5, 'two') : row)) : own;
        });
        const file = await read(shuffled(rows, random));
        const lost = kind === 'nameless' ? 1 : 0;
        expect(file.orders.length + file.bad_orders).toBe(orders.length + lost);
        expect(file.bad.length + file.rowsOf.flat().length).toBe(rows.length);
        expect(new Set(file.orders.map((order) => order.external_id)).size).toBe(file.orders.length);
        for (const order of file.orders) {
          const own = orders.find(({ name }) => name === order.name);
          expect(order.lines.map(({ title }) => title).sort()).toEqual(own?.goods.toSorted());
          expect(order.address?.name).toBe(`Buyer of ${order.name}`);
        }
        const refused = {
          none: 0,
          nameless: 1,
          doubled: 1,
          spoiled: 1,
          shortened: orders.filter(({ id }) => id !== '').length,
          'one id': orders.length > 1 ? orders.length : 0,
        };
        expect(file.bad_orders).toBe(refused[kind]);
      }),
      { numRuns: 150 },
    );
  });
});

function shuffled<T>(items: readonly T[], random: Iterator<number, unknown>): T[] {
  const left = [...items];
  return items.map(() => left.splice(Number(random.next().value) % left.length, 1)[0] as T);
}
