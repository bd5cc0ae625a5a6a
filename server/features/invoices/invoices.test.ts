import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { analyse, sqlRows } from '#testing/sql-rows.ts';
import { planOf } from '#testing/explain.ts';
import {
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { askStockOrder, quoteBody, staffStockOrder } from '#testing/stock-order-fixtures.ts';
import { givenMoney, givenShopOrders } from '#testing/wallet-fixtures.ts';
import { creditOrder } from '#server/features/orders/index.ts';
import { creditNotesStatement } from './records/credit-notes.db.ts';
import { invoiceOrdersStatement } from './records/billed.db.ts';

let test: TestApp;
let channel: Channel;
beforeAll(async () => {
  test = await startTestApp();
  channel = await givenChannel(test);
});
afterAll(() => test.close());

type Case = { person: Person; store: string; goods: Goods; orders: string[] };
/** Two pieces at 5.00, 800 g at 10.00 per kg plus 2.00: 10.00 goods and 10.00 freight an order. */
const each = 2_000;
let external = 0;

async function addOrders(person: Person, store: string, goods: Goods, count: number): Promise<string[]> {
  const orders = Array.from({ length: count }, () => {
    external += 1;
    return shopOrder([shopLine(goods)], { external_id: String(external), name: `#${external}` });
  });
  await givenShopOrders(test, { account_id: person.account_id, id: store }, orders);
  return inAccount(test, person.account_id, async (ctx) => {
    const rows = await ctx.db
      .selectFrom('orders')
      .select(['id', 'external_id'])
      .where('account_id', '=', person.account_id)
      .where(
        'external_id',
        'in',
        orders.map((order) => order.external_id),
      )
      .execute();
    return rows.sort((a, b) => Number(a.external_id) - Number(b.external_id)).map((row) => row.id);
  });
}

async function given(money: number, count = 2): Promise<Case> {
  const person = await merchant(test);
  const store = await givenStore(test, person.account_id);
  const goods = await givenVariant(test, { account_id: person.account_id, id: store });
  await givenPrice(test, person.account_id, { sku_id: goods.sku_id, channel });
  if (money > 0) await givenMoney(test, person.account_id, money);
  return { person, store, goods, orders: await addOrders(person, store, goods, count) };
}

const pay = (token: string, order_ids: string[], expected_total: number, key: string = uuid()) =>
  test.call('POST', '/api/invoices', { token, key, body: { order_ids, expected_total } });

describe('an unpaid invoice', () => {
  it('is listed with its stock order and whether it can be paid, and says who paid it only once it is paid', async () => {
    const { person, goods } = await given(1_000_000, 1);
    const { account_id, token } = person;
    const agent = await staff(test, 'agent');
    const { id } = (await askStockOrder(test, token, [{ sku_id: goods.sku_id, quantity: 100 }])).body.data;
    const quote = await staffStockOrder(test, agent.token, { account_id, id }, 'quote', quoteBody(test, 1));
    const { version, total: expected_total, number } = quote.body.data;
    await test.call('POST', `/api/stock_orders/${id}/accept`, {
      token,
      key: uuid(),
      body: { version, expected_total },
    });
    const unpaid = async () => (await test.call('GET', '/api/invoices?tab=unpaid&sort=issued_at', { token })).body.data;
    const of = async (part: string) =>
      (await unpaid()).find((one: { stock_order: { part: string } }) => one.stock_order.part === part);
    const [deposit, balance] = [await of('deposit'), await of('balance')];
    expect(deposit).toMatchObject({ stock_order: { id, number }, pay_first: null, payable: true });
    expect(balance).toMatchObject({ pay_first: { id: deposit.id, number: deposit.number }, payable: false });
    const detail = async () => (await test.call('GET', `/api/invoices/${deposit.id}`, { token })).body.data;
    expect(await detail()).toMatchObject({ paid_by: null, payable: true, orders: 0, items: { length: 3 } });
    const payer = await merchant(test, { account_id, role: 'payer' });
    const path = `/api/invoices/${deposit.id}/payment`;
    const paid = await test.call('POST', path, {
      token: payer.token,
      key: uuid(),
      body: { expected_total: deposit.total },
    });
    expect(paid).toMatchObject({ status: 200, body: { data: { paid_by: payer.username, payable: false } } });
    expect(await unpaid()).toMatchObject([{ id: balance.id, payable: true, pay_first: null }]);
  });
});

describe('who sees and pays what', () => {
  it('another account’s orders and invoices are 404, no token is 401, a role without the right 403', async () => {
    const { person, orders } = await given(100_000);
    const other = await given(100_000, 1);
    expect(await pay(other.person.token, [...other.orders, orders[0] ?? ''], each)).toMatchObject({ status: 404 });
    expect(
      await test.call('POST', '/api/invoices/checkout', { token: other.person.token, body: { order_ids: orders } }),
    ).toMatchObject({ status: 404 });
    const paid = (await pay(person.token, orders, 2 * each)).body.data;
    const billed = paid.invoice_orders[0].id as string;
    expect(await test.call('GET', `/api/invoices/${paid.id}`, { token: other.person.token })).toMatchObject({
      status: 404,
    });
    expect(await test.call('GET', `/api/invoice_orders/${billed}`, { token: other.person.token })).toMatchObject({
      status: 404,
    });
    for (const path of [
      '/api/invoices',
      `/api/invoices/${paid.id}`,
      '/api/invoice_orders',
      `/api/invoice_orders/${billed}`,
    ]) {
      expect(await test.call('GET', path), path).toMatchObject({ status: 401 });
    }
    expect(await test.call('POST', '/api/invoices/checkout', { body: { order_ids: orders } })).toMatchObject({
      status: 401,
    });
    const viewer = await merchant(test, { account_id: person.account_id, role: 'viewer' });
    expect(await pay(viewer.token, orders, 2 * each)).toMatchObject({ status: 403 });
    const support = await merchant(test, { account_id: person.account_id, role: 'support' });
    expect(await test.call('GET', '/api/invoices', { token: support.token })).toMatchObject({ status: 403 });
    expect(await pay((await staff(test, 'finance')).token, orders, 1)).toMatchObject({ status: 403 });
  });

  it('a member with some stores pays and sees only these', async () => {
    const { person, orders, store } = await given(100_000, 2);
    const second = await givenStore(test, person.account_id, { name: 'Other shop' });
    const goods = await givenVariant(test, { account_id: person.account_id, id: second });
    await givenPrice(test, person.account_id, { sku_id: goods.sku_id, channel });
    const hidden = await addOrders(person, second, goods, 1);
    const member = await merchant(test, { account_id: person.account_id, role: 'payer', stores: [store] });
    expect(await pay(member.token, [...orders, ...hidden], 3 * each)).toMatchObject({ status: 404 });
    const own = await pay(member.token, orders.slice(0, 1), each);
    expect(own).toMatchObject({ status: 200 });
    const mixed = await pay(person.token, [orders[1] ?? '', ...hidden], 2 * each);
    expect((await test.call('GET', '/api/invoices', { token: member.token })).body).toMatchObject({
      meta: { total: 1 },
      data: [{ id: own.body.data.id }],
    });
    expect(await test.call('GET', `/api/invoices/${mixed.body.data.id}`, { token: member.token })).toMatchObject({
      status: 404,
    });
    expect((await test.call('GET', '/api/invoice_orders', { token: member.token })).body.meta.total).toBe(2);
    expect((await test.call('GET', '/api/invoice_orders', { token: person.token })).body.meta.total).toBe(3);
  });
});

describe('lists', () => {
  it('of billed orders come from an index, newest first and by the order’s name, as the application role', async () => {
    const { person, orders } = await given(1_000_000, 40);
    await pay(person.token, orders, 40 * each);
    await sqlRows(
      test,
      `INSERT INTO invoice_orders (account_id, id, invoice_id, order_id, order_name, store_name, part, goods, freight, fees, total)
       SELECT account_id, gen_random_uuid(), invoice_id, order_id, order_name, store_name, part + n, 0, 0, 0, 0 FROM invoice_orders, generate_series(1, 80) n
       WHERE account_id = '${person.account_id}'`,
    );
    await sqlRows(
      test,
      `INSERT INTO invoice_lines (account_id, invoice_order_id, line, code, title, sku, quantity, unit_amount, amount)
       SELECT account_id, id, 10 + n, 'goods', 'Lamp', 'S' || number || n, 1, 1, 1 FROM invoice_orders, generate_series(1, 2) n
       WHERE account_id = '${person.account_id}'`,
    );
    await analyse(test);
    const page = { offset: 0, limit: 10 };
    const plan = (q?: string) =>
      inAccount(test, person.account_id, async (ctx) => {
        const statement = invoiceOrdersStatement(ctx, { q }, page);
        return planOf(test, { account_id: person.account_id }, statement);
      });
    expect(await plan()).toContain('invoice_orders_number_key');
    for (const text of [await plan(), await plan('IO-10001')]) expect(text).not.toContain('Seq Scan on invoice_orders');
    const bySku = await inAccount(test, person.account_id, async (ctx) =>
      planOf(test, { account_id: person.account_id }, invoiceOrdersStatement(ctx, { sku: 'none' }, page)),
    );
    expect(bySku).toContain('invoice_lines_sku_idx');
    expect(bySku).not.toContain('Seq Scan on invoice_');
    const name = (await test.call('GET', '/api/invoice_orders?per_page=1', { token: person.token })).body.data[0].order
      .name;
    const found = await test.call('GET', `/api/invoice_orders?per_page=100&q=${encodeURIComponent(name)}`, {
      token: person.token,
    });
    expect(found.body.meta.total).toBe(81);
    expect(new Set(found.body.data.map((row: { order: { name: string } }) => row.order.name))).toEqual(new Set([name]));
  });

  it('of invoices have tabs and find a number; billed orders of one invoice open with their lines', {
    tags: ['S7-26', 'S7-27'],
  }, async () => {
    const { person, orders, store } = await given(100_000, 3);
    const one = (await pay(person.token, orders.slice(0, 2), 2 * each)).body.data;
    const two = (await pay(person.token, orders.slice(2), each)).body.data;
    const list = async (query: string) =>
      (await test.call('GET', `/api/invoices?${query}`, { token: person.token })).body;
    expect(await list('')).toMatchObject({
      data: [
        { id: two.id, orders: 1 },
        { id: one.id, orders: 2 },
      ],
      meta: { total: 2, counts: { all: 2, paid: 2, unpaid: 0, expired: 0 } },
    });
    expect((await list('tab=unpaid')).data).toEqual([]);
    expect((await list(`q=${one.number}`)).data).toMatchObject([{ id: one.id }]);
    expect((await list('q=nothing')).data).toEqual([]);
    expect(await test.call('GET', '/api/invoices?tab=odd', { token: person.token })).toMatchObject({ status: 400 });
    const billed = await test.call('GET', `/api/invoice_orders?invoice_id=${one.id}`, { token: person.token });
    expect(billed.body).toMatchObject({
      meta: { total: 2 },
      data: [{ invoice: { number: one.number }, total: each }, {}],
    });
    const { order, id: bill } = billed.body.data[0];
    const ofOrder = await test.call('GET', `/api/invoice_orders?order_id=${order.id}`, { token: person.token });
    expect(ofOrder.body.data.map((found: { id: string }) => found.id)).toEqual([bill]);
    expect(ofOrder.body.data).toMatchObject([{ issued_at: one.issued_at, tracking: [] }]);
    const found = async (query: string) =>
      (await test.call('GET', `/api/invoice_orders?${query}`, { token: person.token })).body.meta.total;
    const issued = (one.issued_at as string).slice(0, 10);
    expect(await found(`from=${issued}&to=${issued}`)).toBe(3);
    expect(await found('from=2020-01-01&to=2020-01-31')).toBe(0);
    expect([await found(`store_id=${store}`), await found(`store_id=${person.account_id}`)]).toEqual([3, 0]);
    const detail = await test.call('GET', `/api/invoice_orders/${billed.body.data[0].id}`, { token: person.token });
    expect(detail.body.data.lines).toHaveLength(2);
    expect(await test.call('GET', '/api/invoice_orders/not-an-id', { token: person.token })).toMatchObject({
      status: 404,
    });
  });

  it('of invoices are narrowed by type, amount, store and country, and show units and the days of their orders', async () => {
    const { person, orders, store } = await given(1_000_000, 3);
    const one = (await pay(person.token, orders.slice(0, 2), 2 * each)).body.data;
    const two = (await pay(person.token, orders.slice(2), each)).body.data;
    const second = await givenStore(test, person.account_id, { name: 'Other shop' });
    const goods = await givenVariant(test, { account_id: person.account_id, id: second });
    await givenPrice(test, person.account_id, { sku_id: goods.sku_id, channel });
    const other = (await pay(person.token, await addOrders(person, second, goods, 1), each)).body.data;
    const { account_id } = person;
    await sqlRows(
      test,
      `UPDATE orders SET country = 'DE' WHERE account_id = '${account_id}' AND id = '${orders[2]}' RETURNING 1`,
    );
    const found = async (query: string) =>
      (await test.call('GET', `/api/invoices?${query}`, { token: person.token })).body.data.map(
        (row: { id: string }) => row.id,
      );
    expect(await found('kind=orders')).toEqual([other.id, two.id, one.id]);
    expect(await found('kind=stock_order')).toEqual([]);
    expect(await found('amount_from=20.01')).toEqual([one.id]);
    expect(await found('amount_to=20')).toEqual([other.id, two.id]);
    expect(await found(`store_id=${store}`)).toEqual([two.id, one.id]);
    expect(await found('country=DE')).toEqual([two.id]);
    expect(await found(`country=DE&store_id=${second}`)).toEqual([]);
    const bills = async (query: string) =>
      (await test.call('GET', `/api/invoice_orders?${query}`, { token: person.token })).body;
    const [{ items, items_count }] = (await bills('')).data;
    expect([items, items_count]).toEqual([[{ sku: items[0].sku, title: expect.any(String), quantity: 2 }], 1]);
    for (const sku of [items[0].sku, items[0].sku.toLowerCase(), goods.sku]) {
      expect(await found(`sku=${encodeURIComponent(sku)}`)).toEqual([other.id]);
      expect((await bills(`sku=${encodeURIComponent(sku)}`)).meta.total).toBe(1);
    }
    expect([await found('sku=none'), (await bills('sku=none')).data]).toEqual([[], []]);
    expect((await bills('country=US')).meta.total).toBe(4);
    expect((await bills('country=DE')).meta.total).toBe(0); // where they were billed to go
    expect((await bills('amount_from=20.01')).meta.total).toBe(0);
    expect((await bills('amount_from=20&amount_to=20')).meta.total).toBe(4);
    const [row] = (await test.call('GET', `/api/invoices?q=${one.number}`, { token: person.token })).body.data;
    const [days] = await sqlRows(
      test,
      `SELECT min(placed_at) AS first, max(placed_at) AS last FROM orders WHERE id IN ('${orders[0]}', '${orders[1]}')`,
    );
    const at = (time: unknown) => (time instanceof Date ? time.toISOString() : time);
    expect(row).toMatchObject({ units: 4, orders_from: at(days?.first), orders_to: at(days?.last) });
    const file = await test.call('POST', '/api/exports', {
      token: person.token,
      body: { list: 'bills_xero', format: 'csv', query: { country: 'DE' } },
    });
    expect(file.status).toBe(200);
  });

  it('of credit notes name invoice, order and reason, and come from an index', async () => {
    const { person, orders } = await given(100_000, 2);
    const paid = (await pay(person.token, orders, 2 * each)).body.data;
    const reason = { text: 'ledger.order_cancelled', params: { name: '#1' } } as const;
    for (const order of orders)
      await inAccount(test, person.account_id, (ctx) =>
        creditOrder(ctx, order, { amount: 350, reason, cause: order, as: 'credit_note' }),
      );
    const list = async (query = '', { token } = person) =>
      (await test.call('GET', `/api/credit_notes?${query}`, { token })).body;
    const { data, meta } = await list();
    expect(meta.total).toBe(2);
    expect(data[0]).toMatchObject({
      number: expect.stringMatching(/^CN-/),
      invoice: { id: paid.id, number: paid.number },
      order: { id: orders[1] },
      reason: expect.stringContaining('#1'),
      amount: 350,
      currency: 'USD',
    });
    expect((await list(`q=${data[1].number}`)).data).toEqual([data[1]]);
    expect((await list(`q=${paid.number}`)).data).toHaveLength(2);
    expect((await list('to=2020-01-01')).data).toEqual([]);
    expect((await list('', await merchant(test))).data).toEqual([]);
    const tab = await test.call('GET', '/api/invoices?tab=credit_notes', { token: person.token });
    expect(tab.body.data).toMatchObject([{ id: paid.id }]);
    await sqlRows(
      test,
      `WITH made AS (
         INSERT INTO ledger_transactions (account_id, seq, id, at, kind, ref_kind, ref_id, ref_label, memo, actor_kind, idempotency_key, prev_hash, hash)
         SELECT '${person.account_id}', 1000 + n, gen_random_uuid(), now(), 'credit_note', 't', gen_random_uuid(), '', '', 'system', 'k' || n,
           decode(lpad(to_hex(n), 64, '0'), 'hex'), decode(repeat('cd', 32), 'hex') FROM generate_series(1, 2000) n RETURNING seq),
       entries AS (
         INSERT INTO ledger_entries (account_id, seq, line, ledger_account, amount, currency, balance_after, overdraws)
         SELECT '${person.account_id}', seq, line, CASE line WHEN 1 THEN 'cash' ELSE 'revenue' END, 3 - 2 * line, 'USD', 0, false
         FROM made, generate_series(1, 2) line)
       INSERT INTO credit_notes (account_id, id, invoice_id, amount, reason, issued_at, ledger_seq)
       SELECT '${person.account_id}', gen_random_uuid(), '${paid.id}', 1, 'test', now() - seq * interval '1 hour', seq FROM made RETURNING 1`,
    );
    await analyse(test);
    const plan = await inAccount(test, person.account_id, (ctx) =>
      planOf(test, { account_id: person.account_id }, creditNotesStatement(ctx, {}, { offset: 0, limit: 10 })),
    );
    expect(plan).toContain('credit_notes_list_idx');
  });

  it('show what was given back of them, with the credit note, in list, detail and file', async () => {
    const { person, orders } = await given(100_000, 2);
    const paid = (await pay(person.token, orders, 2 * each)).body.data;
    expect(paid).toMatchObject({ credited: 0, credit_notes: [] });
    const reason = { text: 'ledger.order_cancelled', params: { name: '#1' } } as const;
    const note = { amount: 350, reason, cause: 'test', as: 'credit_note' } as const;
    await inAccount(test, person.account_id, (ctx) => creditOrder(ctx, orders[0] ?? '', note));
    const [row] = (await test.call('GET', '/api/invoices', { token: person.token })).body.data;
    expect(row).toMatchObject({ status: 'partly_credited', total: 2 * each, credited: 350 });
    const { data } = (await test.call('GET', `/api/invoices/${paid.id}`, { token: person.token })).body;
    expect(data).toMatchObject({ credited: 350, credits: [{ amount: 350, reason: expect.stringContaining('#1') }] });
    expect(row.credit_notes).toEqual([{ number: data.credits[0].number, amount: 350 }]);
    const logs = await test.call('GET', '/api/billing_logs?kind=credit_note', { token: person.token });
    const [{ number: label, ledger_seq: seq }] = data.credits;
    expect(logs.body.data).toMatchObject([{ seq, amount: 350, reference: { label, invoice_id: data.id } }]);
  });

  it('paying leaves an audit row', async () => {
    const { person, orders } = await given(100_000, 1);
    const paid = (await pay(person.token, orders, each)).body.data;
    const rows = await systemEntry(test).run('all_accounts', ({ db }) =>
      db
        .selectFrom('audit_log')
        .select(['action', 'details'])
        .where('account_id', '=', person.account_id)
        .where('entity_id', '=', paid.id)
        .execute(),
    );
    expect(rows).toEqual([
      { action: 'invoices.pay', details: { number: paid.number, orders: 1, total: each, currency: 'USD' } },
    ]);
  });
});
