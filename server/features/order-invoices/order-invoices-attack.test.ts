import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  address,
  applyShopOrders,
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  removeShopOrders,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { forAccount } from '#server/db/context.ts';
import { eraseRecipients } from '#server/features/orders/index.ts';
import { billContradictions } from '#testing/bill-checks.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { enqueueTask, sqlRows } from '#testing/sql-rows.ts';
import { wrongSums } from '#testing/statistics-sums.ts';
import { givenStock, levelOf } from '#testing/stock-fixtures.ts';
import { cashOf, givenMoney } from '#testing/wallet-fixtures.ts';
import { expireInvoice } from './order-invoices-end.service.ts';

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
/** Two pieces at 5.00, 800 g at 10.00 per kg plus 2.00. */
const each = 2_000;
const money = 100_000;
let placed = 0;

type Case = { owner: Person; store: string; goods: Goods };

async function given(): Promise<Case> {
  const owner = await merchant(test);
  const store = await givenStore(test, owner.account_id);
  const goods = await givenVariant(test, { account_id: owner.account_id, id: store });
  await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel });
  await givenMoney(test, owner.account_id, money);
  return { owner, store, goods };
}

type Shop = Parameters<typeof shopOrder>[1] & { units?: number };

/** An order as its shop reports it; with the name of one that is there, the order changed. */
async function order({ owner, store, goods }: Case, { units, ...more }: Shop = {}) {
  placed += more.name ? 0 : 1;
  const name = more.name ?? `#${placed}`;
  const now = test.clock.now();
  const line = shopLine(goods, { external_id: `l${name}` });
  const shown = shopOrder([{ ...line, current_quantity: units ?? line.quantity }], {
    external_id: `9${name.slice(1)}`,
    name,
    placed_at: now,
    updated_at: now,
    ...more,
  });
  const ref = { account_id: owner.account_id, id: store };
  await inAccount(test, owner.account_id, (ctx) => applyShopOrders(ctx, ref, [shown], 'api'));
  const [row] = await sqlRows<{ id: string }>(
    test,
    `SELECT id FROM orders WHERE account_id = '${owner.account_id}' AND name = '${name}'`,
  );
  return { id: row?.id ?? '', name };
}

const get = async (token: string, path: string) => (await test.call('GET', path, { token })).body;
const post = (token: string, path: string, body: object, key = uuid()) => test.call('POST', path, { token, key, body });
const issuePath = ({ owner }: Case) => `/api/staff/clients/${owner.account_id}/order_invoices`;
const issue = (of: Case, expected_total: number, key?: string) =>
  post(agent.token, issuePath(of), { expected_total, valid_hours: 24 }, key);
const pay = ({ owner }: Case, id: string, expected_total = each, token = owner.token) =>
  post(token, `/api/invoices/${id}/payment`, { expected_total });
const checkout = ({ owner }: Case, order_ids: string[], expected_total = order_ids.length * each) =>
  post(owner.token, '/api/invoices', { order_ids, expected_total });
const refresh = ({ owner }: Case, id: string, expected_total = each, token = owner.token) =>
  post(token, `/api/invoices/${id}/refresh`, { expected_total });
const decline = ({ owner }: Case, id: string, token = owner.token) =>
  post(token, `/api/invoices/${id}/decline`, { reason: 'Not now.' });
const voided = (of: Case, id: string) => post(agent.token, `${issuePath(of)}/${id}/void`, { reason: 'Wrong month.' });
const invoiceOf = async ({ owner }: Case, id: string) => (await get(owner.token, `/api/invoices/${id}`)).data;
const orderOf = async ({ owner }: Case, id: string) => (await get(owner.token, `/api/shopify_orders/${id}`)).data;
const cash = ({ owner }: Case) => cashOf(test, owner.account_id);
const succeeded = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 200).length;

async function issued(of: Case, orders = 1) {
  const answer = await issue(of, orders * each);
  expect(answer).toMatchObject({ status: 200, body: { data: { orders } } });
  return answer.body.data.invoices[0] as { id: string; number: string };
}

async function run(task: string) {
  await enqueueTask(test, task);
  await runTasks(test);
}

/** What the job does with an invoice, as the job would. */
const expireNow = ({ owner }: Case, id: string) =>
  systemEntry(test).run('all_accounts', (ctx) => expireInvoice(forAccount(ctx, owner.account_id), id));

async function expire(of: Case, id: string) {
  test.clock.advance(24 * hour);
  await expireNow(of, id);
}

const contradictions = ({ owner }: Case) => billContradictions(test, owner.account_id, money);

describe('an invoice at the same moment as', () => {
  it.each(['void', 'decline', 'expire', 'refresh'] as const)('a payment: %s', async (other) => {
    for (let time = 0; time < 2; time += 1) {
      const case_ = await given();
      const { id: orderId } = await order(case_);
      const { id } = await issued(case_);
      const others = {
        void: () => voided(case_, id),
        decline: () => decline(case_, id),
        refresh: () => refresh(case_, id),
        expire: async () => {
          await expireNow(case_, id).catch(() => undefined);
          return { status: 422 };
        },
      };
      if (other === 'expire') test.clock.advance(24 * hour - 1);
      const began = time % 2 === 0 ? [pay(case_, id), others[other]()] : [others[other](), pay(case_, id)];
      if (other === 'expire') test.clock.advance(1);
      const answers = await Promise.all(began);
      expect(succeeded(answers)).toBeLessThanOrEqual(1);
      const { status } = await invoiceOf(case_, id);
      expect(['paid', 'void', 'expired']).toContain(status);
      expect((await orderOf(case_, orderId)).payment).toBe(
        status === 'paid' ? 'paid' : other === 'refresh' ? 'invoiced' : 'none',
      );
      expect(await contradictions(case_)).toEqual([]);
    }
  });

  it('another refresh: one comes in its place', async () => {
    const case_ = await given();
    await order(case_);
    const { id } = await issued(case_);
    const answers = await Promise.all([refresh(case_, id), refresh(case_, id), refresh(case_, id)]);
    expect(succeeded(answers)).toBe(1);
    expect((await get(case_.owner.token, '/api/invoices')).meta.counts).toMatchObject({ all: 2, unpaid: 1 });
    expect(await contradictions(case_)).toEqual([]);
  });

  it('checkouts, automatic payments and what its shop reports while it is issued', async () => {
    const case_ = await given();
    const { owner } = case_;
    const orders: { id: string; name: string }[] = [];
    for (let n = 0; n < 6; n += 1) orders.push(await order(case_));
    const ids = orders.map((one) => one.id);
    await Promise.all([
      issue(case_, 6 * each),
      checkout(case_, ids.slice(0, 2)),
      checkout(case_, ids.slice(1, 4)),
      order(case_, { name: orders[5]?.name ?? '', cancelled_at: test.clock.now() }),
      issue(case_, 5 * each),
      post(owner.token, `/api/autopay/${case_.store}/run`, {}),
    ]);
    expect(await contradictions(case_)).toEqual([]);
  });
});

describe('refreshing an invoice that expired', () => {
  it('leaves orders that another invoice bills meanwhile, and those of a payment that runs', async () => {
    const case_ = await given();
    const [one, two, three] = [await order(case_), await order(case_), await order(case_)];
    const { id } = await issued(case_, 3);
    await expire(case_, id);
    // two is billed again, three is taken by a large payment; one alone waits
    await sqlRows(test, `UPDATE orders SET held = true WHERE id IN ('${one.id}', '${three.id}')`);
    const other = await issued(case_);
    await sqlRows(test, `UPDATE orders SET held = false WHERE id IN ('${one.id}', '${three.id}')`);
    await sqlRows(test, `UPDATE orders SET payment = 'paying', stage = 'paying' WHERE id = '${three.id}'`);
    const { data } = await get(case_.owner.token, `/api/invoices/${id}/refresh`);
    expect(data).toMatchObject({ now: each, orders_now: 1 });
    const answer = await refresh(case_, id);
    expect(answer).toMatchObject({ status: 200, body: { data: { orders: 1, total: each } } });
    expect(await orderOf(case_, two.id)).toMatchObject({ payment: 'invoiced', invoice: { id: other.id } });
    expect(await orderOf(case_, three.id)).toMatchObject({ payment: 'paying' });
    expect(await pay(case_, other.id)).toMatchObject({ status: 200 });
    expect(await pay(case_, answer.body.data.id)).toMatchObject({ status: 200 });
    expect(await contradictions(case_)).toEqual([]);
  });

  it('does not take an order from the invoice on which its shop has changed it', async () => {
    const case_ = await given();
    const { id: orderId, name } = await order(case_);
    const { id } = await issued(case_);
    await expire(case_, id);
    const other = await issued(case_);
    await order(case_, { name, cancelled_at: test.clock.now() });
    expect(await refresh(case_, id, 0)).toMatchObject({ status: 422 });
    expect(await invoiceOf(case_, other.id)).toMatchObject({ status: 'open' });
    expect(await voided(case_, other.id)).toMatchObject({ status: 200 });
    expect(await orderOf(case_, orderId)).toMatchObject({ stage: 'cancelled', payment: 'none' });
    expect(await contradictions(case_)).toEqual([]);
  });
});

describe('what the calls refuse', () => {
  it('keys that were used for something else, nonsense, and ids of others', async () => {
    const case_ = await given();
    const { owner } = case_;
    await order(case_);
    const key = uuid();
    const first = await issue(case_, each, key);
    expect(await issue(case_, each, key)).toMatchObject({ status: 200, body: first.body });
    const mismatch = { status: 422, body: { code: 'idempotency_mismatch' } };
    expect(await issue(case_, each + 1, key)).toMatchObject(mismatch);
    const elsewhere = await given();
    await order(elsewhere);
    expect(await issue(elsewhere, each + 1)).toMatchObject({
      status: 422,
      body: { code: 'price_changed', message: expect.stringContaining('No invoice was issued') },
    });
    expect(await issue(elsewhere, each, key)).toMatchObject(mismatch);
    const { id } = first.body.data.invoices[0];
    for (const valid_hours of [-1, 0, 721, 1.5, '24', null])
      expect(await post(agent.token, issuePath(case_), { expected_total: each, valid_hours })).toMatchObject({
        status: 422,
      });
    for (const expected_total of [1e300, '2000', -5, 0.5, null])
      expect((await refresh(case_, id, expected_total as number)).status).toBe(422);
    for (const reason of ['', '  a  ', 'x'.repeat(501), 7])
      expect(await post(owner.token, `/api/invoices/${id}/decline`, { reason })).toMatchObject({ status: 422 });
    const other = await merchant(test);
    expect(await refresh(case_, id, each, other.token)).toMatchObject({ status: 404 });
    expect(await decline(case_, id, other.token)).toMatchObject({ status: 404 });
    expect(await pay(case_, id, each, other.token)).toMatchObject({ status: 404 });
    expect(await test.call('GET', `/api/invoices/${id}/refresh`, { token: other.token })).toMatchObject({
      status: 404,
    });
    expect(await voided(elsewhere, id)).toMatchObject({ status: 404 });
    expect(
      await post(agent.token, `/api/staff/clients/${uuid()}/order_invoices`, { expected_total: each, valid_hours: 24 }),
    ).toMatchObject({
      status: 404,
    });
    expect(await invoiceOf(case_, id)).toMatchObject({ status: 'open' });
    expect(await contradictions(case_)).toEqual([]);
  });

  it('members of other stores, of other roles, and staff who act for the client', async () => {
    const case_ = await given();
    const { account_id } = case_.owner;
    await order(case_);
    const { id } = await issued(case_);
    const away = await givenStore(test, account_id);
    const limited = await merchant(test, { role: 'manager', account_id, stores: [away] });
    const statuses = async (token: string, of = id) => [
      (await test.call('GET', `/api/invoices/${of}`, { token })).status,
      (await test.call('GET', `/api/invoices/${of}/refresh`, { token })).status,
      (await decline(case_, of, token)).status,
      (await refresh(case_, of, 1, token)).status,
      (await pay(case_, of, 1, token)).status,
    ];
    expect(await statuses(limited.token)).toEqual([404, 404, 404, 404, 404]);
    expect((await get(limited.token, '/api/invoices')).data).toEqual([]);
    expect((await get(limited.token, '/api/notifications')).data).toEqual([]);
    // a member of one of its two stores sees no total that tells about the other
    expect(await voided(case_, id)).toMatchObject({ status: 200 });
    const sold = await givenVariant(test, { account_id, id: away });
    await givenPrice(test, account_id, { sku_id: sold.sku_id, channel });
    await order({ ...case_, store: away, goods: sold });
    const mixed = await issued(case_, 2);
    const half = await merchant(test, { role: 'manager', account_id, stores: [case_.store] });
    for (const { token } of [limited, half]) expect(await statuses(token, mixed.id)).toEqual([404, 404, 404, 404, 404]);
    const viewer = await merchant(test, { role: 'viewer', account_id });
    const acting = await staff(test, 'agent');
    await test.call('POST', '/api/login_as', { token: acting.token, body: { account_id, reason: 'asked by phone' } });
    const refused = { status: 422, body: { code: 'not_allowed_while_acting' } };
    expect(await decline(case_, mixed.id, acting.token)).toMatchObject(refused);
    expect(await refresh(case_, mixed.id, 2 * each, acting.token)).toMatchObject(refused);
    expect(await pay(case_, mixed.id, 2 * each, acting.token)).toMatchObject(refused);
    expect((await statuses(viewer.token, mixed.id)).slice(2)).toEqual([403, 403, 403]);
    const packer = await staff(test, 'warehouse');
    expect((await test.call('GET', issuePath(case_), { token: packer.token })).status).toBe(403);
    expect((await post(packer.token, issuePath(case_), { expected_total: each, valid_hours: 24 })).status).toBe(403);
    expect((await post(packer.token, `${issuePath(case_)}/${id}/void`, { reason: 'Mine.' })).status).toBe(403);
    expect(await invoiceOf(case_, mixed.id)).toMatchObject({ status: 'open' });
    expect(await contradictions(case_)).toEqual([]);
  });
});

describe('an order on an open invoice', () => {
  it('keeps the pieces of own stock that it holds until the invoice ends, and takes them when it is paid', async () => {
    const case_ = await given();
    const { owner, goods } = case_;
    await givenStock(test, owner.account_id, goods.sku_id, 2);
    const { id: orderId } = await order(case_);
    const total = (await orderOf(case_, orderId)).cost.total;
    expect(total).toBeLessThan(each);
    const { id } = (await issue(case_, total)).body.data.invoices[0];
    const level = () => levelOf(test, owner.account_id, goods.sku_id);
    test.clock.advance(20 * hour);
    await run('stock_expire').catch(() => undefined);
    expect(await level()).toMatchObject({ reserved: 2, committed: 0, available: 0 });
    expect(await voided(case_, id)).toMatchObject({ status: 200 });
    const again = (await issue(case_, total)).body.data.invoices[0];
    expect(await level()).toMatchObject({ reserved: 2, committed: 0 });
    expect(await pay(case_, again.id, total)).toMatchObject({ status: 200 });
    expect(await level()).toMatchObject({ reserved: 0, committed: 2 });
    expect(await contradictions(case_)).toEqual([]);
  });

  it.each([
    ['cancels it', { cancelled_at: new Date('2026-11-21T08:00:00Z') }],
    ['refunds a unit', { units: 1 }],
    ['refunds all', { units: 0 }],
    ['sends it elsewhere', { address: { ...shopOrder([]).address, country: 'CA' } as never }],
  ])('is not paid for something else when its shop %s', async (_, change) => {
    const case_ = await given();
    const { goods, owner } = case_;
    await givenStock(test, owner.account_id, goods.sku_id, 1);
    const { id: orderId, name } = await order(case_);
    const total = (await orderOf(case_, orderId)).cost.total;
    const { id } = (await issue(case_, total)).body.data.invoices[0];
    await order(case_, { name, ...change });
    expect(await pay(case_, id, total)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(name) },
    });
    const { data } = await get(owner.token, `/api/invoices/${id}/refresh`);
    expect(data.orders.every((one: { changed: boolean; now: object | null }) => one.changed || one.now === null)).toBe(
      true,
    );
    expect(await contradictions(case_)).toEqual([]);
    expect(await decline(case_, id)).toMatchObject({ status: 200 });
    expect(await contradictions(case_)).toEqual([]);
  });

  it('is another order once its buyer is erased, also where nothing costs more or less', async () => {
    const case_ = await given();
    const { owner, store } = case_;
    const { name } = await order(case_);
    const { id } = await issued(case_);
    await inAccount(test, owner.account_id, (ctx) => eraseRecipients(ctx, { storeId: store, externalIds: null }));
    expect(await pay(case_, id)).toMatchObject({ status: 422, body: { message: expect.stringContaining(name) } });
    const { data } = await get(owner.token, `/api/invoices/${id}/refresh`);
    expect(data).toMatchObject({ orders_now: 0, orders: [{ changed: true, now: null }] });
    expect(await contradictions(case_)).toEqual([]);
  });

  it('may be refreshed where it goes elsewhere for the same money', async () => {
    const case_ = await given();
    const { owner, goods } = case_;
    await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel, destination: 'CA' });
    const { name } = await order(case_);
    const { id } = await issued(case_);
    const elsewhere = { ...address, province: 'Ontario', province_code: 'ON', zip: 'K1A 0B1', country: 'CA' };
    await order(case_, { name, address: elsewhere });
    expect(await pay(case_, id)).toMatchObject({ status: 422, body: { message: expect.stringContaining(name) } });
    const { data } = await get(owner.token, `/api/invoices/${id}/refresh`);
    expect(data).toMatchObject({ was: each, now: each, orders: [{ changed: true }] });
    const renewed = await refresh(case_, id);
    expect(renewed).toMatchObject({ status: 200 });
    expect(await pay(case_, renewed.body.data.id)).toMatchObject({ status: 200 });
    expect(await contradictions(case_)).toEqual([]);
  });

  it('is cancelled when it is deleted in its shop, and its invoice is not paid', async () => {
    const case_ = await given();
    const { id: orderId, name } = await order(case_);
    const { id } = await issued(case_);
    const ref = { account_id: case_.owner.account_id, id: case_.store };
    await inAccount(test, ref.account_id, (ctx) => removeShopOrders(ctx, ref, [`9${name.slice(1)}`]));
    expect(await pay(case_, id)).toMatchObject({ status: 422 });
    await expire(case_, id);
    expect(await orderOf(case_, orderId)).toMatchObject({ stage: 'cancelled', payment: 'none' });
    expect(await contradictions(case_)).toEqual([]);
  });

  it('is not edited, held, cancelled, split or merged meanwhile: each says why', async () => {
    const case_ = await given();
    const { token } = case_.owner;
    const [one, two] = [await order(case_), await order(case_)];
    await issued(case_, 2);
    const { version, order_lines, address: sentTo } = await orderOf(case_, one.id);
    const lineId = order_lines[0].id;
    const path = (action: string) => `/api/shopify_orders/${one.id}/${action}`;
    const put = (action: string, body: object) => test.call('PUT', path(action), { token, body: { version, ...body } });
    const send = (action: string, body: object) => post(token, path(action), { version, ...body });
    const tried = {
      hold: await send('hold', { held: true }),
      cancel: await send('cancel', {}),
      channel: await put('channel', { channel_id: channel.id }),
      address: await put('address', { address: sentTo }),
      line: await put(`lines/${lineId}`, { not_ours: true }),
      split: await send('split', { lines: [{ line_id: lineId, quantity: 1 }], expected_total: null }),
      merge: await send('merge', {
        orders: [{ id: two.id, version: (await orderOf(case_, two.id)).version }],
        expected_total: null,
      }),
      cancelRequest: await send('cancel_request', { reason: 'Not wanted.' }),
    };
    for (const [action, answer] of Object.entries(tried))
      expect({ action, ...answer }).toMatchObject({
        action,
        status: 422,
        body: { code: 'order_action_refused', message: expect.stringContaining('open invoice') },
      });
  });
});

describe('a payment that somebody asks to approve', () => {
  it('is refused once its invoice has ended, and takes nothing', async () => {
    const case_ = await given();
    const { owner } = case_;
    const { account_id } = owner;
    await order(case_);
    const payer = await merchant(test, { account_id, role: 'payer' });
    const limits = { per_payment: 1, per_day: null, per_month: null, version: 0 };
    await test.call('PUT', `/api/sub_accounts/${payer.user_id}/limits`, { token: owner.token, body: limits });
    const { id } = await issued(case_);
    expect(await pay(case_, id, each, payer.token)).toMatchObject({ status: 422, body: { code: 'approval_needed' } });
    const asked = await post(payer.token, '/api/payment_requests/invoices', { ids: [id], expected_total: each });
    expect(asked).toMatchObject({ status: 200 });
    const path = `/api/payment_requests/${asked.body.data.id}`;
    expect((await get(owner.token, path)).data).toMatchObject({ changed: false, invoices_now: { refused: null } });
    await expire(case_, id);
    expect((await get(owner.token, path)).data).toMatchObject({
      changed: true,
      invoices_now: { refused: expect.any(String) },
    });
    expect(await post(owner.token, `${path}/approve`, { expected_total: each, version: 1 })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('expired') },
    });
    // the payer may refresh it, pays no more than before without asking, and asks for the new one
    const renewed = await refresh(case_, id, each, payer.token);
    expect(renewed).toMatchObject({ status: 200 });
    const again = { ids: [renewed.body.data.id], expected_total: each };
    const second = await post(payer.token, '/api/payment_requests/invoices', again);
    expect(second).toMatchObject({ status: 200 });
    const approved = await post(owner.token, `/api/payment_requests/${second.body.data.id}/approve`, {
      expected_total: each,
      version: 1,
    });
    expect(approved).toMatchObject({ status: 200 });
    expect(await contradictions(case_)).toEqual([]);
  });
});

describe('an order that an ended invoice billed before', () => {
  it('is counted once: paid at checkout, cancelled, given back', async () => {
    const case_ = await given();
    const { owner } = case_;
    const { id: orderId } = await order(case_);
    const { id } = await issued(case_);
    await expire(case_, id);
    expect(await checkout(case_, [orderId])).toMatchObject({ status: 200 });
    expect(await refresh(case_, id, each)).toMatchObject({ status: 422 });
    const { version, invoice } = await orderOf(case_, orderId);
    expect(invoice.id).not.toBe(id);
    const wallet = async () => (await get(owner.token, '/api/wallet')).data;
    expect(await wallet()).toMatchObject({ owed: 0, to_pay: 0, left: money - each });
    const day = test.clock.now().toISOString().slice(0, 10);
    const summary = async () => (await get(owner.token, `/api/invoices/summary?from=2026-01-01&to=${day}`)).data;
    expect(await summary()).toMatchObject({ invoices: 1, billed: each, credited: 0 });
    const { data: timeline } = await get(owner.token, `/api/shopify_orders/${orderId}/explain`);
    expect(JSON.stringify(timeline)).not.toContain(id);
    expect(await post(owner.token, `/api/shopify_orders/${orderId}/cancel`, { version, reason: '' })).toMatchObject({
      status: 200,
    });
    expect(await cash(case_)).toBe(money);
    expect(await summary()).toMatchObject({ invoices: 1, billed: each, credit_notes: 1, credited: each });
    expect(await wallet()).toMatchObject({ owed: 0, to_pay: 0, left: money });
    expect(await wrongSums(test, owner.account_id)).toEqual([]);
    expect(await contradictions(case_)).toEqual([]);
  });
});
