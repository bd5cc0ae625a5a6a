import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  applyShopOrders,
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
import { merchant, type Person, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { enqueueTask, sqlRows } from '#testing/sql-rows.ts';
import { cashOf, checkLedger, givenMoney } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let channel: Channel;
let agent: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  channel = await givenChannel(test);
  agent = await staff(test, 'agent');
});
afterAll(() => test.close());

const hour = 3_600_000;
/** Two pieces at 5.00, 800 g at 10.00 per kg plus 2.00: 10.00 goods and 10.00 freight an order. */
const each = 2_000;
let placed = 0;

type Case = { owner: Person; store: string; goods: Goods };

async function given(money: number): Promise<Case> {
  const owner = await merchant(test);
  const store = await givenStore(test, owner.account_id);
  const goods = await givenVariant(test, { account_id: owner.account_id, id: store });
  await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel });
  if (money > 0) await givenMoney(test, owner.account_id, money);
  return { owner, store, goods };
}

/** An order as its shop reports it; the same name again is the order changed. */
async function order({ owner, store, goods }: Case, more: { name?: string; units?: number; cancelled?: boolean } = {}) {
  placed += more.name ? 0 : 1;
  const name = more.name ?? `#${placed}`;
  const now = test.clock.now();
  const line = shopLine(goods, { external_id: `l${name}` });
  const units = more.units ?? line.quantity;
  const shown = shopOrder([{ ...line, current_quantity: units }], {
    external_id: `9${name.slice(1)}`,
    name,
    placed_at: now,
    updated_at: now,
    ...(more.cancelled && { cancelled_at: now }),
  });
  const ref = { account_id: owner.account_id, id: store };
  await inAccount(test, owner.account_id, (ctx) => applyShopOrders(ctx, ref, [shown], 'api'));
  const [row] = await sqlRows<{ id: string }>(
    test,
    `SELECT id FROM orders WHERE account_id = '${owner.account_id}' AND name = '${name}'`,
  );
  return { id: row?.id ?? '', name };
}

async function newPrice({ owner, goods }: Case, unit_price: number): Promise<void> {
  await inAccount(test, owner.account_id, ({ db, now }) =>
    db.updateTable('prices').set({ valid_to: now }).where('account_id', '=', owner.account_id).execute(),
  );
  await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel, unit_price });
}

const get = async (token: string, path: string) => (await test.call('GET', path, { token })).body;
const post = (token: string, path: string, body: object, key = uuid()) => test.call('POST', path, { token, key, body });
const issue = ({ owner }: Case, expected_total: number, valid_hours = 24) =>
  post(agent.token, `/api/staff/clients/${owner.account_id}/order_invoices`, { expected_total, valid_hours });
const pay = ({ owner }: Case, id: string, expected_total: number) =>
  post(owner.token, `/api/invoices/${id}/payment`, { expected_total });
const invoiceOf = async ({ owner }: Case, id: string) => (await get(owner.token, `/api/invoices/${id}`)).data;
const orderOf = async ({ owner }: Case, id: string) => (await get(owner.token, `/api/shopify_orders/${id}`)).data;
const countsOf = async ({ owner }: Case) => (await get(owner.token, '/api/invoices')).meta.counts;
const cash = ({ owner }: Case) => cashOf(test, owner.account_id);

async function issued(of: Case, orders: number) {
  const answer = await issue(of, orders * each);
  expect(answer).toMatchObject({ status: 200, body: { data: { orders, total: orders * each } } });
  return answer.body.data.invoices[0] as { id: string; number: string };
}

async function run(task: string) {
  await enqueueTask(test, task);
  await runTasks(test);
}

describe('an invoice that the provider issues for orders', () => {
  it('keeps the orders until it is paid, and is paid like any invoice: one entry, and its orders go to work', async () => {
    const case_ = await given(10_000);
    const { owner } = case_;
    const orders = [await order(case_), await order(case_)];
    expect((await get(agent.token, `/api/staff/clients/${owner.account_id}/order_invoices`)).data).toEqual({
      orders: 2,
      total: 2 * each,
      currency: 'USD',
      by_client: 0,
      invoicing: 'checkout',
      valid_hours: 24,
    });
    const { id, number } = await issued(case_, 2);
    expect(await invoiceOf(case_, id)).toMatchObject({
      number,
      status: 'open',
      payable: true,
      orders: 2,
      units: 4,
      total: 2 * each,
      price_valid_until: new Date(test.clock.now().getTime() + 24 * hour).toISOString(),
      invoice_orders: [{ total: each }, { total: each }],
    });
    expect(await countsOf(case_)).toMatchObject({ unpaid: 1, expired: 0, paid: 0 });
    expect(await orderOf(case_, orders[0]?.id ?? '')).toMatchObject({
      stage: 'paying',
      payment: 'invoiced',
      invoice: { id, number },
      next: { step: 'pay_invoice', by: 'merchant' },
    });
    // its orders are counted with the invoice, not beside it
    const wallet = (await get(owner.token, '/api/wallet')).data;
    expect(wallet).toMatchObject({ owed: 2 * each, owed_invoices: 1, to_pay: 0, left: 10_000 - 2 * each });
    const { work } = (await get(owner.token, '/api/dashboard')).data;
    expect(work).toMatchObject({ to_pay: 0, to_pay_invoiced: 2 });
    const checkout = await post(owner.token, '/api/invoices', {
      order_ids: orders.map((one) => one.id),
      expected_total: 2 * each,
    });
    expect(checkout).toMatchObject({ status: 422, body: { message: expect.stringContaining('open invoice') } });
    expect(await get(owner.token, '/api/notifications')).toMatchObject({ data: [{ event: 'invoice_issued' }] });

    expect(await pay(case_, id, 2 * each - 1)).toMatchObject({ status: 422, body: { code: 'price_changed' } });
    expect(await pay(case_, id, 2 * each)).toMatchObject({ status: 200, body: { data: { status: 'paid' } } });
    expect(await cash(case_)).toBe(10_000 - 2 * each);
    for (const one of orders)
      expect(await orderOf(case_, one.id)).toMatchObject({ stage: 'processing', payment: 'paid', invoice: { id } });
    const [entry] = (await get(owner.token, '/api/billing_logs')).data;
    expect(entry).toMatchObject({ kind: 'invoice_payment', amount: -2 * each });
    expect(await checkLedger(test, owner.account_id)).toMatchObject({ ok: true });
    expect(await pay(case_, id, 2 * each)).toMatchObject({ status: 422 });
    expect(await cash(case_)).toBe(10_000 - 2 * each);
  });

  it('costs what it was issued for while its prices stand', async () => {
    const case_ = await given(10_000);
    const { id: orderId } = await order(case_);
    const { id } = await issued(case_, 1);
    await newPrice(case_, 900);
    test.clock.advance(23 * hour);
    expect(await pay(case_, id, each)).toMatchObject({ status: 200 });
    expect(await cash(case_)).toBe(10_000 - each);
    expect(await orderOf(case_, orderId)).toMatchObject({ stage: 'processing', cost: { total: each } });
  });

  it('expires with its prices, and a refresh says what each line costs now before anything is paid', async () => {
    const case_ = await given(10_000);
    const { owner } = case_;
    const one = await order(case_);
    const gone = await order(case_);
    const { id, number } = await issued(case_, 2);
    await newPrice(case_, 600);
    test.clock.advance(24 * hour);
    // its time is over before the job comes
    expect(await pay(case_, id, 2 * each)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('expired') },
    });
    await run('order_invoices_expire');
    expect(await invoiceOf(case_, id)).toMatchObject({ status: 'expired', payable: false });
    expect(await countsOf(case_)).toMatchObject({ unpaid: 0, expired: 1 });
    expect(await orderOf(case_, one.id)).toMatchObject({
      stage: 'awaiting_payment',
      payment: 'none',
      invoice: null,
      cost: { total: 2_200 },
    });
    expect((await orderOf(case_, one.id)).events.map((event: { kind: string }) => event.kind)).toEqual(
      expect.arrayContaining(['invoiced', 'invoice_expired']),
    );
    await order(case_, { name: gone.name, cancelled: true });

    const { data } = await get(owner.token, `/api/invoices/${id}/refresh`);
    expect(data).toMatchObject({ was: 2 * each, now: 2_200, orders_now: 1 });
    expect(data.orders).toMatchObject([
      {
        name: one.name,
        was: { goods: 1_000, freight: 1_000, total: each },
        now: { goods: 1_200, freight: 1_000, total: 2_200 },
        refusal: null,
        lines: [
          { code: 'goods', was: { quantity: 2, amount: 1_000 }, now: { quantity: 2, amount: 1_200 } },
          { code: 'freight', was: { amount: 1_000 }, now: { amount: 1_000 } },
        ],
      },
      { name: gone.name, now: null, refusal: expect.stringContaining('cancelled') },
    ]);
    expect(await cash(case_)).toBe(10_000);
    const refresh = (expected_total: number) => post(owner.token, `/api/invoices/${id}/refresh`, { expected_total });
    expect(await refresh(2 * each)).toMatchObject({ status: 422, body: { code: 'price_changed' } });
    expect(await invoiceOf(case_, id)).toMatchObject({ status: 'expired' });
    const renewed = (await refresh(2_200)).body.data;
    expect(renewed).toMatchObject({ orders: 1, total: 2_200 });
    expect(await invoiceOf(case_, id)).toMatchObject({ status: 'void', replaced_by: { id: renewed.id } });
    expect(await invoiceOf(case_, renewed.id)).toMatchObject({ status: 'open', replaces: { id, number } });
    expect(await refresh(2_200)).toMatchObject({ status: 422 });
    expect(await pay(case_, renewed.id, 2_200)).toMatchObject({ status: 200 });
    expect(await cash(case_)).toBe(10_000 - 2_200);
  });

  it('is not paid once its shop changed an order, until it is refreshed', async () => {
    const case_ = await given(10_000);
    const changed = await order(case_);
    await order(case_);
    const { id, number } = await issued(case_, 2);
    await order(case_, { name: changed.name, units: 1 });
    expect(await pay(case_, id, 2 * each)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(`Order ${changed.name} changed after ${number}`) },
    });
    expect(await cash(case_)).toBe(10_000);
    const { data } = await get(case_.owner.token, `/api/invoices/${id}/refresh`);
    expect(data).toMatchObject({ was: 2 * each, orders_now: 2 });
    expect(data.now).toBeLessThan(2 * each);
    const answer = await post(case_.owner.token, `/api/invoices/${id}/refresh`, { expected_total: data.now });
    expect(await pay(case_, answer.body.data.id, data.now)).toMatchObject({ status: 200 });
    expect(await cash(case_)).toBe(10_000 - data.now);
    expect(await orderOf(case_, changed.id)).toMatchObject({ stage: 'processing' });
  });

  it('is made void by staff and declined by the client, each with a reason that the other reads', async () => {
    const case_ = await given(10_000);
    const { owner } = case_;
    const { id: orderId } = await order(case_);
    const first = await issued(case_, 1);
    const voided = (token: string, reason: string) =>
      post(token, `/api/staff/clients/${owner.account_id}/order_invoices/${first.id}/void`, { reason });
    expect(await voided(owner.token, 'not mine')).toMatchObject({ status: 403 });
    expect(await voided(agent.token, 'Wrong month.')).toMatchObject({ status: 200 });
    expect(await invoiceOf(case_, first.id)).toMatchObject({ status: 'void', ended_reason: 'Wrong month.' });
    expect(await orderOf(case_, orderId)).toMatchObject({ stage: 'awaiting_payment' });
    expect(await voided(agent.token, 'Once more.')).toMatchObject({ status: 422 });
    const second = await issued(case_, 1);
    const viewer = await merchant(test, { role: 'viewer', account_id: owner.account_id });
    const declined = (token: string) => post(token, `/api/invoices/${second.id}/decline`, { reason: 'We pay weekly.' });
    expect(await declined(viewer.token)).toMatchObject({ status: 403 });
    expect(await declined((await merchant(test)).token)).toMatchObject({ status: 404 });
    expect(await declined(owner.token)).toMatchObject({ status: 200 });
    expect(await invoiceOf(case_, second.id)).toMatchObject({ status: 'void', ended_reason: 'We pay weekly.' });
    const told = (await get(agent.token, '/api/notifications')).data as { event: string; title: string }[];
    expect(told.find(({ event }) => event === 'staff_invoice_declined')).toMatchObject({
      title: `${second.number}: declined by Shop of ${owner.username}`,
      link: `/staff/clients?q=${encodeURIComponent(`Shop of ${owner.username}`)}`,
    });
    // neither bill is paid, and the order's documents say so
    expect((await get(owner.token, `/api/invoice_orders?order_id=${orderId}`)).data).toMatchObject([
      { invoice: { id: second.id, status: 'void' } },
      { invoice: { id: first.id, status: 'void' } },
    ]);
    expect(await pay(case_, second.id, each)).toMatchObject({ status: 422 });
    expect(await cash(case_)).toBe(10_000);
  });

  it('bills an order once, whoever issues and pays at the same moment', async () => {
    const case_ = await given(100_000);
    const { owner } = case_;
    const { id: orderId } = await order(case_);
    const atOnce = await Promise.all([
      issue(case_, each),
      issue(case_, each),
      post(owner.token, '/api/invoices', { order_ids: [orderId], expected_total: each }),
    ]);
    expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(1);
    const open = (await get(owner.token, '/api/invoices?tab=unpaid')).data as { id: string }[];
    if (open[0]) {
      const paid = await Promise.all([pay(case_, open[0].id, each), pay(case_, open[0].id, each)]);
      expect(paid.filter(({ status }) => status === 200)).toHaveLength(1);
    }
    expect(await cash(case_)).toBe(100_000 - each);
  });
});

describe('invoices of every night', () => {
  const setDaily = (of: Case, invoicing: 'daily' | 'checkout') =>
    test.call('PATCH', `/api/staff/clients/${of.owner.account_id}`, {
      token: agent.token,
      body: { invoicing, invoice_valid_hours: 48 },
    });

  it('are issued once a day, for what was ordered until midnight in the zone of the account', async () => {
    const case_ = await given(10_000);
    const { owner } = case_;
    await sqlRows(test, `UPDATE accounts SET time_zone = 'Asia/Shanghai' WHERE id = '${owner.account_id}'`);
    expect(await setDaily(case_, 'daily')).toMatchObject({ status: 200 });
    // noon in Shanghai of the day after the test's now
    const noon = new Date(test.clock.now());
    noon.setUTCHours(28, 0, 0, 0);
    test.clock.advance(noon.getTime() - test.clock.now().getTime());
    const yesterday = await order(case_);
    test.clock.advance(13 * hour); // 1:00 of the next day there
    const today = await order(case_);
    await run('order_invoices_issue');
    expect(await countsOf(case_)).toMatchObject({ unpaid: 0 });
    test.clock.advance(hour);
    await run('order_invoices_issue');
    await run('order_invoices_issue');
    const { data } = await get(owner.token, '/api/invoices?tab=unpaid');
    expect(data).toMatchObject([{ orders: 1, total: each }]);
    expect(new Date(data[0].price_valid_until).getTime() - test.clock.now().getTime()).toBe(48 * hour);
    expect(await orderOf(case_, yesterday.id)).toMatchObject({ payment: 'invoiced' });
    expect(await orderOf(case_, today.id)).toMatchObject({ stage: 'awaiting_payment' });
    test.clock.advance(24 * hour);
    await run('order_invoices_issue');
    expect((await get(owner.token, '/api/invoices?tab=unpaid')).data).toHaveLength(2);
  });

  it('are not issued to clients that pay at checkout', async () => {
    const case_ = await given(10_000);
    await order(case_);
    await setDaily(case_, 'checkout');
    test.clock.advance(48 * hour);
    await run('order_invoices_issue');
    expect(await countsOf(case_)).toMatchObject({ unpaid: 0 });
  });
});
