import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manyOrders } from '#contract/checkout.ts';
import { defaultStoreSettings, type StoreSettings } from '#contract/store-rules.ts';
import { reviewOrders } from '#server/features/orders/index.ts';
import { disconnect } from '#server/features/stores/index.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { inAccount, shopLine, shopOrder } from '#testing/order-fixtures.ts';
import { each, type Invoiced, money, openInvoicing } from '#testing/order-invoice-fixtures.ts';
import { merchant, staff } from '#testing/people.ts';
import { proposePrices, staffPrices, sweepPrices } from '#testing/price-fixtures.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { wrongSums } from '#testing/statistics-sums.ts';
import { cashOf, givenMoney, givenShopOrders } from '#testing/wallet-fixtures.ts';

// What happens beside an invoice of orders: large payments, stores that leave, prices that move, claims, books, members.

let test: TestApp;
let on: Awaited<ReturnType<typeof openInvoicing>>;
beforeAll(async () => {
  test = await startTestApp();
  on = await openInvoicing(test);
});
afterAll(() => test.close());

const hour = 3_600_000;

async function settings({ owner, store }: Invoiced, change: Partial<StoreSettings>): Promise<void> {
  const { version } = (await on.get(owner.token, `/api/stores/${store}/settings`)).data;
  const body = { settings: { ...defaultStoreSettings, ...change }, version };
  const answer = await test.call('PUT', `/api/stores/${store}/settings`, {
    token: owner.token,
    body,
  });
  expect(answer.status).toBe(200);
}

describe('a payment of more orders than one call pays', () => {
  const many = manyOrders + 4;

  async function large() {
    const case_ = await on.given(0);
    const { owner, store, goods } = case_;
    await givenMoney(test, owner.account_id, many * each + money);
    const orders = Array.from({ length: many }, (_, n) =>
      shopOrder([shopLine(goods, { external_id: `big${n}` })], { external_id: `77${n}`, name: `#B${n}` }),
    );
    await givenShopOrders(test, { account_id: owner.account_id, id: store }, orders);
    const { data } = (
      await test.call('POST', '/api/invoices/selections', { token: owner.token, body: { query: { tab: 'to_pay' } } })
    ).body;
    const begin = () =>
      on.post(owner.token, `/api/invoices/selections/${data.token}/pay`, { expected_total: data.total });
    return { case_, begin };
  }
  const sums = async ({ owner }: Invoiced) =>
    sqlRows<{ payment: string; n: number }>(
      test,
      `SELECT payment, count(*)::int AS n FROM orders WHERE account_id = '${owner.account_id}' GROUP BY 1 ORDER BY 1`,
    );

  it('keeps its orders from an invoice while it runs, and pays them alone', async () => {
    const { case_, begin } = await large();
    expect(await begin()).toMatchObject({ status: 200, body: { data: { job: { state: 'queued' } } } });
    expect(await on.issue(case_, each)).toMatchObject({ status: 422, body: { code: 'order_not_payable' } });
    const late = await on.order(case_);
    const { id } = await on.issued(case_);
    await runTasks(test);
    expect(await sums(case_)).toEqual([
      { payment: 'invoiced', n: 1 },
      { payment: 'paid', n: many },
    ]);
    expect(await on.orderOf(case_, late.id)).toMatchObject({ invoice: { id } });
    expect(await on.pay(case_, id)).toMatchObject({ status: 200 });
    expect(await on.cash(case_)).toBe(money - each);
  });

  it('does not begin once its orders are invoiced, and both at once bill each order once', async () => {
    const first = await large();
    expect(await on.issue(first.case_, many * each)).toMatchObject({ status: 200, body: { data: { orders: many } } });
    expect(await first.begin()).toMatchObject({ status: 422, body: { code: 'price_changed' } });
    const both = await large();
    const answers = await Promise.all([
      both.begin(),
      on.issue(both.case_, many * each),
      on.issue(both.case_, many * each),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await runTasks(test);
    const [state, more] = await sums(both.case_);
    expect(more).toBeUndefined();
    expect(state?.n).toBe(many);
  });

  it('gives its orders back to the next invoice where it fails', async () => {
    const { case_, begin } = await large();
    await begin();
    await on.newPrice(case_, 600);
    await runTasks(test);
    expect(await sums(case_)).toEqual([{ payment: 'none', n: many }]);
    await inAccount(test, case_.owner.account_id, (ctx) => reviewOrders(ctx, { skuIds: [case_.goods.sku_id] }));
    const answer = await on.issue(case_, many * 2_200);
    expect(answer).toMatchObject({ status: 200, body: { data: { orders: many } } });
    // one invoice holds 500, and each is paid by itself
    const [one, rest] = answer.body.data.invoices;
    expect([one.orders, rest.orders]).toEqual([manyOrders, many - manyOrders]);
    expect(await on.pay(case_, rest.id, rest.total)).toMatchObject({ status: 200 });
    expect(await sums(case_)).toEqual([
      { payment: 'invoiced', n: manyOrders },
      { payment: 'paid', n: many - manyOrders },
    ]);
  });
});

describe('orders to pay beside an unpaid invoice', () => {
  it('are told apart from those that it pays, in their sum and their preview', async () => {
    const case_ = await on.given();
    const { token } = case_.owner;
    await on.order(case_);
    await on.order(case_);
    await on.issued(case_, 2);
    await on.order(case_);
    const sumOf = async (query: string) => (await on.get(token, `/api/invoices/payable?${query}`)).data;
    expect(await sumOf('tab=to_pay')).toMatchObject({ orders: 1, total: each, invoiced: 2 });
    expect(await sumOf('tab=to_pay&q=nothing')).toMatchObject({ orders: 0, invoiced: 0 });
    expect(await sumOf('tab=quoting')).toMatchObject({ orders: 0, invoiced: 0 });
    const preview = await on.post(token, '/api/invoices/selections', { query: { tab: 'to_pay' } });
    expect(preview.body.data).toMatchObject({ orders: 1, left_out: 2, invoiced: 2 });
  });
});

describe('a store that leaves after the issue', () => {
  it('keeps its invoice payable, as its orders are at checkout, and says what is not paid', async () => {
    const case_ = await on.given();
    const { owner, store } = case_;
    const [one, two] = [await on.order(case_), await on.order(case_)];
    const { id } = await on.issued(case_, 2);
    const leaving = await on.get(owner.token, `/api/stores/${store}/disconnect`);
    expect(leaving.data).toMatchObject({ unpaid: 2, paid_open: 0 });
    await inAccount(test, owner.account_id, (ctx) =>
      disconnect(ctx, { account_id: owner.account_id, id: store }, { text: 'stores.disconnected_by_you' }),
    );
    const { data } = await on.get(owner.token, `/api/invoices/${id}/refresh`);
    expect(data).toMatchObject({ was: 2 * each, now: 2 * each, orders_now: 2 });
    expect(await on.pay(case_, id, 2 * each)).toMatchObject({ status: 200 });
    for (const order of [one, two]) expect(await on.orderOf(case_, order.id)).toMatchObject({ stage: 'processing' });
    expect(await on.contradictions(case_)).toEqual([]);
  });
});

describe('a price that moves after the issue', () => {
  it('changes neither the bill nor the cost of its orders until it is refreshed', async () => {
    const case_ = await on.given();
    const { owner } = case_;
    const { id: orderId } = await on.order(case_);
    const { id } = await on.issued(case_, 1, 720);
    const [price] = await staffPrices(test, on.agent.token, owner.account_id);
    const asked = { account_id: owner.account_id, id: price?.id ?? '' };
    expect(await proposePrices(test, on.agent.token, [asked])).toMatchObject({ status: 200 });
    // it waits for the merchant, who says yes
    const preview = async () => (await on.get(owner.token, `/api/invoices/${id}/refresh`)).data;
    expect(await preview()).toMatchObject({ was: each, now: each, orders: [{ changed: false }] });
    const [change] = (await on.get(owner.token, '/api/price_changes?tab=to_decide')).data;
    expect(await on.post(owner.token, '/api/price_changes/accept', { ids: [change.id] })).toMatchObject({
      status: 200,
    });
    test.clock.advance(9 * 24 * hour);
    await sweepPrices(test);
    await on.run('order_invoices_expire');
    expect(await on.orderOf(case_, orderId)).toMatchObject({ payment: 'invoiced', cost: { total: each } });
    expect(await preview()).toMatchObject({ was: each, now: each + 100, orders: [{ changed: false }] });
    // one of the same goods, placed now, costs what it costs now
    const { id: later } = await on.order(case_);
    expect(await on.orderOf(case_, later)).toMatchObject({ cost: { total: each + 100 } });
    expect(await on.pay(case_, id)).toMatchObject({ status: 200 });
    expect(await on.orderOf(case_, orderId)).toMatchObject({ stage: 'processing', cost: { total: each } });
    expect(await wrongSums(test, owner.account_id)).toEqual([]);
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it('that ends without an answer blocks new orders, not the invoice', async () => {
    const case_ = await on.given();
    const { owner } = case_;
    await on.order(case_);
    const { id } = await on.issued(case_, 1, 720);
    const [price] = await staffPrices(test, on.agent.token, owner.account_id);
    await proposePrices(test, on.agent.token, [{ account_id: owner.account_id, id: price?.id ?? '' }]);
    test.clock.advance(9 * 24 * hour);
    await sweepPrices(test);
    expect(await on.pay(case_, id)).toMatchObject({ status: 200 });
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it('is not agreed to again by paying at the price before: the newer one stays the last', async () => {
    const case_ = await on.given();
    const { owner, goods } = case_;
    await settings(case_, { price_guard_pct: 5 });
    await on.order(case_);
    const { id } = await on.issued(case_);
    test.clock.advance(hour);
    await on.newPrice(case_, 900);
    const dear = await on.order(case_);
    expect(await on.checkout(case_, [dear.id], each + 800)).toMatchObject({ status: 200 });
    expect(await on.pay(case_, id)).toMatchObject({ status: 200 });
    const next = await on.order(case_);
    await inAccount(test, owner.account_id, (ctx) => reviewOrders(ctx, { skuIds: [goods.sku_id] }));
    expect(await on.orderOf(case_, next.id)).toMatchObject({ stage: 'awaiting_payment', blocks: [] });
  });
});

describe('a refresh', () => {
  it('issues for as many hours as the invoice was issued for, whatever the terms of its client are', async () => {
    const case_ = await on.given();
    const { owner } = case_;
    await on.order(case_);
    const { id } = await on.issued(case_, 1, 72);
    await sqlRows(test, `UPDATE accounts SET invoice_valid_hours = 6 WHERE id = '${owner.account_id}'`);
    test.clock.advance(72 * hour);
    await on.run('order_invoices_expire');
    expect((await on.get(owner.token, `/api/invoices/${id}/refresh`)).data).toMatchObject({ valid_hours: 72 });
    const renewed = (await on.refresh(case_, id)).body.data;
    const valid = async (of: string) =>
      new Date((await on.invoiceOf(case_, of)).price_valid_until).getTime() - test.clock.now().getTime();
    expect(await valid(renewed.id)).toBe(72 * hour);
    test.clock.advance(hour);
    await on.newPrice(case_, 600);
    const again = (await on.refresh(case_, renewed.id, 2_200)).body.data;
    expect(await valid(again.id)).toBe(72 * hour);
  });
});

describe('an order on an invoice and what comes after a sale', () => {
  it('is neither claimed nor cancelled before it is paid, and both give money back of its invoice after', async () => {
    const case_ = await on.given();
    const { owner } = case_;
    const [one, two] = [await on.order(case_), await on.order(case_)];
    const { id } = await on.issued(case_, 2);
    const claim = async (order: string, quantity = 2) => {
      const { order_lines } = await on.orderOf(case_, order);
      const lines = [{ line_id: order_lines[0].id, quantity }];
      return on.post(owner.token, '/api/claims', {
        order_id: order,
        reason: 'cancel_after_paid',
        wanted: 'refund',
        lines,
      });
    };
    expect((await claim(one.id)).status).toBe(422);
    const claimable = await test.call('GET', `/api/shopify_orders/${one.id}/claimable`, { token: owner.token });
    expect(JSON.stringify(claimable.body.data?.groups ?? [])).not.toContain('line_id');
    expect(await on.pay(case_, id, 2 * each)).toMatchObject({ status: 200 });
    const { version } = await on.orderOf(case_, two.id);
    const cancelled = await on.post(owner.token, `/api/shopify_orders/${two.id}/cancel`, { version, reason: '' });
    expect(cancelled).toMatchObject({ status: 200 });
    expect(await on.invoiceOf(case_, id)).toMatchObject({ status: 'partly_credited', credits: [{ amount: each }] });
    expect(await on.cash(case_)).toBe(money - each);
    expect(await wrongSums(test, owner.account_id)).toEqual([]);
    expect(await on.contradictions(case_)).toEqual([]);
  });
});

describe('the books', () => {
  it('know an invoice once it is paid, and bills for accounting leave out those that ended', async () => {
    const case_ = await on.given();
    const { owner } = case_;
    const finance = await staff(test, 'finance');
    const today = test.clock.now().toISOString().slice(0, 10);
    const trial = async () => (await on.get(finance.token, '/api/staff/finance/trial_balance')).data.currencies;
    const owed = async () =>
      (await on.get(finance.token, `/api/staff/finance/liabilities?from=${today}&to=${today}`)).data;
    const client = async () =>
      (
        await on.get(
          finance.token,
          `/api/staff/finance/clients?from=${today}&to=${today}&q=${encodeURIComponent(owner.username)}`,
        )
      ).data[0];
    const bills = async (list: 'bills_xero' | 'bills_quickbooks') => {
      const asked = await test.call('POST', '/api/exports', {
        token: owner.token,
        body: { list, format: 'csv', query: {} },
      });
      const link = await test.call('POST', `/api/files/${asked.body.data.result.file_id}/link`, { token: owner.token });
      const file = await test.app.fastify.inject({ method: 'GET', url: link.body.data.url });
      return [...new Set(file.payload.match(/INV-\d+/g) ?? [])].sort();
    };
    const before = { trial: await trial(), owed: await owed(), client: await client() };
    await on.order(case_);
    const declined = await on.issued(case_);
    expect(await on.decline(case_, declined.id)).toMatchObject({ status: 200 });
    const voided = await on.issued(case_);
    expect(await on.voided(case_, voided.id)).toMatchObject({ status: 200 });
    const open = await on.issued(case_);
    expect({ trial: await trial(), owed: await owed(), client: await client() }).toEqual(before);
    for (const list of ['bills_xero', 'bills_quickbooks'] as const) expect(await bills(list)).toEqual([open.number]);
    expect(await on.pay(case_, open.id)).toMatchObject({ status: 200 });
    expect(await client()).toMatchObject({ invoiced: each, net: each, balance: money - each });
    const after = await trial();
    for (const { debit, credit } of after) expect(debit).toBe(credit);
    expect(after).not.toEqual(before.trial);
    for (const list of ['bills_xero', 'bills_quickbooks'] as const) expect(await bills(list)).toEqual([open.number]);
  });
});

describe('who does what', () => {
  it('lets agents, finance and administrators issue and void; warehouses and clients do not', async () => {
    const case_ = await on.given();
    const path = on.issuePath(case_);
    await on.order(case_);
    for (const role of ['agent', 'finance', 'admin', 'warehouse'] as const) {
      const { token } = await staff(test, role);
      const may = role !== 'warehouse';
      expect([role, (await test.call('GET', path, { token })).status]).toEqual([role, may ? 200 : 403]);
      const issued = await on.issue(case_, each, { token });
      expect([role, issued.status]).toEqual([role, may ? 200 : 403]);
      if (!may) continue;
      const { id } = issued.body.data.invoices[0];
      expect(await on.post(token, `${path}/${id}/void`, { reason: 'Tried.' })).toMatchObject({ status: 200 });
    }
    for (const call of [
      test.call('GET', path, { token: case_.owner.token }),
      on.issue(case_, each, { token: case_.owner.token }),
    ])
      expect((await call).status).toBe(403);
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it('shows staff who look at it its lines in their own language', async () => {
    const case_ = await on.given();
    await on.order(case_);
    const { id } = await on.issued(case_);
    const reader = await staff(test, 'finance');
    const chinese = { locale: 'zh' };
    await test.call('PUT', '/api/profile/settings', { token: reader.token, body: chinese });
    const headers = { 'x-client-id': case_.owner.account_id };
    const { body } = await test.call('GET', `/api/invoices/${id}`, { token: reader.token, headers });
    const titles = body.data.invoice_orders[0].lines.map((line: { title: string }) => line.title);
    expect(titles).toContainEqual(expect.stringContaining('运费'));
  });

  it('lets members see, refresh, decline and pay as their role says, and tells those who may look', async () => {
    const case_ = await on.given();
    const { account_id } = case_.owner;
    await on.order(case_);
    const expected = {
      manager: [200, 200, 'pays'],
      payer: [200, 200, 'pays'],
      accountant: [200, 200, 'pays'],
      viewer: [200, 200, 403],
      operations: [403, 403, 403],
      support: [403, 403, 403],
      sourcing: [403, 403, 403],
    } as const;
    for (const [role, [view, compare, pays]] of Object.entries(expected)) {
      const { id } = await on.issued(case_);
      const { token } = await merchant(test, { account_id, role: role as 'viewer' });
      const looked = await test.call('GET', `/api/invoices/${id}`, { token });
      const compared = await test.call('GET', `/api/invoices/${id}/refresh`, { token });
      const paid = await on.pay(case_, id, 1, token);
      const refreshed = await on.refresh(case_, id, 1, token);
      const declined = await on.decline(case_, id, token);
      const may = pays === 'pays';
      expect([role, looked.status, compared.status, paid.status, refreshed.status, declined.status]).toEqual([
        role,
        view,
        compare,
        may ? 422 : 403,
        may ? 422 : 403,
        may ? 200 : 403,
      ]);
      if (!may) expect(await on.voided(case_, id)).toMatchObject({ status: 200 });
      const told = (await test.call('GET', '/api/notifications', { token })).body.data as { event: string }[];
      if (view === 403) expect([role, told.filter(({ event }) => event.startsWith('invoice_'))]).toEqual([role, []]);
    }
    expect(await on.contradictions(case_)).toEqual([]);
  });
});

describe('automatic payments', () => {
  it('leave the orders of an open invoice, and take them once it has ended', async () => {
    const case_ = await on.given();
    await settings(case_, { pay_mode: 'after_1h' });
    const { id: orderId } = await on.order(case_);
    const { id } = await on.issued(case_);
    test.clock.advance(2 * hour);
    await on.run('autopay_sweep');
    expect(await on.orderOf(case_, orderId)).toMatchObject({ payment: 'invoiced' });
    expect(await on.cash(case_)).toBe(money);
    await Promise.all([on.run('autopay_sweep'), on.pay(case_, id), on.decline(case_, id)]);
    expect(await on.contradictions(case_)).toEqual([]);
    await on.run('autopay_sweep');
    expect(await on.orderOf(case_, orderId)).toMatchObject({ payment: 'paid' });
    expect(await on.cash(case_)).toBe(money - each);
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it('and a nightly run at the same moment take each order once', async () => {
    const case_ = await on.given();
    const { owner } = case_;
    await settings(case_, { pay_mode: 'after_1h' });
    await sqlRows(test, `UPDATE accounts SET invoicing = 'daily' WHERE id = '${owner.account_id}'`);
    for (let n = 0; n < 4; n += 1) await on.order(case_);
    test.clock.advance(48 * hour);
    await Promise.all([on.run('autopay_sweep'), on.run('order_invoices_issue'), on.run('autopay_sweep')]);
    expect(await on.contradictions(case_)).toEqual([]);
    expect(await cashOf(test, owner.account_id)).toBeGreaterThanOrEqual(money - 4 * each);
  });
});

describe('the nightly run where clocks change', () => {
  /** Orders of a zone are placed at these moments; the run looks every 15 minutes and says what it billed. */
  async function nights(zone: string, from: string, hours: number, placed: readonly string[]) {
    test.clock.advance(new Date(from).getTime() - test.clock.now().getTime());
    const case_ = await on.given();
    const { account_id } = case_.owner;
    await sqlRows(test, `UPDATE accounts SET time_zone = '${zone}', invoicing = 'daily' WHERE id = '${account_id}'`);
    const due = placed.map((at) => new Date(at).getTime());
    for (let step = 0; step < hours * 4; step += 1) {
      const now = test.clock.now().getTime();
      for (const at of due) if (at >= now && at < now + hour / 4) await on.order(case_, { placed_at: new Date(at) });
      test.clock.advance(hour / 4);
      await on.run('order_invoices_issue');
    }
    const rows = await sqlRows<{ at: string; orders: number }>(
      test,
      `SELECT to_char(issued_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI') AS at, orders_count AS orders FROM invoices WHERE account_id = '${account_id}' ORDER BY issued_at`,
    );
    return rows.map(({ at, orders }) => `${at} ${orders}`);
  }

  it('runs once where 2:00 is left out, where 1:00 comes twice, and where midnight is left out', async () => {
    // New York 2027-03-14: 1:59 is followed by 3:00 (07:00Z)
    expect(
      await nights('America/New_York', '2027-03-14T02:00:00Z', 30, ['2027-03-14T04:30:00Z', '2027-03-14T05:30:00Z']),
    ).toEqual(['2027-03-14T07:00 1', '2027-03-15T06:00 1']);
    // Cairo 2027-04-30: 23:59 is followed by 1:00 (22:00Z)
    expect(
      await nights('Africa/Cairo', '2027-04-29T20:00:00Z', 8, ['2027-04-29T21:30:00Z', '2027-04-29T22:15:00Z']),
    ).toEqual(['2027-04-29T23:00 1']);
    // New York 2027-11-07: 1:00 to 2:00 comes twice, 2:00 is 07:00Z
    expect(
      await nights('America/New_York', '2027-11-07T03:00:00Z', 6, ['2027-11-07T03:30:00Z', '2027-11-07T04:30:00Z']),
    ).toEqual(['2027-11-07T07:00 1']);
  });
});
