import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseRecipients } from '#server/features/orders/index.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  address,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  removeShopOrders,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { each, money, openInvoicing } from '#testing/order-invoice-fixtures.ts';
import { merchant, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { wrongSums } from '#testing/statistics-sums.ts';
import { givenStock, levelOf } from '#testing/stock-fixtures.ts';

let test: TestApp;
let on: Awaited<ReturnType<typeof openInvoicing>>;
beforeAll(async () => {
  test = await startTestApp();
  on = await openInvoicing(test);
});
afterAll(() => test.close());

const hour = 3_600_000;
const succeeded = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 200).length;

describe('an invoice at the same moment as', () => {
  it.each(['void', 'decline', 'expire', 'refresh'] as const)('a payment: %s', async (other) => {
    for (let time = 0; time < 2; time += 1) {
      const case_ = await on.given();
      const { id: orderId } = await on.order(case_);
      const { id } = await on.issued(case_);
      const others = {
        void: () => on.voided(case_, id),
        decline: () => on.decline(case_, id),
        refresh: () => on.refresh(case_, id),
        expire: async () => {
          await on.expireNow(case_, id).catch(() => undefined);
          return { status: 422 };
        },
      };
      if (other === 'expire') test.clock.advance(24 * hour - 1);
      const began = time % 2 === 0 ? [on.pay(case_, id), others[other]()] : [others[other](), on.pay(case_, id)];
      if (other === 'expire') test.clock.advance(1);
      const answers = await Promise.all(began);
      expect(succeeded(answers)).toBeLessThanOrEqual(1);
      const { status } = await on.invoiceOf(case_, id);
      expect(['paid', 'void', 'expired']).toContain(status);
      expect((await on.orderOf(case_, orderId)).payment).toBe(
        status === 'paid' ? 'paid' : other === 'refresh' ? 'invoiced' : 'none',
      );
      expect(await on.contradictions(case_)).toEqual([]);
    }
  });

  it('another refresh: one comes in its place', async () => {
    const case_ = await on.given();
    await on.order(case_);
    const { id } = await on.issued(case_);
    const answers = await Promise.all([on.refresh(case_, id), on.refresh(case_, id), on.refresh(case_, id)]);
    expect(succeeded(answers)).toBe(1);
    expect((await on.get(case_.owner.token, '/api/invoices')).meta.counts).toMatchObject({ all: 2, unpaid: 1 });
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it('checkouts, automatic payments and what its shop reports while it is issued', async () => {
    const case_ = await on.given();
    const { owner } = case_;
    const orders: { id: string; name: string }[] = [];
    for (let n = 0; n < 6; n += 1) orders.push(await on.order(case_));
    const ids = orders.map((one) => one.id);
    await Promise.all([
      on.issue(case_, 6 * each),
      on.checkout(case_, ids.slice(0, 2)),
      on.checkout(case_, ids.slice(1, 4)),
      on.order(case_, { name: orders[5]?.name ?? '', cancelled_at: test.clock.now() }),
      on.issue(case_, 5 * each),
      on.post(owner.token, `/api/autopay/${case_.store}/run`, {}),
    ]);
    expect(await on.contradictions(case_)).toEqual([]);
  });
});

describe('refreshing an invoice that expired', () => {
  it('leaves orders that another invoice bills meanwhile, and those of a payment that runs', async () => {
    const case_ = await on.given();
    const [one, two, three] = [await on.order(case_), await on.order(case_), await on.order(case_)];
    const { id } = await on.issued(case_, 3);
    await on.expire(case_, id);
    // two is billed again, three is taken by a large payment; one alone waits
    await sqlRows(test, `UPDATE orders SET held = true WHERE id IN ('${one.id}', '${three.id}')`);
    const other = await on.issued(case_);
    await sqlRows(test, `UPDATE orders SET held = false WHERE id IN ('${one.id}', '${three.id}')`);
    await sqlRows(test, `UPDATE orders SET payment = 'paying', stage = 'paying' WHERE id = '${three.id}'`);
    const { data } = await on.get(case_.owner.token, `/api/invoices/${id}/refresh`);
    expect(data).toMatchObject({ now: each, orders_now: 1 });
    expect(await on.invoiceOf(case_, id)).toMatchObject({ status: 'expired', orders_unpaid: 1 });
    const answer = await on.refresh(case_, id);
    expect(answer).toMatchObject({ status: 200, body: { data: { orders: 1, total: each } } });
    expect(await on.orderOf(case_, two.id)).toMatchObject({ payment: 'invoiced', invoice: { id: other.id } });
    expect(await on.orderOf(case_, three.id)).toMatchObject({ payment: 'paying' });
    expect(await on.pay(case_, other.id)).toMatchObject({ status: 200 });
    expect(await on.pay(case_, answer.body.data.id)).toMatchObject({ status: 200 });
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it('has nothing left once another invoice bills its orders, before and after that is paid', async () => {
    const case_ = await on.given();
    await on.order(case_);
    const { id } = await on.issued(case_);
    test.clock.advance(24 * hour); // expired by its time, which no task has noticed
    expect(await on.invoiceOf(case_, id)).toMatchObject({ status: 'expired', orders_unpaid: 1 });
    await on.expire(case_, id);
    expect(await on.invoiceOf(case_, id)).toMatchObject({ status: 'expired', orders_unpaid: 1 });
    const other = await on.issued(case_);
    expect(await on.invoiceOf(case_, id)).toMatchObject({ orders_unpaid: 0 });
    expect(await on.pay(case_, other.id)).toMatchObject({ status: 200 });
    expect(await on.invoiceOf(case_, id)).toMatchObject({ status: 'expired', orders_unpaid: 0 });
  });

  it('does not take an order from the invoice on which its shop has changed it', async () => {
    const case_ = await on.given();
    const { id: orderId, name } = await on.order(case_);
    const { id } = await on.issued(case_);
    await on.expire(case_, id);
    const other = await on.issued(case_);
    await on.order(case_, { name, cancelled_at: test.clock.now() });
    expect(await on.refresh(case_, id, 0)).toMatchObject({ status: 422 });
    expect(await on.invoiceOf(case_, other.id)).toMatchObject({ status: 'open' });
    expect(await on.voided(case_, other.id)).toMatchObject({ status: 200 });
    expect(await on.orderOf(case_, orderId)).toMatchObject({ stage: 'cancelled', payment: 'none' });
    expect(await on.contradictions(case_)).toEqual([]);
  });
});

describe('what the calls refuse', () => {
  it('keys that were used for something else, nonsense, and ids of others', async () => {
    const case_ = await on.given();
    const { owner } = case_;
    await on.order(case_);
    const key = uuid();
    const first = await on.issue(case_, each, { key });
    expect(await on.issue(case_, each, { key })).toMatchObject({ status: 200, body: first.body });
    const mismatch = { status: 422, body: { code: 'idempotency_mismatch' } };
    expect(await on.issue(case_, each + 1, { key })).toMatchObject(mismatch);
    const elsewhere = await on.given();
    await on.order(elsewhere);
    expect(await on.issue(elsewhere, each + 1)).toMatchObject({
      status: 422,
      body: { code: 'price_changed', message: expect.stringContaining('No invoice was issued') },
    });
    expect(await on.issue(elsewhere, each, { key })).toMatchObject(mismatch);
    const { id } = first.body.data.invoices[0];
    for (const valid_hours of [-1, 0, 721, 1.5, '24', null])
      expect(await on.post(on.agent.token, on.issuePath(case_), { expected_total: each, valid_hours })).toMatchObject({
        status: 422,
      });
    for (const expected_total of [1e300, '2000', -5, 0.5, null])
      expect((await on.refresh(case_, id, expected_total as number)).status).toBe(422);
    for (const reason of ['', '  a  ', 'x'.repeat(501), 7])
      expect(await on.post(owner.token, `/api/invoices/${id}/decline`, { reason })).toMatchObject({ status: 422 });
    const other = await merchant(test);
    expect(await on.refresh(case_, id, each, other.token)).toMatchObject({ status: 404 });
    expect(await on.decline(case_, id, other.token)).toMatchObject({ status: 404 });
    expect(await on.pay(case_, id, each, other.token)).toMatchObject({ status: 404 });
    expect(await test.call('GET', `/api/invoices/${id}/refresh`, { token: other.token })).toMatchObject({
      status: 404,
    });
    expect(await on.voided(elsewhere, id)).toMatchObject({ status: 404 });
    expect(
      await on.post(on.agent.token, `/api/staff/clients/${uuid()}/order_invoices`, {
        expected_total: each,
        valid_hours: 24,
      }),
    ).toMatchObject({
      status: 404,
    });
    expect(await on.invoiceOf(case_, id)).toMatchObject({ status: 'open' });
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it('members of other stores, of other roles, and staff who act for the client', async () => {
    const case_ = await on.given();
    const { account_id } = case_.owner;
    await on.order(case_);
    const { id } = await on.issued(case_);
    const away = await givenStore(test, account_id);
    const limited = await merchant(test, { role: 'manager', account_id, stores: [away] });
    const statuses = async (token: string, of = id) => [
      (await test.call('GET', `/api/invoices/${of}`, { token })).status,
      (await test.call('GET', `/api/invoices/${of}/refresh`, { token })).status,
      (await on.decline(case_, of, token)).status,
      (await on.refresh(case_, of, 1, token)).status,
      (await on.pay(case_, of, 1, token)).status,
    ];
    expect(await statuses(limited.token)).toEqual([404, 404, 404, 404, 404]);
    expect((await on.get(limited.token, '/api/invoices')).data).toEqual([]);
    expect((await on.get(limited.token, '/api/notifications')).data).toEqual([]);
    // a member of one of its two stores sees no total that tells about the other
    expect(await on.voided(case_, id)).toMatchObject({ status: 200 });
    const sold = await givenVariant(test, { account_id, id: away });
    await givenPrice(test, account_id, { sku_id: sold.sku_id, channel: on.channel });
    await on.order({ ...case_, store: away, goods: sold });
    const mixed = await on.issued(case_, 2);
    const half = await merchant(test, { role: 'manager', account_id, stores: [case_.store] });
    for (const { token } of [limited, half]) expect(await statuses(token, mixed.id)).toEqual([404, 404, 404, 404, 404]);
    const viewer = await merchant(test, { role: 'viewer', account_id });
    const acting = await staff(test, 'agent');
    await test.call('POST', '/api/login_as', { token: acting.token, body: { account_id, reason: 'asked by phone' } });
    const refused = { status: 422, body: { code: 'not_allowed_while_acting' } };
    expect(await on.decline(case_, mixed.id, acting.token)).toMatchObject(refused);
    expect(await on.refresh(case_, mixed.id, 2 * each, acting.token)).toMatchObject(refused);
    expect(await on.pay(case_, mixed.id, 2 * each, acting.token)).toMatchObject(refused);
    expect((await statuses(viewer.token, mixed.id)).slice(2)).toEqual([403, 403, 403]);
    const packer = await staff(test, 'warehouse');
    expect((await test.call('GET', on.issuePath(case_), { token: packer.token })).status).toBe(403);
    expect((await on.post(packer.token, on.issuePath(case_), { expected_total: each, valid_hours: 24 })).status).toBe(
      403,
    );
    expect((await on.post(packer.token, `${on.issuePath(case_)}/${id}/void`, { reason: 'Mine.' })).status).toBe(403);
    expect(await on.invoiceOf(case_, mixed.id)).toMatchObject({ status: 'open' });
    expect(await on.contradictions(case_)).toEqual([]);
  });
});

describe('an order on an open invoice', () => {
  it('keeps the pieces of own stock that it holds until the invoice ends, and takes them when it is paid', async () => {
    const case_ = await on.given();
    const { owner, goods } = case_;
    await givenStock(test, owner.account_id, goods.sku_id, 2);
    const { id: orderId } = await on.order(case_);
    const total = (await on.orderOf(case_, orderId)).cost.total;
    expect(total).toBeLessThan(each);
    const { id } = (await on.issue(case_, total)).body.data.invoices[0];
    const level = () => levelOf(test, owner.account_id, goods.sku_id);
    test.clock.advance(20 * hour);
    await on.run('stock_expire').catch(() => undefined);
    expect(await level()).toMatchObject({ reserved: 2, committed: 0, available: 0 });
    expect(await on.voided(case_, id)).toMatchObject({ status: 200 });
    const again = (await on.issue(case_, total)).body.data.invoices[0];
    expect(await level()).toMatchObject({ reserved: 2, committed: 0 });
    expect(await on.pay(case_, again.id, total)).toMatchObject({ status: 200 });
    expect(await level()).toMatchObject({ reserved: 0, committed: 2 });
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it.each([
    ['cancels it', { cancelled_at: new Date('2026-11-21T08:00:00Z') }],
    ['refunds a unit', { units: 1 }],
    ['refunds all', { units: 0 }],
    ['sends it elsewhere', { address: { ...shopOrder([]).address, country: 'CA' } as never }],
  ])('is not paid for something else when its shop %s', async (_, change) => {
    const case_ = await on.given();
    const { goods, owner } = case_;
    await givenStock(test, owner.account_id, goods.sku_id, 1);
    const { id: orderId, name } = await on.order(case_);
    const total = (await on.orderOf(case_, orderId)).cost.total;
    const { id } = (await on.issue(case_, total)).body.data.invoices[0];
    await on.order(case_, { name, ...change });
    expect(await on.pay(case_, id, total)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(name) },
    });
    const { data } = await on.get(owner.token, `/api/invoices/${id}/refresh`);
    expect(data.orders.every((one: { changed: boolean; now: object | null }) => one.changed || one.now === null)).toBe(
      true,
    );
    expect(await on.contradictions(case_)).toEqual([]);
    expect(await on.decline(case_, id)).toMatchObject({ status: 200 });
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it('is another order once its buyer is erased, also where nothing costs more or less', async () => {
    const case_ = await on.given();
    const { owner, store } = case_;
    const { name } = await on.order(case_);
    const { id } = await on.issued(case_);
    await inAccount(test, owner.account_id, (ctx) => eraseRecipients(ctx, { storeId: store, externalIds: null }));
    expect(await on.pay(case_, id)).toMatchObject({ status: 422, body: { message: expect.stringContaining(name) } });
    const { data } = await on.get(owner.token, `/api/invoices/${id}/refresh`);
    expect(data).toMatchObject({ orders_now: 0, orders: [{ changed: true, now: null }] });
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it('may be refreshed where it goes elsewhere for the same money', async () => {
    const case_ = await on.given();
    const { owner, goods } = case_;
    await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel: on.channel, destination: 'CA' });
    const { name } = await on.order(case_);
    const { id } = await on.issued(case_);
    const elsewhere = { ...address, province: 'Ontario', province_code: 'ON', zip: 'K1A 0B1', country: 'CA' };
    await on.order(case_, { name, address: elsewhere });
    expect(await on.pay(case_, id)).toMatchObject({ status: 422, body: { message: expect.stringContaining(name) } });
    const { data } = await on.get(owner.token, `/api/invoices/${id}/refresh`);
    expect(data).toMatchObject({ was: each, now: each, orders: [{ changed: true }] });
    const renewed = await on.refresh(case_, id);
    expect(renewed).toMatchObject({ status: 200 });
    expect(await on.pay(case_, renewed.body.data.id)).toMatchObject({ status: 200 });
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it('is cancelled when it is deleted in its shop, and its invoice is not paid', async () => {
    const case_ = await on.given();
    const { id: orderId, name } = await on.order(case_);
    const { id } = await on.issued(case_);
    const ref = { account_id: case_.owner.account_id, id: case_.store };
    await inAccount(test, ref.account_id, (ctx) => removeShopOrders(ctx, ref, [`9${name.slice(1)}`]));
    expect(await on.pay(case_, id)).toMatchObject({ status: 422 });
    await on.expire(case_, id);
    expect(await on.orderOf(case_, orderId)).toMatchObject({ stage: 'cancelled', payment: 'none' });
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it('is not edited, held, cancelled, split or merged meanwhile: each says why', async () => {
    const case_ = await on.given();
    const { token } = case_.owner;
    const [one, two] = [await on.order(case_), await on.order(case_)];
    await on.issued(case_, 2);
    const { version, order_lines, address: sentTo } = await on.orderOf(case_, one.id);
    const lineId = order_lines[0].id;
    const path = (action: string) => `/api/shopify_orders/${one.id}/${action}`;
    const put = (action: string, body: object) => test.call('PUT', path(action), { token, body: { version, ...body } });
    const send = (action: string, body: object) => on.post(token, path(action), { version, ...body });
    const tried = {
      hold: await send('hold', { held: true }),
      cancel: await send('cancel', {}),
      channel: await put('channel', { channel_id: on.channel.id }),
      address: await put('address', { address: sentTo }),
      line: await put(`lines/${lineId}`, { not_ours: true }),
      split: await send('split', { lines: [{ line_id: lineId, quantity: 1 }], expected_total: null }),
      merge: await send('merge', {
        orders: [{ id: two.id, version: (await on.orderOf(case_, two.id)).version }],
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
    const case_ = await on.given();
    const { owner } = case_;
    const { account_id } = owner;
    await on.order(case_);
    const payer = await merchant(test, { account_id, role: 'payer' });
    const limits = { per_payment: 1, per_day: null, per_month: null, version: 0 };
    await test.call('PUT', `/api/sub_accounts/${payer.user_id}/limits`, { token: owner.token, body: limits });
    const { id } = await on.issued(case_);
    expect(await on.pay(case_, id, each, payer.token)).toMatchObject({
      status: 422,
      body: { code: 'approval_needed' },
    });
    const asked = await on.post(payer.token, '/api/payment_requests/invoices', { ids: [id], expected_total: each });
    expect(asked).toMatchObject({ status: 200 });
    const path = `/api/payment_requests/${asked.body.data.id}`;
    expect((await on.get(owner.token, path)).data).toMatchObject({ changed: false, invoices_now: { refused: null } });
    await on.expire(case_, id);
    expect((await on.get(owner.token, path)).data).toMatchObject({
      changed: true,
      invoices_now: { refused: expect.any(String) },
    });
    expect(await on.post(owner.token, `${path}/approve`, { expected_total: each, version: 1 })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('expired') },
    });
    // the payer may refresh it, pays no more than before without asking, and asks for the new one
    const renewed = await on.refresh(case_, id, each, payer.token);
    expect(renewed).toMatchObject({ status: 200 });
    const again = { ids: [renewed.body.data.id], expected_total: each };
    const second = await on.post(payer.token, '/api/payment_requests/invoices', again);
    expect(second).toMatchObject({ status: 200 });
    const approved = await on.post(owner.token, `/api/payment_requests/${second.body.data.id}/approve`, {
      expected_total: each,
      version: 1,
    });
    expect(approved).toMatchObject({ status: 200 });
    expect(await on.contradictions(case_)).toEqual([]);
  });
});

describe('an order that an ended invoice billed before', () => {
  it('is counted once: paid at checkout, cancelled, given back', async () => {
    const case_ = await on.given();
    const { owner } = case_;
    const { id: orderId } = await on.order(case_);
    const { id } = await on.issued(case_);
    await on.expire(case_, id);
    expect(await on.checkout(case_, [orderId])).toMatchObject({ status: 200 });
    expect(await on.refresh(case_, id, each)).toMatchObject({ status: 422 });
    const { version, invoice } = await on.orderOf(case_, orderId);
    expect(invoice.id).not.toBe(id);
    const wallet = async () => (await on.get(owner.token, '/api/wallet')).data;
    expect(await wallet()).toMatchObject({ owed: 0, to_pay: 0, left: money - each });
    const day = test.clock.now().toISOString().slice(0, 10);
    const summary = async () => (await on.get(owner.token, `/api/invoices/summary?from=2026-01-01&to=${day}`)).data;
    expect(await summary()).toMatchObject({ invoices: 1, billed: each, credited: 0 });
    const { data: timeline } = await on.get(owner.token, `/api/shopify_orders/${orderId}/explain`);
    expect(JSON.stringify(timeline)).not.toContain(id);
    expect(await on.post(owner.token, `/api/shopify_orders/${orderId}/cancel`, { version, reason: '' })).toMatchObject({
      status: 200,
    });
    expect(await on.cash(case_)).toBe(money);
    expect(await summary()).toMatchObject({ invoices: 1, billed: each, credit_notes: 1, credited: each });
    expect(await wallet()).toMatchObject({ owed: 0, to_pay: 0, left: money });
    expect(await wrongSums(test, owner.account_id)).toEqual([]);
    expect(await on.contradictions(case_)).toEqual([]);
  });
});
