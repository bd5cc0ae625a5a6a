import { parse } from 'csv-parse/sync';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportListName } from '#contract/list-rules.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { hasPdfTools, pdfFaults, pdfPages } from '#testing/pdf-tools.ts';
import { merchant, type Person } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenMoney, givenShopOrders } from '#testing/wallet-fixtures.ts';
import { creditOrder } from '#server/features/orders/index.ts';
import { amountText, decimalText, moneyText } from '#server/lib/money-text.ts';

let test: TestApp;
let person: Person;
/** The day in Shanghai, where the account is, and the one before: that of the documents in UTC. */
let day: string;
let dayBefore: string;
type Api = Record<string, any>; // oxlint-disable-line no-explicit-any -- answers as they came
let invoices: Api[];

beforeAll(async () => {
  test = await startTestApp();
  const at = new Date(test.clock.now());
  at.setUTCHours(20, 0, 0, 0);
  if (at < test.clock.now()) at.setUTCDate(at.getUTCDate() + 1);
  test.clock.set(at);
  dayBefore = at.toISOString().slice(0, 10);
  day = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  person = await merchant(test);
  const { account_id, token } = person;
  await sqlRows(test, `UPDATE accounts SET time_zone = 'Asia/Shanghai' WHERE id = '${account_id}'`);
  const channel = await givenChannel(test);
  const store = { account_id, id: await givenStore(test, account_id) };
  const goods = await givenVariant(test, store);
  await givenPrice(test, account_id, { sku_id: goods.sku_id, channel });
  await givenMoney(test, account_id, 1_000_000);
  const names = ['#B1', '#B2', '#B3'];
  await givenShopOrders(
    test,
    store,
    names.map((name) => shopOrder([shopLine(goods)], { external_id: name, name })),
  );
  const rows = await inAccount(test, account_id, (ctx) =>
    ctx.db.selectFrom('orders').select('id').where('account_id', '=', account_id).orderBy('name').execute(),
  );
  const [first = '', ...others] = rows.map(({ id }) => id);
  for (const order_ids of [[first], others])
    await test.call('POST', '/api/invoices', {
      token,
      key: uuid(),
      body: { order_ids, expected_total: 2_000 * order_ids.length },
    });
  await systemEntry(test).run({ account_id }, (ctx) =>
    creditOrder(ctx, first, {
      amount: 455,
      reason: { text: 'ledger.order_cancelled', params: { name: '#B1' } },
      cause: `test:${uuid()}`,
      as: 'credit_note',
    }),
  );
  const list: Api[] = (await test.call('GET', '/api/invoices', { token })).body.data;
  invoices = await Promise.all(
    list.map(async ({ id }) => (await test.call('GET', `/api/invoices/${id}`, { token })).body.data),
  );
});
afterAll(() => test.close());

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const credits = () => invoices.flatMap((invoice) => invoice.credits as Api[]);

async function download(url: string): Promise<Buffer> {
  const answer = await test.app.fastify.inject({ method: 'GET', url });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

/** A file of bills as its rows by the names of their columns. */
async function billsOf(list: ExportListName, query: object = {}): Promise<{ names: string[]; rows: Api[] }> {
  const { token } = person;
  const { result } = (await test.call('POST', '/api/exports', { token, body: { list, format: 'csv', query } })).body
    .data;
  const link = await test.call('POST', `/api/files/${result.file_id}/link`, { token });
  const table: string[][] = parse(await download(link.body.data.url), { bom: true });
  const [names = [], ...cells] = table;
  return { names, rows: cells.map((row) => Object.fromEntries(row.map((cell, at) => [names[at], cell]))) };
}

/** Cents of an exact decimal. */
const centsOf = (text: string) => Number(text.replace('.', ''));

it('says of each billed order what was given back of it', () => {
  const orders = invoices.flatMap((invoice) => invoice.invoice_orders as Api[]);
  expect(Object.fromEntries(orders.map(({ order, credited }) => [order.name, credited]))).toEqual({
    '#B1': 455,
    '#B2': 0,
    '#B3': 0,
  });
});

describe('bills for accounting programs', () => {
  it.each([
    {
      list: 'bills_xero',
      names:
        '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,*InvoiceDate,*DueDate,Total,InventoryItemCode,Description,*Quantity,*UnitAmount,*AccountCode,*TaxType,TaxAmount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency',
      of: { number: '*InvoiceNumber', day: '*InvoiceDate', due: '*DueDate', amount: '*UnitAmount' },
      account: '*AccountCode',
    },
    {
      list: 'bills_quickbooks',
      names:
        '*BillNo,*Supplier,*BillDate,*DueDate,Terms,Location,Memo,*Account,LineDescription,*LineAmount,LineTaxCode,LineTaxAmount,Currency',
      of: { number: '*BillNo', day: '*BillDate', due: '*DueDate', amount: '*LineAmount' },
      account: '*Account',
    },
  ] as const)('$list adds up to the API, a line for each kind of cost', async ({ list, names, of, account }) => {
    const file = await billsOf(list);
    expect(file.names.join(',')).toBe(names);
    expect(invoices).toHaveLength(2);
    for (const invoice of invoices) {
      const lines = file.rows.filter((row) => row[of.number] === invoice.number);
      expect(lines.map((row) => row[of.amount])).toEqual([
        decimalText(invoice.goods, 'USD'),
        decimalText(invoice.freight, 'USD'),
      ]);
      expect(new Set(lines.map((row) => row[account])).size).toBe(2);
    }
    const [note] = credits();
    expect(file.rows.filter((row) => row[of.number] === note?.number).map((row) => row[of.amount])).toEqual(['-4.55']);
    const net = sum(invoices.map((one) => one.total - one.credited));
    expect(sum(file.rows.map((row) => centsOf(row[of.amount])))).toBe(net);
    for (const row of file.rows) expect(row).toMatchObject({ [of.day]: day, [of.due]: day, Currency: 'USD' });
  });

  it('keep the filters of the list and count days in the zone of the account', async () => {
    expect((await billsOf('bills_xero', { from: day, to: day })).rows).toHaveLength(5);
    expect((await billsOf('bills_xero', { to: dayBefore })).rows).toEqual([]);
    expect((await billsOf('bills_xero', { tab: 'unpaid' })).rows).toEqual([]);
  });

  it('are no formula to a spreadsheet, whatever the supplier is called', async () => {
    const name = '=HYPERLINK("http://x")';
    await sqlRows(
      test,
      `UPDATE invoices SET seller = jsonb_build_object('name', '${name}') WHERE id = '${invoices[0]?.id}'`,
    );
    const { rows } = await billsOf('bills_quickbooks', { q: invoices[0]?.number });
    expect(rows[0]?.['*Supplier']).toBe(`'${name}`);
  });
});

describe('billed orders as a file', () => {
  const names = (rows: readonly Api[]) => rows.map((row) => row.Order);

  it('have the columns of the screen, with all goods of each order', async () => {
    const file = await billsOf('invoice_orders');
    expect(file.names.join()).toBe(
      'Order invoice,Order,Store,Invoice,Issued (Asia/Shanghai),Items,Shipping method,Weight (g),Tracking number,Amount,Amount currency',
    );
    const listed: Api[] = (await test.call('GET', '/api/invoice_orders', { token: person.token })).body.data;
    expect(file.rows).toEqual(
      listed.map((bill) =>
        expect.objectContaining({
          'Order invoice': bill.number,
          Order: bill.order.name,
          Store: bill.order.store,
          Invoice: bill.invoice.number,
          Items: bill.items.map((item: Api) => `${item.sku} × ${item.quantity}`).join(', '),
          'Shipping method': bill.channel,
          Amount: decimalText(bill.total, 'USD'),
        }),
      ),
    );
    expect(names(file.rows)).toEqual(['#B3', '#B2', '#B1']);
    await sqlRows(
      test,
      `INSERT INTO invoice_lines (account_id, invoice_order_id, line, code, title, sku, quantity, unit_amount, amount)
       SELECT account_id, id, 10 + n, 'goods', 'Lamp', 'LAMP-' || n, n, 0, 0 FROM invoice_orders, generate_series(1, 4) n
       WHERE account_id = '${person.account_id}' AND order_name = '#B2'`,
    );
    const [row] = (await billsOf('invoice_orders', { q: '#B2' })).rows;
    expect(row?.Items).toMatch(/ × 2, LAMP-1 × 1, LAMP-2 × 2, LAMP-3 × 3, LAMP-4 × 4$/);
  });

  it('keep the filters of the list, of which the search takes several names', async () => {
    expect(names((await billsOf('invoice_orders', { q: '#B1, #B3' })).rows)).toEqual(['#B3', '#B1']);
    expect((await billsOf('invoice_orders', { to: dayBefore })).rows).toEqual([]);
    expect((await billsOf('invoice_orders', { country: 'FR' })).rows).toEqual([]);
    const invoice = invoices.find((one) => one.orders === 2);
    expect(names((await billsOf('invoice_orders', { invoice_id: invoice?.id })).rows)).toEqual(['#B3', '#B2']);
  });

  it('over 2,000 are written by a job, each once', async () => {
    await sqlRows(
      test,
      `INSERT INTO invoice_orders (account_id, id, invoice_id, order_id, order_name, store_name, part, goods, freight, fees, total)
       SELECT account_id, gen_random_uuid(), invoice_id, order_id, order_name, store_name, part + n, 0, 0, 0, 0 FROM invoice_orders, generate_series(1, 2100) n
       WHERE account_id = '${person.account_id}' AND order_name = '#B1'`,
    );
    const { token } = person;
    const body = { list: 'invoice_orders', format: 'csv', query: { q: '#B1' } };
    const made = (await test.call('POST', '/api/exports', { token, body })).body.data;
    expect(made).toMatchObject({ state: 'running', total: 2_101 });
    await runTasks(test);
    const { result } = (await test.call('GET', `/api/jobs/${made.id}`, { token })).body.data;
    const link = await test.call('POST', `/api/files/${result.file_id}/link`, { token });
    const [, ...rows]: string[][] = parse(await download(link.body.data.url), { bom: true });
    expect(new Set(rows.map(([number]) => number)).size).toBe(2_101);
    await sqlRows(
      test,
      `DELETE FROM invoice_orders WHERE account_id = '${person.account_id}' AND part > 1 AND total = 0 RETURNING 1`,
    );
  });
});

describe('the summary of a period', () => {
  const ask = (body: object, token = person.token) => test.call('POST', '/api/invoices/summary/pdf', { token, body });

  it.skipIf(!hasPdfTools)('has a line for each document, and the totals that the API names', async () => {
    const { token } = person;
    const period = { from: day, to: day };
    const sums = (await test.call('GET', `/api/invoices/summary?from=${day}&to=${day}`, { token })).body.data;
    const billed = sum(invoices.map((one) => one.total));
    expect(sums).toEqual({
      ...period,
      currency: 'USD',
      invoices: 2,
      credit_notes: 1,
      goods: sum(invoices.map((one) => one.goods)),
      freight: sum(invoices.map((one) => one.freight)),
      fees: sum(invoices.map((one) => one.fees)),
      billed,
      credited: 455,
      total: billed - 455,
    });
    const bytes = await download((await ask(period)).body.data.url);
    expect(pdfFaults(bytes)).toBe('');
    const lines = pdfPages(bytes).join('\n').split('\n');
    for (const invoice of invoices)
      expect(lines.find((line) => line.includes(invoice.number))).toContain(amountText(invoice.total, 'USD'));
    expect(lines.find((line) => line.includes(credits()[0]?.number))).toContain('−4.55');
    for (const part of ['goods', 'freight', 'billed', 'total'])
      expect(lines.some((line) => line.includes(moneyText(sums[part], 'USD')))).toBe(true);
  });

  it('is refused for days without documents, for days in the wrong order, and shows nobody else’s', async () => {
    const none = await ask({ from: dayBefore, to: dayBefore });
    expect(none.status).toBe(422);
    expect(none.body.message).toBe(
      `No paid invoice or credit note was issued from ${dayBefore} to ${dayBefore}. Choose other dates.`,
    );
    const wrong = await ask({ from: day, to: dayBefore });
    expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['to']]);
    expect((await ask({ from: day, to: day }, (await merchant(test)).token)).status).toBe(422);
  });
});
