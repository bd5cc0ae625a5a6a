import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manyOrders } from '#contract/checkout.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { givenStore, givenVariant } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { askStockOrder, quoteBody, staffStockOrder } from '#testing/stock-order-fixtures.ts';
import { cashOf, checkLedger, givenMoney, givenOrdersToPay } from '#testing/wallet-fixtures.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const cost = 2_000;
const none = { per_payment: null, per_day: null, per_month: null };
type Limits = Partial<Record<keyof typeof none, number>>;

const limit = async (by: Person, of: Person, limits: Limits) => {
  const members = (await test.call('GET', '/api/sub_accounts', { token: by.token })).body.data;
  const { version } = members.find(({ user_id }: Person) => user_id === of.user_id)?.limits ?? { version: 0 };
  const body = { ...none, ...limits, version };
  return test.call('PUT', `/api/sub_accounts/${of.user_id}/limits`, { token: by.token, body });
};
const total = (orders: string[]) => orders.length * cost;
const pay = ({ token }: Person, orders: string[]) =>
  test.call('POST', '/api/invoices', {
    token,
    key: uuid(),
    body: { order_ids: orders, expected_total: total(orders) },
  });
const preview = async ({ token }: Person, orders: string[]) =>
  (await test.call('POST', '/api/invoices/checkout', { token, body: { order_ids: orders } })).body.data;
const ask = ({ token }: Person, orders: string[]) =>
  test.call('POST', '/api/payment_requests', {
    token,
    key: uuid(),
    body: { order_ids: orders, expected_total: total(orders) },
  });
const get = async ({ token }: Person, id: string) =>
  (await test.call('GET', `/api/payment_requests/${id}`, { token })).body.data;
const open = async ({ token }: Person) => (await test.call('GET', '/api/payment_requests', { token })).body;
const approve = ({ token }: Person, id: string, expected_total: number, version = 1) =>
  test.call('POST', `/api/payment_requests/${id}/approve`, { token, key: uuid(), body: { expected_total, version } });
const bell = async ({ token }: Person, event: string) =>
  (await test.call('GET', '/api/notifications', { token })).body.data.filter(
    (row: { event: string }) => row.event === event,
  );

type TeamOptions = { money?: number; orders?: number; limits?: Limits };

/** An account with an owner, a manager and a payer who is limited so. */
async function team({ money = 20_000, orders = 3, limits = { per_payment: cost } }: TeamOptions = {}) {
  const owner = await merchant(test);
  const { account_id } = owner;
  const manager = await merchant(test, { account_id, role: 'manager' });
  const payer = await merchant(test, { account_id, role: 'payer' });
  await givenMoney(test, account_id, money);
  const made = await limit(owner, payer, limits);
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return { owner, manager, payer, account_id, orders: await givenOrdersToPay(test, account_id, orders) };
}

it('lets a member pay up to the limit, and above it ask for an approval that pays the orders as they are shown', async () => {
  const { owner, payer, manager, account_id, orders } = await team();
  const [first = '', ...rest] = orders;
  expect(await preview(payer, [first])).toMatchObject({ approval: null });
  expect((await pay(payer, [first])).status).toBe(200);
  expect(await preview(payer, rest)).toMatchObject({
    approval: { limit: 'per_payment', most: cost, left: cost, approvers: [owner.username, manager.username] },
  });
  expect(await pay(payer, rest)).toMatchObject({ status: 422, body: { code: 'approval_needed' } });

  const asked = await ask(payer, rest);
  expect(asked).toMatchObject({ status: 200, body: { data: { status: 'open', total: 2 * cost, may_cancel: true } } });
  const { id } = asked.body.data;
  expect(await ask(payer, rest)).toMatchObject({
    status: 422,
    body: { code: 'payment_request_closed', message: expect.stringContaining('already requested for #') },
  });
  expect(await open(manager)).toMatchObject({
    data: [{ id, requested_by: payer.username, may_decide: true }],
    meta: { total: 1, counts: { open: 1 } },
  });
  expect(await bell(owner, 'payment_requested')).toMatchObject([{ needs_action: true }]);
  expect(await get(manager, id)).toMatchObject({ changed: false, checkout: { total: 2 * cost, approval: null } });
  const paid = await approve(manager, id, 2 * cost);
  expect(paid).toMatchObject({ status: 200, body: { data: { job: null } } });
  expect(await get(payer, id)).toMatchObject({
    status: 'approved',
    decided_by: manager.username,
    invoice: paid.body.data.invoice,
    checkout: null,
  });
  expect(await cashOf(test, account_id)).toBe(20_000 - 3 * cost);
  expect(await bell(owner, 'payment_requested')).toMatchObject([{ needs_action: false }]);
  expect(await bell(payer, 'payment_approved')).toHaveLength(1);
  expect(await open(manager)).toMatchObject({
    data: [{ status: 'approved' }],
    meta: { total: 1, counts: { open: 0 } },
  });
});

it('is shown with the orders while it is open: in the list, the details and the preview of their payment', async () => {
  const { manager, payer, orders } = await team();
  const [first = '', ...rest] = orders;
  const { id } = (await ask(payer, rest)).body.data;
  const request = { id, requested_by: { id: payer.user_id, name: payer.username } };
  const list = async () => {
    const { data } = (await test.call('GET', '/api/shopify_orders?tab=to_pay', { token: manager.token })).body;
    return data.map((row: { id: string; payment_request: unknown }) => [row.id, row.payment_request]);
  };
  const detail = async (order = '') =>
    (await test.call('GET', `/api/shopify_orders/${order}`, { token: manager.token })).body.data.payment_request;
  expect(new Map(await list())).toEqual(new Map([[first, null], ...rest.map((order) => [order, request] as const)]));
  expect([await detail(first), await detail(rest[0])]).toEqual([null, request]);
  const name = expect.stringMatching(/^#/);
  expect((await preview(manager, orders)).requests).toMatchObject([{ ...request, orders: 2, first: { name } }]);
  expect((await preview(payer, [first])).requests).toEqual([]);

  const matching = async (query: object) =>
    (await test.call('POST', '/api/invoices/selections', { token: payer.token, body: { query } })).body.data;
  const ids = orders.join(',');
  expect(await matching({ ids })).toMatchObject({ orders: 3, requests: [{ id, orders: 2 }] });
  for (const query of [
    { tab: 'to_pay', approval: 'none' },
    { ids, approval: 'none' },
  ])
    expect(await matching(query)).toMatchObject({ orders: 1, payable: [{ order_id: first }], requests: [] });
  expect(await matching({ tab: 'to_pay', approval: 'requested' })).toMatchObject({ orders: 2 });

  const version = 1;
  const declined = { reason: 'Not this month', version };
  const path = `/api/payment_requests/${id}/decline`;
  expect((await test.call('POST', path, { token: manager.token, body: declined })).status).toBe(200);
  expect(new Map(await list())).toEqual(new Map(orders.map((order) => [order, null])));
  expect((await preview(manager, orders)).requests).toEqual([]);
});

it('is not offered to be paid once more while it is open: list, wallet, dashboard and the next cut-off count it apart', async () => {
  const { manager, payer, orders } = await team();
  const [first = '', ...rest] = orders;
  const read = async ({ token }: Person, path: string) => (await test.call('GET', path, { token })).body.data;
  const { id } = (await ask(payer, rest)).body.data;
  const requested = { orders: 2, total: 2 * cost };
  for (const person of [payer, manager]) {
    expect(await read(person, '/api/invoices/payable?tab=to_pay')).toMatchObject({ orders: 1, total: cost, requested });
    const dashboard = await read(person, '/api/dashboard');
    expect(dashboard.work).toMatchObject({ to_pay: 1, to_pay_amount: cost, to_pay_requested: 2, orders_waiting: 1 });
    const board = await read(person, '/api/promises?horizon=next');
    expect(board).toMatchObject({ considered: 1 });
    expect(board.orders).toMatchObject([{ id: first }]);
  }
  // paying everything costs both
  expect(await read(manager, '/api/wallet')).toMatchObject({
    to_pay: cost,
    to_pay_orders: 1,
    requested: 2 * cost,
    requested_orders: 2,
    left: 20_000 - 3 * cost,
  });
  expect(await read(payer, '/api/invoices/payable?tab=to_pay&approval=requested')).toMatchObject({
    orders: 0,
    requested,
  });
  await test.call('POST', `/api/payment_requests/${id}/cancel`, { token: payer.token, body: { version: 1 } });
  expect(await read(payer, '/api/invoices/payable?tab=to_pay')).toMatchObject({
    orders: 3,
    requested: { orders: 0, total: 0 },
  });
});

it('holds the daily and monthly limits when one member pays twice at the same moment', async () => {
  const { payer, account_id, orders } = await team({ limits: { per_day: cost + 1, per_month: 2 * cost } });
  const at = await Promise.all(orders.slice(0, 2).map((id) => pay(payer, [id])));
  expect(at.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(at.find(({ status }) => status === 422)?.body).toMatchObject({ code: 'approval_needed' });
  expect(await cashOf(test, account_id)).toBe(20_000 - cost);
  const left = await givenOrdersToPay(test, account_id, 1);
  expect((await preview(payer, left)).approval).toMatchObject({ limit: 'per_day', left: 1 });
  test.clock.advance(24 * 3_600_000);
  expect((await pay(payer, left)).status).toBe(200);
  test.clock.advance(24 * 3_600_000);
  const more = await givenOrdersToPay(test, account_id, 1);
  expect((await preview(payer, more)).approval).toMatchObject({ limit: 'per_month', left: 0 });
  expect(await checkLedger(test, account_id)).toMatchObject({ ok: true });
});

it('pays once when two approve at the same moment', async () => {
  const { owner, manager, payer, account_id, orders } = await team();
  const { id } = (await ask(payer, orders)).body.data;
  const both = await Promise.all([approve(owner, id, 3 * cost), approve(manager, id, 3 * cost)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(both.find(({ status }) => status === 422)?.body).toMatchObject({ code: 'payment_request_closed' });
  expect(await cashOf(test, account_id)).toBe(20_000 - 3 * cost);
});

it('shows an approver what changed, and pays what is left at what the approver saw', async () => {
  const { owner, payer, account_id, orders } = await team();
  const [first = '', second = ''] = orders;
  const { id } = (await ask(payer, orders)).body.data;
  expect((await pay(owner, [first])).status).toBe(200);
  await sqlRows(test, `UPDATE orders SET held = true WHERE id = '${second}'`);
  await test.call('POST', `/api/shopify_orders/${second}/hold`, { token: owner.token, key: uuid(), body: {} });
  const now = await get(owner, id);
  expect(now.changed).toBe(true);
  expect(now.lines.filter((line: { now: unknown }) => line.now === null)).toHaveLength(2);
  expect(now.checkout.total).toBe(cost);
  expect(await approve(owner, id, 3 * cost)).toMatchObject({ status: 422, body: { code: 'price_changed' } });
  expect((await approve(owner, id, cost)).status).toBe(200);
  expect(await cashOf(test, account_id)).toBe(20_000 - 2 * cost);
  expect(await get(payer, id)).toMatchObject({ status: 'approved' });
});

it('stays open when the balance is spent, and can be declined with a reason or cancelled by who asked', async () => {
  const { owner, manager, payer, account_id, orders } = await team({ money: 3 * cost, orders: 5 });
  const asked = orders.slice(0, 2);
  const { id } = (await ask(payer, asked)).body.data;
  expect((await pay(owner, orders.slice(2, 4))).status).toBe(200);
  expect(await approve(owner, id, 2 * cost)).toMatchObject({ status: 422, body: { code: 'insufficient_balance' } });
  expect(await get(owner, id)).toMatchObject({ status: 'open', checkout: { missing: cost } });
  const decline = (by: Person, reason = 'Not this month') =>
    test.call('POST', `/api/payment_requests/${id}/decline`, { token: by.token, body: { reason, version: 1 } });
  expect(await decline(manager)).toMatchObject({ status: 200, body: { data: { status: 'declined' } } });
  expect(await get(payer, id)).toMatchObject({ status: 'declined', reason: 'Not this month' });
  expect(await decline(owner)).toMatchObject({ status: 422, body: { code: 'payment_request_closed' } });

  const other = (await ask(payer, asked)).body.data.id;
  const cancel = (by: Person) =>
    test.call('POST', `/api/payment_requests/${other}/cancel`, { token: by.token, body: { version: 1 } });
  expect((await cancel(owner)).status).toBe(404);
  expect(await cancel(payer)).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } });
  expect((await approve(owner, other, 2 * cost)).body.code).toBe('payment_request_closed');
  expect(await cashOf(test, account_id)).toBe(cost);
});

it('is never approved by who asked, by who may not, nor after who asked has left', async () => {
  const { owner, manager, payer, account_id, orders } = await team({ orders: 4 });
  await limit(owner, manager, { per_payment: cost });
  const own = (await ask(manager, orders.slice(0, 2))).body.data.id;
  expect(await approve(manager, own, 2 * cost)).toMatchObject({ status: 422, body: { code: 'second_person' } });
  expect((await approve(payer, own, 2 * cost)).status).toBe(403);
  expect((await test.call('GET', `/api/payment_requests/${own}`, { token: payer.token })).status).toBe(404);
  expect((await open(payer)).data).toEqual([]);

  // an approver's own limit holds as well
  const theirs = (await ask(payer, orders.slice(2))).body.data.id;
  expect(await approve(manager, theirs, 2 * cost)).toMatchObject({ status: 422, body: { code: 'approval_needed' } });
  await sqlRows(test, `UPDATE memberships SET status = 'removed' WHERE user_id = '${payer.user_id}'`);
  expect(await approve(owner, theirs, 2 * cost)).toMatchObject({
    status: 422,
    body: { code: 'payment_request_closed' },
  });
  expect(await cashOf(test, account_id)).toBe(20_000);

  expect((await ask(owner, orders.slice(0, 1))).body.code).toBe('invalid_input');
  expect((await limit(owner, owner, { per_day: 1 })).status).toBe(403);
  expect((await limit(manager, manager, { per_day: 1 })).status).toBe(403);
  const stranger = await merchant(test);
  expect((await limit(stranger, manager, { per_day: 1 })).status).toBe(404);
  expect((await approve(stranger, theirs, 2 * cost)).status).toBe(404);
  expect((await ask(stranger, orders)).status).toBe(404);
  expect(
    await sqlRows(test, `SELECT 1 FROM payment_requests WHERE status = 'approved' AND account_id = '${account_id}'`),
  ).toEqual([]);
});

type Invoice = { id: string; number: string; total: number; part: string };

/** A team whose stock order has a deposit and a balance to pay, above the payer's limit. */
async function stockTeam(money = 2_000_000) {
  const people = await team({ money, orders: 1, limits: { per_payment: cost } });
  const { owner, account_id } = people;
  const agent = await staff(test, 'agent');
  const lamp = await givenVariant(test, { account_id, id: await givenStore(test, account_id, { platform: 'file' }) });
  const asked = await askStockOrder(test, owner.token, [{ sku_id: lamp.sku_id, quantity: 100 }]);
  const { id, number } = asked.body.data;
  const quoted = await staffStockOrder(test, agent.token, { account_id, id }, 'quote', quoteBody(test, 1));
  const { version, total: expected_total } = quoted.body.data;
  const agreed = await test.call('POST', `/api/stock_orders/${id}/accept`, {
    token: owner.token,
    key: uuid(),
    body: { version, expected_total },
  });
  const part = (name: string) => agreed.body.data.invoices.find((one: Invoice) => one.part === name) as Invoice;
  return { ...people, stock_order: number as string, deposit: part('deposit'), balance: part('balance') };
}

const forInvoice = async ({ token }: Person, { id }: Invoice) =>
  (await test.call('POST', '/api/payment_requests/invoices/preview', { token, body: { ids: [id] } })).body.data;
const askFor = ({ token }: Person, { id, total: due }: Invoice, expected_total = due) =>
  test.call('POST', '/api/payment_requests/invoices', { token, key: uuid(), body: { ids: [id], expected_total } });
const payInvoice = ({ token }: Person, { id, total: expected_total }: Invoice) =>
  test.call('POST', `/api/invoices/${id}/payment`, { token, key: uuid(), body: { expected_total } });

it('asks for an issued invoice above the limit, such as a deposit, and pays it once approved', async () => {
  const { owner, manager, payer, account_id, deposit, balance, stock_order } = await stockTeam();
  const before = await cashOf(test, account_id);
  expect(await payInvoice(payer, deposit)).toMatchObject({ status: 422, body: { code: 'approval_needed' } });
  expect(await forInvoice(payer, deposit)).toMatchObject({
    approval: { limit: 'per_payment', most: cost, approvers: [owner.username, manager.username] },
    request: null,
  });
  expect(await forInvoice(owner, deposit)).toEqual({ approval: null, request: null });
  expect((await askFor(owner, deposit)).body.code).toBe('invalid_input');
  expect((await askFor(payer, balance)).body.code).toBe('order_not_payable'); // the deposit comes first
  expect((await askFor(payer, deposit, deposit.total - 1)).body.code).toBe('price_changed');

  const both = await Promise.all([askFor(payer, deposit), askFor(payer, deposit)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const { id } = both.find(({ status }) => status === 200)?.body.data ?? {};
  expect((await forInvoice(payer, deposit)).request).toMatchObject({ id, may_cancel: true });
  expect(await bell(owner, 'payment_requested')).toMatchObject([
    { needs_action: true, params: { number: deposit.number } },
  ]);
  expect(await open(manager)).toMatchObject({
    data: [{ id, orders: 0, pays: [{ id: deposit.id, number: deposit.number, stock_order, total: deposit.total }] }],
    meta: { counts: { open: 1 } },
  });
  expect(await get(manager, id)).toMatchObject({
    lines: [],
    checkout: null,
    changed: false,
    invoices_now: { total: deposit.total, missing: 0, approval: null, refused: null },
  });
  expect((await approve(payer, id, deposit.total)).status).toBe(403);
  expect((await approve(manager, id, deposit.total - 1)).body.code).toBe('price_changed');
  const done = await Promise.all([approve(owner, id, deposit.total), approve(manager, id, deposit.total)]);
  expect(done.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(await cashOf(test, account_id)).toBe(before - deposit.total);
  expect(await get(payer, id)).toMatchObject({ status: 'approved', invoice: { id: deposit.id }, invoices_now: null });
  expect(await bell(payer, 'payment_approved')).toHaveLength(1);
  expect(await open(manager)).toMatchObject({ meta: { counts: { open: 0 } } });
  expect(await checkLedger(test, account_id)).toMatchObject({ ok: true });
});

it('says when the invoice of a request was paid meanwhile, and is asked for again after it was declined', async () => {
  const { owner, manager, payer, deposit, account_id } = await stockTeam();
  const first = (await askFor(payer, deposit)).body.data.id;
  const decline = { reason: 'Not this month', version: 1 };
  await test.call('POST', `/api/payment_requests/${first}/decline`, { token: manager.token, body: decline });
  const { id } = (await askFor(payer, deposit)).body.data;
  const before = await cashOf(test, account_id);
  expect((await payInvoice(owner, deposit)).status).toBe(200);
  const now = await get(manager, id);
  expect(now).toMatchObject({ status: 'open', changed: true, invoices_now: { refused: expect.any(String) } });
  expect((await approve(manager, id, deposit.total)).body.code).toBe('order_not_payable');
  expect(await cashOf(test, account_id)).toBe(before - deposit.total);
});

it('asks for several invoices at once, and pays all of them once approved', async () => {
  const { manager, payer, deposit, balance, account_id, owner } = await stockTeam();
  const body = { ids: [balance.id, deposit.id], expected_total: deposit.total + balance.total };
  const asked = { token: payer.token, body: { ids: body.ids } };
  const shown = await test.call('POST', '/api/payment_requests/invoices/preview', asked);
  expect(shown.body.data).toMatchObject({ approval: { limit: 'per_payment' }, request: null });
  const create = () => test.call('POST', '/api/payment_requests/invoices', { token: payer.token, key: uuid(), body });
  const both = await Promise.all([create(), create()]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const { id, pays } = both.find(({ status }) => status === 200)?.body.data ?? {};
  expect(pays).toMatchObject(
    [deposit, balance].map(({ id: invoice, number, total: due }) => ({ id: invoice, number, total: due })),
  );
  expect((await askFor(payer, deposit)).body.code).toBe('payment_request_closed'); // it is one of them
  expect(await bell(owner, 'payment_requested')).toMatchObject([
    { params: { number: `${deposit.number}, ${balance.number}` } },
  ]);
  const wallet = async () => (await test.call('GET', '/api/wallet', { token: payer.token })).body.data;
  const tasks = async () => (await test.call('GET', '/api/dashboard', { token: payer.token })).body.data.tasks;
  // both are owed; neither is offered to be paid once more
  expect(await wallet()).toMatchObject({ payable_invoices: 0, payable_invoices_amount: 0, owed_invoices: 2 });
  expect(await tasks()).not.toContainEqual(expect.objectContaining({ key: 'pay_invoices' }));
  const stranger = await merchant(test);
  expect(
    (await test.call('POST', '/api/payment_requests/invoices/preview', { ...asked, token: stranger.token })).status,
  ).toBe(404);
  const before = await cashOf(test, account_id);
  expect((await approve(manager, id, body.expected_total - 1)).body.code).toBe('price_changed');
  expect((await approve(manager, id, body.expected_total)).status).toBe(200);
  expect(await cashOf(test, account_id)).toBe(before - body.expected_total);
  expect(await get(payer, id)).toMatchObject({ status: 'approved', invoice: { id: deposit.id }, invoices_now: null });
});

describe('all orders that match, more than are paid at once', () => {
  const many = manyOrders + 1;
  const whole = many * cost;

  /** A team with so many orders, and a request of its payer for all of them. */
  async function askedForMany() {
    const people = await team({ money: whole, orders: many });
    const { token } = people.payer;
    const query = { tab: 'to_pay' };
    const shown = (await test.call('POST', '/api/invoices/selections', { token, body: { query } })).body.data;
    const askAll = (expected_total: number, by = token) =>
      test.call('POST', `/api/payment_requests/selections/${shown.token}`, {
        token: by,
        key: uuid(),
        body: { expected_total },
      });
    expect(shown).toMatchObject({ orders: many, approval: { limit: 'per_payment' } });
    expect((await askAll(whole - 1)).body.code).toBe('price_changed');
    expect((await askAll(whole, people.owner.token)).status).toBe(404);
    const asked = await askAll(whole);
    expect(asked).toMatchObject({ status: 200, body: { data: { status: 'open', orders: many, total: whole } } });
    return { ...people, id: asked.body.data.id as string };
  }
  const stages = async (account_id: string) =>
    sqlRows(test, `SELECT stage, count(*)::int AS n FROM orders WHERE account_id = '${account_id}' GROUP BY 1`);

  it('are asked for as one request, and paid by a job with one invoice once it is approved', async () => {
    const { manager, payer, owner, account_id, id } = await askedForMany();
    const now = await get(manager, id);
    expect(now).toMatchObject({ changed: false, job: null, checkout: { orders: many, total: whole, missing: 0 } });
    expect(now.lines).toHaveLength(100);
    expect(now.lines[0]).toMatchObject({ shown: { total: cost }, now: { total: cost }, refused: null });
    expect((await approve(manager, id, whole - 1)).body.code).toBe('price_changed');

    const both = await Promise.all([approve(manager, id, whole), approve(owner, id, whole)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(both.find(({ status }) => status === 200)?.body.data).toMatchObject({
      invoice: null,
      job: { kind: 'payment' },
    });
    expect(await get(manager, id)).toMatchObject({ status: 'paying', job: { state: 'queued' }, checkout: null });
    expect((await approve(manager, id, whole, 2)).body).toMatchObject({
      code: 'payment_request_closed',
      message: expect.stringContaining('being paid'),
    });
    expect(await cashOf(test, account_id)).toBe(whole);

    await runTasks(test);
    expect(await get(payer, id)).toMatchObject({
      status: 'approved',
      invoice: { number: expect.any(String) },
      job: null,
    });
    expect(await cashOf(test, account_id)).toBe(0);
    expect(await stages(account_id)).toEqual([{ stage: 'processing', n: many }]);
    const [invoices] = await sqlRows(
      test,
      `SELECT count(*)::int AS n, sum(total)::int AS total FROM invoices WHERE account_id = '${account_id}'`,
    );
    expect(invoices).toEqual({ n: 1, total: whole });
    expect(await bell(payer, 'payment_approved')).toHaveLength(1);
    expect(await bell(owner, 'payment_requested')).toMatchObject([{ needs_action: false }]);
  });

  it('wait for approval again where the job could pay nothing, and those that can be paid no more are left out', async () => {
    const { manager, owner, account_id, id } = await askedForMany();
    const begun = await approve(manager, id, whole);
    await givenMoney(test, account_id, -1);
    await runTasks(test);
    const { token } = manager;
    const job = (await test.call('GET', `/api/jobs/${begun.body.data.job.id}`, { token })).body.data;
    expect(job).toMatchObject({ state: 'failed', failure: expect.stringContaining('short') });
    expect(await stages(account_id)).toEqual([{ stage: 'awaiting_payment', n: many }]);
    const again = await get(manager, id);
    expect(again).toMatchObject({ status: 'open', decided_by: null, may_decide: true, checkout: { missing: 1 } });
    expect(await bell(owner, 'payment_requested')).toMatchObject([{ needs_action: true }]);

    const [{ order_id } = { order_id: '' }] = again.lines;
    expect((await pay(owner, [order_id])).status).toBe(200);
    const left = await get(manager, id);
    expect(left).toMatchObject({ changed: true, checkout: { orders: many - 1, total: whole - cost, missing: 1 } });
    expect(left.lines[0]).toMatchObject({ order_id, now: null });
    await givenMoney(test, account_id, 1);
    expect((await approve(manager, id, whole - cost, left.version)).status).toBe(200);
    await runTasks(test);
    expect(await get(manager, id)).toMatchObject({ status: 'approved' });
    expect(await cashOf(test, account_id)).toBe(0);
    expect(await checkLedger(test, account_id)).toMatchObject({ ok: true });
  });
});
