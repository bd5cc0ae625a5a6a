import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
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
} from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { cashOf, checkLedger, givenMoney, givenShopOrders } from '#testing/wallet-fixtures.ts';

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
const cash = (accountId: string) => cashOf(test, accountId);

describe('paying orders', () => {
  it('makes one invoice with its orders, lines and snapshots, one debit, and sends the orders to work', async () => {
    const { person, orders } = await given(10_000);
    const preview = await test.call('POST', '/api/invoices/checkout', {
      token: person.token,
      body: { order_ids: orders },
    });
    expect(preview).toMatchObject({
      status: 200,
      body: {
        data: {
          goods: 2_000,
          freight: 2_000,
          fees: 0,
          total: 2 * each,
          currency: 'USD',
          available: 10_000,
          missing: 0,
          refused: [],
        },
      },
    });
    expect(preview.body.data.payable).toMatchObject([{ channel: 'Air line' }, { channel: 'Air line' }]);

    const paid = await pay(person.token, orders, 2 * each);
    expect(paid).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'paid',
          total: 2 * each,
          orders: 2,
          ledger_seq: 2,
          paid_by: person.username,
          billed_to: { name: expect.stringContaining('Shop of') },
          seller: { name: 'Tradewind Fulfilment Ltd' },
        },
      },
    });
    const [first] = paid.body.data.invoice_orders;
    expect(first).toMatchObject({ goods: 1_000, freight: 1_000, total: each, weight_g: 800, channel: 'Air line' });
    expect(first.lines.map((line: { code: string; amount: number }) => [line.code, line.amount])).toEqual([
      ['goods', 1_000],
      ['freight', 1_000],
    ]);
    expect(first.lines[1].inputs).toMatchObject({ weight_g: 800 });
    expect(await cash(person.account_id)).toBe(10_000 - 2 * each);

    const rows = await inAccount(test, person.account_id, async ({ db }) => ({
      stages: await db
        .selectFrom('orders')
        .select(['stage', 'payment'])
        .where('account_id', '=', person.account_id)
        .execute(),
      prices: await db
        .selectFrom('invoice_lines')
        .select(['price_id', 'code'])
        .where('account_id', '=', person.account_id)
        .execute(),
    }));
    expect(rows.stages).toEqual([
      { stage: 'processing', payment: 'paid' },
      { stage: 'processing', payment: 'paid' },
    ]);
    expect(rows.prices.filter((line) => line.code === 'goods').every((line) => line.price_id !== null)).toBe(true);
    const log = await test.call('GET', '/api/billing_logs', { token: person.token });
    expect(log.body.data[0]).toMatchObject({
      kind: 'invoice_payment',
      amount: -2 * each,
      balance_after: 10_000 - 2 * each,
      reference: { kind: 'invoices', id: paid.body.data.id, label: paid.body.data.number },
      memo: '2 orders',
    });
    const reader = await merchant(test, { account_id: person.account_id });
    await sqlRows(test, `UPDATE users SET locale = 'zh' WHERE id = '${reader.user_id}'`);
    const read = await test.call('GET', '/api/billing_logs', { token: reader.token });
    expect(read.body.data[0]).toMatchObject({ memo: '2 个订单' });
    expect(await checkLedger(test, person.account_id)).toEqual({ ok: true, transactions: 2 });
  });

  it('from two tabs at once: exactly one debit, the other tab reads why', async () => {
    const { person, orders } = await given(100_000, 3);
    const answers = await Promise.all([
      pay(person.token, orders, 3 * each),
      pay(person.token, orders.toReversed(), 3 * each),
      pay(person.token, orders.slice(0, 1), each),
    ]);
    const refused = answers.filter((answer) => answer.status === 422);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of refused)
      expect(answer.body).toMatchObject({
        code: 'order_not_payable',
        message: expect.stringMatching(/Order #\d+: .*paid.*othing was paid\.|just paid/),
      });
    const spent = answers.find((answer) => answer.status === 200)?.body.data.total as number;
    expect(await cash(person.account_id)).toBe(100_000 - spent);
    expect((await test.call('GET', '/api/invoices', { token: person.token })).body.meta.total).toBe(1);
  });

  it('of different orders at once that the balance covers only once: one goes through', async () => {
    const { person, orders } = await given(each);
    const answers = await Promise.all(orders.map((order) => pay(person.token, [order], each)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(answers.find((answer) => answer.status === 422)?.body.code).toBe('insufficient_balance');
    expect(await cash(person.account_id)).toBe(0);
  });

  it('with too little money changes nothing and says how much is missing', async () => {
    const { person, orders } = await given(1_250);
    const preview = await test.call('POST', '/api/invoices/checkout', {
      token: person.token,
      body: { order_ids: orders },
    });
    expect(preview.body.data).toMatchObject({ available: 1_250, missing: 2 * each - 1_250 });
    expect(await pay(person.token, orders, 2 * each)).toMatchObject({
      status: 422,
      body: {
        code: 'insufficient_balance',
        message: 'Your wallet balance is 12.50 USD, which is 27.50 USD short. Add at least 27.50 USD, then try again.',
      },
    });
    expect((await test.call('GET', '/api/invoices', { token: person.token })).body.meta.total).toBe(0);
    expect(
      await inAccount(test, person.account_id, ({ db }) =>
        db.selectFrom('orders').select('stage').distinct().where('account_id', '=', person.account_id).execute(),
      ),
    ).toEqual([{ stage: 'awaiting_payment' }]);
    await givenMoney(test, person.account_id, 2_750);
    expect(await pay(person.token, orders, 2 * each)).toMatchObject({ status: 200 });
  });

  it('is refused when the total differs from what was shown, with the new total', async () => {
    const { person, orders, goods } = await given(100_000);
    await inAccount(test, person.account_id, async ({ db, now }) => {
      await db.updateTable('prices').set({ valid_to: now }).where('account_id', '=', person.account_id).execute();
    });
    await givenPrice(test, person.account_id, { sku_id: goods.sku_id, channel, unit_price: 600 });
    expect(await pay(person.token, orders, 2 * each)).toMatchObject({
      status: 422,
      body: {
        code: 'price_changed',
        message: expect.stringContaining('now cost 44.00 USD instead of 40.00 USD'),
        errors: { expected_total: [expect.any(String)] },
      },
    });
    expect(await cash(person.account_id)).toBe(100_000);
    expect(await pay(person.token, orders, 4_400)).toMatchObject({ status: 200 });
  });

  it('names what changed of each order between drawer and click, and pays nothing', { tags: ['D6-07'] }, async () => {
    const { person, orders, goods } = await given(100_000);
    const body = { order_ids: orders };
    const shown = await test.call('POST', '/api/invoices/checkout', { token: person.token, body });
    const { payable, total } = shown.body.data;
    await inAccount(test, person.account_id, async ({ db, now }) => {
      await db.updateTable('prices').set({ valid_to: now }).where('account_id', '=', person.account_id).execute();
    });
    await givenPrice(test, person.account_id, { sku_id: goods.sku_id, channel, unit_price: 600 });
    const expected_orders = payable.map((order: { order_id: string; cost: object }) => ({
      order_id: order.order_id,
      ...order.cost,
    }));
    const paying = { ...body, expected_total: total, expected_orders };
    const refused = await test.call('POST', '/api/invoices', { token: person.token, key: uuid(), body: paying });
    expect(refused).toMatchObject({ status: 422, body: { code: 'price_changed' } });
    const named = payable.map((order: { name: string }) => `${order.name}: products 10.00 USD → 12.00 USD`);
    expect(refused.body.errors?.expected_orders).toEqual(named);
    expect(refused.body.message).toContain(named[0]);
    expect(await cash(person.account_id)).toBe(100_000);
    const again = { ...body, expected_total: 4_400, expected_orders };
    const hidden = await test.call('POST', '/api/invoices', { token: person.token, key: uuid(), body: again });
    expect(hidden).toMatchObject({ status: 422, body: { code: 'price_changed' } });
  });

  it('answers a repeated call with the first invoice and refuses other content under its key', async () => {
    const { person, orders } = await given(100_000);
    const key = uuid();
    const [one, two] = await Promise.all([
      pay(person.token, orders, 2 * each, key),
      pay(person.token, orders, 2 * each, key),
    ]);
    expect(one.status).toBe(200);
    expect(two.body).toEqual(one.body);
    expect(await pay(person.token, orders.slice(1), each, key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    });
    expect(await cash(person.account_id)).toBe(100_000 - 2 * each);
    expect(
      await test.call('POST', '/api/invoices', { token: person.token, body: { order_ids: orders, expected_total: 1 } }),
    ).toMatchObject({ status: 400 });
  });

  it('names what cannot be paid and pays nothing of the selection', async () => {
    const { person, orders, store } = await given(100_000, 1);
    const unmapped = await givenVariant(test, { account_id: person.account_id, id: store }, { mapping: 'unmapped' });
    const [blocked] = await addOrders(person, store, unmapped, 1);
    const ids = [...orders, blocked ?? ''];
    const preview = await test.call('POST', '/api/invoices/checkout', {
      token: person.token,
      body: { order_ids: ids },
    });
    expect(preview.body.data).toMatchObject({
      total: each,
      payable: [{ order_id: orders[0] }],
      refused: [{ order_id: blocked, reason: expect.stringContaining('isn’t mapped') }],
    });
    expect(await pay(person.token, ids, each)).toMatchObject({ status: 422, body: { code: 'order_not_payable' } });
    expect(await cash(person.account_id)).toBe(100_000);
  });

  it('pays a thousand orders in one invoice', async () => {
    const { person, orders } = await given(1_000 * each, 1_000);
    const paid = await pay(person.token, orders, 1_000 * each);
    expect(paid).toMatchObject({ status: 200, body: { data: { orders: 1_000, total: 1_000 * each } } });
    expect(await pay(person.token, [...orders, uuid()], 1)).toMatchObject({
      status: 422,
      body: { errors: { order_ids: [expect.any(String)] } },
    });
    expect(await pay(person.token, [], 0)).toMatchObject({ status: 422 });
  });
});
