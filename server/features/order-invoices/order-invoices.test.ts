import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { each, type Invoiced, openInvoicing } from '#testing/order-invoice-fixtures.ts';
import { merchant } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { checkLedger } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let on: Awaited<ReturnType<typeof openInvoicing>>;
beforeAll(async () => {
  test = await startTestApp();
  on = await openInvoicing(test);
});
afterAll(() => test.close());

const hour = 3_600_000;

describe('an invoice that the provider issues for orders', () => {
  it('keeps the orders until it is paid, and is paid like any invoice: one entry, and its orders go to work', async () => {
    const case_ = await on.given(10_000);
    const { owner } = case_;
    const orders = [await on.order(case_), await on.order(case_)];
    expect((await on.get(on.agent.token, `/api/staff/clients/${owner.account_id}/order_invoices`)).data).toEqual({
      orders: 2,
      total: 2 * each,
      beyond: 0,
      currency: 'USD',
      by_client: 0,
      invoicing: 'checkout',
      valid_hours: 24,
    });
    const { id, number } = await on.issued(case_, 2);
    expect(await on.invoiceOf(case_, id)).toMatchObject({
      number,
      status: 'open',
      payable: true,
      orders: 2,
      units: 4,
      total: 2 * each,
      price_valid_until: new Date(test.clock.now().getTime() + 24 * hour).toISOString(),
      invoice_orders: [{ total: each }, { total: each }],
    });
    expect(await on.countsOf(case_)).toMatchObject({ unpaid: 1, expired: 0, paid: 0 });
    expect(await on.orderOf(case_, orders[0]?.id ?? '')).toMatchObject({
      stage: 'paying',
      payment: 'invoiced',
      invoice: { id, number },
      next: { step: 'pay_invoice', by: 'merchant' },
    });
    // its orders are counted with the invoice, not beside it
    const wallet = (await on.get(owner.token, '/api/wallet')).data;
    expect(wallet).toMatchObject({ owed: 2 * each, owed_invoices: 1, to_pay: 0, left: 10_000 - 2 * each });
    const { work } = (await on.get(owner.token, '/api/dashboard')).data;
    expect(work).toMatchObject({ to_pay: 0, to_pay_invoiced: 2 });
    const checkout = await on.post(owner.token, '/api/invoices', {
      order_ids: orders.map((one) => one.id),
      expected_total: 2 * each,
    });
    expect(checkout).toMatchObject({ status: 422, body: { message: expect.stringContaining('open invoice') } });
    expect(await on.get(owner.token, '/api/notifications')).toMatchObject({ data: [{ event: 'invoice_issued' }] });

    expect(await on.pay(case_, id, 2 * each - 1)).toMatchObject({ status: 422, body: { code: 'price_changed' } });
    expect(await on.pay(case_, id, 2 * each)).toMatchObject({ status: 200, body: { data: { status: 'paid' } } });
    expect(await on.cash(case_)).toBe(10_000 - 2 * each);
    for (const one of orders)
      expect(await on.orderOf(case_, one.id)).toMatchObject({ stage: 'processing', payment: 'paid', invoice: { id } });
    const [entry] = (await on.get(owner.token, '/api/billing_logs')).data;
    expect(entry).toMatchObject({ kind: 'invoice_payment', amount: -2 * each });
    expect(await checkLedger(test, owner.account_id)).toMatchObject({ ok: true });
    expect(await on.pay(case_, id, 2 * each)).toMatchObject({ status: 422 });
    expect(await on.cash(case_)).toBe(10_000 - 2 * each);
  });

  it('costs what it was issued for while its prices stand', async () => {
    const case_ = await on.given(10_000);
    const { id: orderId } = await on.order(case_);
    const { id } = await on.issued(case_, 1);
    await on.newPrice(case_, 900);
    test.clock.advance(23 * hour);
    expect(await on.pay(case_, id, each)).toMatchObject({ status: 200 });
    expect(await on.cash(case_)).toBe(10_000 - each);
    expect(await on.orderOf(case_, orderId)).toMatchObject({ stage: 'processing', cost: { total: each } });
  });

  it('expires with its prices, and a refresh says what each line costs now before anything is paid', async () => {
    const case_ = await on.given(10_000);
    const { owner } = case_;
    const one = await on.order(case_);
    const gone = await on.order(case_);
    const { id, number } = await on.issued(case_, 2);
    const queue = new pg.Client({ connectionString: test.url }); // the queue is its owner's
    await queue.connect();
    const { rows: tasks } = await queue.query<{ run_at: Date }>(
      'SELECT run_at FROM graphile_worker.jobs WHERE key = $1',
      [`order_invoices_expire:${id}`],
    );
    await queue.end();
    expect(tasks.map(({ run_at }) => run_at.getTime())).toEqual([test.clock.now().getTime() + 24 * hour]);
    await on.newPrice(case_, 600);
    test.clock.advance(24 * hour);
    // its time is over before the job comes
    expect(await on.pay(case_, id, 2 * each)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('expired') },
    });
    // and every page says so
    expect(await on.countsOf(case_)).toMatchObject({ unpaid: 0, expired: 1 });
    expect((await on.get(owner.token, '/api/invoices?tab=expired')).data).toMatchObject([{ id, status: 'expired' }]);
    expect((await on.get(owner.token, '/api/invoices?tab=unpaid')).data).toEqual([]);
    expect(await on.invoiceOf(case_, id)).toMatchObject({ status: 'expired', payable: false });
    const billed = (await on.get(owner.token, `/api/invoice_orders?invoice_id=${id}`)).data;
    expect(billed).toMatchObject([{ invoice: { status: 'expired' } }, { invoice: { status: 'expired' } }]);
    expect((await on.get(owner.token, '/api/wallet')).data).toMatchObject({ owed: 0, owed_invoices: 0 });
    const early = (await on.get(owner.token, `/api/invoices/${id}/refresh`)).data;
    expect(early).toMatchObject({ was: 2 * each, now: 2 * 2_200, orders_now: 2 });
    await on.run('order_invoices_expire');
    expect(await on.invoiceOf(case_, id)).toMatchObject({ status: 'expired', payable: false });
    expect(await on.countsOf(case_)).toMatchObject({ unpaid: 0, expired: 1 });
    expect(await on.orderOf(case_, one.id)).toMatchObject({
      stage: 'awaiting_payment',
      payment: 'none',
      invoice: null,
      cost: { total: 2_200 },
    });
    expect((await on.orderOf(case_, one.id)).events.map((event: { kind: string }) => event.kind)).toEqual(
      expect.arrayContaining(['invoiced', 'invoice_expired']),
    );
    await on.order(case_, { name: gone.name, cancelled_at: test.clock.now() });

    const { data } = await on.get(owner.token, `/api/invoices/${id}/refresh`);
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
    expect(await on.cash(case_)).toBe(10_000);
    const refresh = (expected_total: number) => on.post(owner.token, `/api/invoices/${id}/refresh`, { expected_total });
    expect(await refresh(2 * each)).toMatchObject({ status: 422, body: { code: 'price_changed' } });
    expect(await on.invoiceOf(case_, id)).toMatchObject({ status: 'expired' });
    const renewed = (await refresh(2_200)).body.data;
    expect(renewed).toMatchObject({ orders: 1, total: 2_200 });
    expect(await on.invoiceOf(case_, id)).toMatchObject({ status: 'void', replaced_by: { id: renewed.id } });
    expect(await on.invoiceOf(case_, renewed.id)).toMatchObject({ status: 'open', replaces: { id, number } });
    expect(await refresh(2_200)).toMatchObject({ status: 422 });
    expect(await on.pay(case_, renewed.id, 2_200)).toMatchObject({ status: 200 });
    expect(await on.cash(case_)).toBe(10_000 - 2_200);
  });

  it('is not paid once its shop changed an order, until it is refreshed', async () => {
    const case_ = await on.given(10_000);
    const changed = await on.order(case_);
    await on.order(case_);
    const { id, number } = await on.issued(case_, 2);
    await on.order(case_, { name: changed.name, units: 1 });
    expect(await on.pay(case_, id, 2 * each)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(`Order ${changed.name} changed after ${number}`) },
    });
    expect(await on.cash(case_)).toBe(10_000);
    const { data } = await on.get(case_.owner.token, `/api/invoices/${id}/refresh`);
    expect(data).toMatchObject({ was: 2 * each, orders_now: 2 });
    expect(data.now).toBeLessThan(2 * each);
    const answer = await on.post(case_.owner.token, `/api/invoices/${id}/refresh`, { expected_total: data.now });
    expect(await on.pay(case_, answer.body.data.id, data.now)).toMatchObject({ status: 200 });
    expect(await on.cash(case_)).toBe(10_000 - data.now);
    expect(await on.orderOf(case_, changed.id)).toMatchObject({ stage: 'processing' });
  });

  it('is made void by staff and declined by the client, each with a reason that the other reads', async () => {
    const case_ = await on.given(10_000);
    const { owner } = case_;
    const { id: orderId } = await on.order(case_);
    const first = await on.issued(case_, 1);
    const voided = (token: string, reason: string) =>
      on.post(token, `/api/staff/clients/${owner.account_id}/order_invoices/${first.id}/void`, { reason });
    expect(await voided(owner.token, 'not mine')).toMatchObject({ status: 403 });
    expect(await voided(on.agent.token, 'Wrong month.')).toMatchObject({ status: 200 });
    expect(await on.invoiceOf(case_, first.id)).toMatchObject({ status: 'void', ended_reason: 'Wrong month.' });
    expect(await on.orderOf(case_, orderId)).toMatchObject({ stage: 'awaiting_payment' });
    expect(await voided(on.agent.token, 'Once more.')).toMatchObject({ status: 422 });
    const second = await on.issued(case_, 1);
    const viewer = await merchant(test, { role: 'viewer', account_id: owner.account_id });
    const declined = (token: string) =>
      on.post(token, `/api/invoices/${second.id}/decline`, { reason: 'We pay weekly.' });
    expect(await declined(viewer.token)).toMatchObject({ status: 403 });
    expect(await declined((await merchant(test)).token)).toMatchObject({ status: 404 });
    expect(await declined(owner.token)).toMatchObject({ status: 200 });
    expect(await on.invoiceOf(case_, second.id)).toMatchObject({ status: 'void', ended_reason: 'We pay weekly.' });
    const told = (await on.get(on.agent.token, '/api/notifications')).data as { event: string; title: string }[];
    expect(told.find(({ event }) => event === 'staff_invoice_declined')).toMatchObject({
      title: `${second.number}: declined by Shop of ${owner.username}`,
      link: `/staff/clients?q=${encodeURIComponent(`Shop of ${owner.username}`)}`,
    });
    // neither bill is paid, and the order's documents say so
    expect((await on.get(owner.token, `/api/invoice_orders?order_id=${orderId}`)).data).toMatchObject([
      { invoice: { id: second.id, status: 'void' } },
      { invoice: { id: first.id, status: 'void' } },
    ]);
    // the list keeps both under a tab of their own
    expect((await on.get(owner.token, '/api/invoices?tab=void')).data).toMatchObject([
      { id: second.id },
      { id: first.id },
    ]);
    expect(await on.countsOf(case_)).toMatchObject({ void: 2, unpaid: 0, expired: 0, paid: 0 });
    expect(await on.pay(case_, second.id, each)).toMatchObject({ status: 422 });
    expect(await on.cash(case_)).toBe(10_000);
  });

  it('bills an order once, whoever issues and pays at the same moment', async () => {
    const case_ = await on.given(100_000);
    const { owner } = case_;
    const { id: orderId } = await on.order(case_);
    const atOnce = await Promise.all([
      on.issue(case_, each),
      on.issue(case_, each),
      on.post(owner.token, '/api/invoices', { order_ids: [orderId], expected_total: each }),
    ]);
    expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(1);
    const open = (await on.get(owner.token, '/api/invoices?tab=unpaid')).data as { id: string }[];
    if (open[0]) {
      const paid = await Promise.all([on.pay(case_, open[0].id, each), on.pay(case_, open[0].id, each)]);
      expect(paid.filter(({ status }) => status === 200)).toHaveLength(1);
    }
    expect(await on.cash(case_)).toBe(100_000 - each);
  });
});

it('is issued for the orders of some days, cut in the zone of the client, and leaves the others', async () => {
  const case_ = await on.given();
  const { owner } = case_;
  await sqlRows(test, `UPDATE accounts SET time_zone = 'Asia/Shanghai' WHERE id = '${owner.account_id}'`);
  const placed = async (at: string) => on.order(case_, { placed_at: new Date(at) });
  const orders = [
    await placed('2026-11-01T15:59:59Z'),
    await placed('2026-11-01T16:00:00Z'), // the second began there
    await placed('2026-11-03T15:59:59Z'),
    await placed('2026-11-03T16:00:00Z'),
  ];
  const days = { from: '2026-11-02', to: '2026-11-03' };
  const path = on.issuePath(case_);
  const waiting = async (query: string) => (await on.get(on.agent.token, `${path}?${query}`)).data;
  expect(await waiting('from=2026-11-02&to=2026-11-03')).toMatchObject({ orders: 2, total: 2 * each });
  expect(await waiting('to=2026-11-01')).toMatchObject({ orders: 1, total: each });
  expect(await waiting('from=2026-11-05')).toMatchObject({ orders: 0, total: 0 });
  const issue = (total: number) => on.post(on.agent.token, path, { ...days, expected_total: total, valid_hours: 24 });
  expect(await issue(4 * each)).toMatchObject({ status: 422, body: { code: 'price_changed' } });
  expect(await issue(2 * each)).toMatchObject({ status: 200, body: { data: { orders: 2, total: 2 * each } } });
  const stages = await Promise.all(orders.map(async ({ id }) => (await on.orderOf(case_, id)).payment));
  expect(stages).toEqual(['none', 'invoiced', 'invoiced', 'none']);
  expect(await issue(2 * each)).toMatchObject({ status: 422, body: { code: 'order_not_payable' } });
});

it('is issued up to an amount for the orders placed first, until the next would exceed it', async () => {
  const case_ = await on.given();
  const placed = (day: number, quantity = 2) =>
    on.order(case_, { placed_at: new Date(`2026-11-0${day}T12:00:00Z`), units: quantity });
  const [third, first, second, fourth] = [await placed(3), await placed(1, 1), await placed(2), await placed(4, 1)];
  const costs = await Promise.all(
    [first, second, third, fourth].map(async ({ id }) => {
      const [row] = await sqlRows(test, `SELECT cost_total FROM orders WHERE id = '${id}'`);
      return Number(row?.cost_total);
    }),
  );
  const [one = 0, two = 0, three = 0, four = 0] = costs;
  expect(four).toBeLessThan(three);
  const path = on.issuePath(case_);
  const waiting = async (query: string) => (await on.get(on.agent.token, `${path}?${query}`)).data;
  expect(await waiting('')).toMatchObject({ orders: 4, total: one + two + three + four, beyond: 0 });
  // the fourth would fit, but the third comes before it
  const most = one + two + three - 1;
  expect(await waiting(`up_to=${most}`)).toMatchObject({ orders: 2, total: one + two, beyond: 2 });
  expect(await waiting(`up_to=${one + two}`)).toMatchObject({ orders: 2, total: one + two, beyond: 2 });
  expect(await waiting(`up_to=${one + two - 1}`)).toMatchObject({ orders: 1, total: one });
  expect(await waiting(`up_to=${one - 1}`)).toMatchObject({ orders: 0, total: 0, beyond: 4 });
  expect(await waiting(`from=2026-11-04&up_to=${four}`)).toMatchObject({ orders: 1, total: four, beyond: 0 });
  for (const wrong of ['up_to=0', 'up_to=1.5', 'up_to=x'])
    expect((await test.call('GET', `${path}?${wrong}`, { token: on.agent.token })).status).toBe(400);
  const issue = (up_to: number, total: number) =>
    on.post(on.agent.token, path, { up_to, expected_total: total, valid_hours: 24 });
  expect(await issue(most, one + two + three)).toMatchObject({ status: 422, body: { code: 'price_changed' } });
  expect(await issue(one - 1, one)).toMatchObject({ status: 422, body: { code: 'order_not_payable' } });
  expect(await issue(most, one + two)).toMatchObject({ status: 200, body: { data: { orders: 2, total: one + two } } });
  const payments = [first, second, third, fourth].map(async ({ id }) => (await on.orderOf(case_, id)).payment);
  expect(await Promise.all(payments)).toEqual(['invoiced', 'invoiced', 'none', 'none']);
});

describe('invoices of every night', () => {
  const setDaily = (of: Invoiced, invoicing: 'daily' | 'checkout') =>
    test.call('PATCH', `/api/staff/clients/${of.owner.account_id}`, {
      token: on.agent.token,
      body: { invoicing, invoice_valid_hours: 48 },
    });

  it('are issued once a day, for what was ordered until midnight in the zone of the account', async () => {
    const case_ = await on.given(10_000);
    const { owner } = case_;
    await sqlRows(test, `UPDATE accounts SET time_zone = 'Asia/Shanghai' WHERE id = '${owner.account_id}'`);
    expect(await setDaily(case_, 'daily')).toMatchObject({ status: 200 });
    // noon in Shanghai of the day after the test's now
    const noon = new Date(test.clock.now());
    noon.setUTCHours(28, 0, 0, 0);
    test.clock.advance(noon.getTime() - test.clock.now().getTime());
    const yesterday = await on.order(case_);
    test.clock.advance(13 * hour); // 1:00 of the next day there
    const today = await on.order(case_);
    await on.run('order_invoices_issue');
    expect(await on.countsOf(case_)).toMatchObject({ unpaid: 0 });
    test.clock.advance(hour);
    await on.run('order_invoices_issue');
    await on.run('order_invoices_issue');
    const { data } = await on.get(owner.token, '/api/invoices?tab=unpaid');
    expect(data).toMatchObject([{ orders: 1, total: each }]);
    expect(new Date(data[0].price_valid_until).getTime() - test.clock.now().getTime()).toBe(48 * hour);
    expect(await on.orderOf(case_, yesterday.id)).toMatchObject({ payment: 'invoiced' });
    expect(await on.orderOf(case_, today.id)).toMatchObject({ stage: 'awaiting_payment' });
    test.clock.advance(24 * hour);
    await on.run('order_invoices_issue');
    expect((await on.get(owner.token, '/api/invoices?tab=unpaid')).data).toHaveLength(2);
  });

  it('are not issued to clients that pay at checkout', async () => {
    const case_ = await on.given(10_000);
    await on.order(case_);
    await setDaily(case_, 'checkout');
    test.clock.advance(48 * hour);
    await on.run('order_invoices_issue');
    expect(await on.countsOf(case_)).toMatchObject({ unpaid: 0 });
  });
});
