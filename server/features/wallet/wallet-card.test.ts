import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPayment, type Payment } from '#sandbox/payment/payment.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts';
import { deskRows } from '#testing/desk-rows.ts';
import { systemEntry } from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { checkLedger } from '#testing/wallet-fixtures.ts';

const secretKey = 'sk_test_card';
const webhookSecret = 'whsec_card';
let test: TestApp;
let payments: Payment;
let providerDatabase: TestDatabase;
let providerPool: pg.Pool;

beforeAll(async () => {
  const port = await freePort();
  providerDatabase = await createEmptyDatabase();
  providerPool = new pg.Pool({ connectionString: providerDatabase.url });
  providerPool.on('error', () => undefined); // dropping the database cuts idle connections
  const start = new Date('2026-11-21T09:00:00Z');
  payments = await startPayment({
    pool: providerPool,
    port: 0,
    secretKey,
    webhookSecret,
    webhookUrl: `http://127.0.0.1:${port}/api/webhooks/stripe`,
    clock: { now: () => test?.clock.now() ?? start },
    retryDelayMs: () => 5,
  });
  test = await startTestApp({
    STRIPE_API_URL: payments.url,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  });
  await test.app.fastify.listen({ host: '127.0.0.1', port });
});
afterAll(async () => {
  await payments.close();
  await test.close();
  await providerPool.end();
  await providerDatabase.drop();
});
beforeEach(async () => {
  payments.faults.clear();
  await payments.settled();
  await runTasks(test);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}

const checkout = (person: Person, id: string) =>
  test.call('POST', `/api/recharges/${id}/checkout`, { token: person.token, body: {} });
const recharge = async (person: Person, id: string) =>
  (await test.call('GET', `/api/recharges/${id}`, { token: person.token })).body.data;
const available = async (person: Person) =>
  (await test.call('GET', '/api/wallet', { token: person.token })).body.data.available as number;
const logs = async (person: Person) =>
  (await test.call('GET', '/api/billing_logs', { token: person.token })).body.data as {
    kind: string;
    amount: number;
    memo: string;
  }[];

/** A merchant with a card recharge of 123.45 whose payment page is open. */
async function opened() {
  const person = await merchant(test);
  const made = await test.call('POST', '/api/recharges', {
    token: person.token,
    key: uuid(),
    body: { method: 'card', amount: 12_345 },
  });
  expect(made).toMatchObject({ status: 200, body: { data: { status: 'processing', method: { kind: 'card' } } } });
  const id = made.body.data.id as string;
  const page = await checkout(person, id);
  expect(page).toMatchObject({ status: 200 });
  const session = (page.body.data.checkout_url as string).split('/').at(-1) ?? '';
  return { person, id, session, url: page.body.data.checkout_url as string };
}

async function arrive(): Promise<void> {
  await payments.settled();
  await runTasks(test);
}

describe('a recharge by card', () => {
  it('opens one payment page however often it is asked for, and is credited when it is paid', async () => {
    const { person, id, session, url } = await opened();
    expect((await checkout(person, id)).body.data.checkout_url).toBe(url);
    expect(await payments.session(session)).toMatchObject({
      amount_total: 12_345,
      client_reference_id: `${person.account_id}.${id}`,
      customer_email: person.email,
    });
    await payments.pay(session);
    await arrive();
    expect(await recharge(person, id)).toMatchObject({ status: 'credited', received_amount: 12_345, fee: 0 });
    expect(await available(person)).toBe(12_345);
    expect(await checkout(person, id)).toMatchObject({ status: 422, body: { code: 'recharge_not_open' } });
  });

  it('two tabs that open the page at once get the same session', async () => {
    const person = await merchant(test);
    const made = await test.call('POST', '/api/recharges', {
      token: person.token,
      key: uuid(),
      body: { method: 'card', amount: 2_000 },
    });
    const pages = await Promise.all([checkout(person, made.body.data.id), checkout(person, made.body.data.id)]);
    expect(pages[0]?.body.data.checkout_url).toBe(pages[1]?.body.data.checkout_url);
  });

  it('a declined card leaves the page open for another one', async () => {
    const { person, id, session } = await opened();
    await payments.pay(session, '4000000000000002');
    await arrive();
    expect(await recharge(person, id)).toMatchObject({ status: 'processing' });
    await payments.pay(session);
    await arrive();
    expect(await available(person)).toBe(12_345);
  });

  it('an expired page ends the recharge; a page that was never opened too', async () => {
    const { person, id, session } = await opened();
    const unopened = await test.call('POST', '/api/recharges', {
      token: person.token,
      key: uuid(),
      body: { method: 'card', amount: 2_000 },
    });
    await payments.expire(session);
    await arrive();
    expect(await recharge(person, id)).toMatchObject({ status: 'expired' });
    expect(await checkout(person, id)).toMatchObject({ status: 422, body: { code: 'recharge_not_open' } });
    const before = test.clock.now();
    test.clock.advance(11.7 * 3_600_000);
    expect(await checkout(person, unopened.body.data.id)).toMatchObject({
      status: 422,
      body: { code: 'recharge_not_open' },
    });
    test.clock.advance(3_600_000);
    await test.app.tasks.payments_sweep?.(systemEntry(test), {});
    expect(await recharge(person, unopened.body.data.id)).toMatchObject({ status: 'expired' });
    test.clock.set(before);
  });

  it('bank debit: completes without money, is credited when it arrives, and fails when it does not', async () => {
    const [good, bad] = [await opened(), await opened()];
    await payments.pay(good.session, 'bank_debit');
    await payments.pay(bad.session, 'bank_debit');
    await arrive();
    expect(await recharge(good.person, good.id)).toMatchObject({ status: 'processing' });
    await payments.settle(good.session, true);
    await payments.settle(bad.session, false);
    await arrive();
    expect(await available(good.person)).toBe(12_345);
    expect(await recharge(bad.person, bad.id)).toMatchObject({
      status: 'failed',
      review_note: 'The bank declined the payment. Try another card.',
    });
    expect(await available(bad.person)).toBe(0);
  });

  it('is refused with a sentence while the provider does not answer, and can be repeated', async () => {
    const person = await merchant(test);
    const made = await test.call('POST', '/api/recharges', {
      token: person.token,
      key: uuid(),
      body: { method: 'card', amount: 2_000 },
    });
    payments.faults.set({ apiErrorNext: 3, apiErrorStatus: 503, apiFaultAfterWork: true });
    expect(await checkout(person, made.body.data.id)).toMatchObject({
      status: 422,
      body: { code: 'payment_unavailable' },
    });
    expect(await checkout(person, made.body.data.id)).toMatchObject({ status: 200 });
    const mine = (await payments.sessions()).filter(
      (session) => session.client_reference_id === `${person.account_id}.${made.body.data.id}`,
    );
    expect(mine).toHaveLength(1);
  });

  it('another account’s recharge is 404, a transfer has no page, no token is 401', async () => {
    const { id } = await opened();
    expect(await checkout(await merchant(test), id)).toMatchObject({ status: 404 });
    expect(await test.call('POST', `/api/recharges/${id}/checkout`, { body: {} })).toMatchObject({ status: 401 });
  });
});

describe('events of the payment provider', () => {
  it('duplicated: one credit', async () => {
    const { person, session } = await opened();
    payments.faults.set({ duplicateNext: 1 });
    await payments.pay(session);
    await arrive();
    const completed = (await payments.events()).findLast((event) => event.type === 'checkout.session.completed');
    for (let again = 0; again < 4; again += 1) await payments.redeliver(completed?.id ?? '');
    await arrive();
    expect(await available(person)).toBe(12_345);
    expect(await logs(person)).toHaveLength(1);
  });

  it('lost: the sweep finds the payment, also behind a page that the provider does not know', async () => {
    const strange = await opened();
    const { person, id, session } = await opened();
    await deskRows(test, `UPDATE recharges SET checkout_session = 'cs_gone' WHERE id = '${strange.id}'`);
    payments.faults.set({ loseNext: 5 });
    await payments.pay(session);
    await arrive();
    expect(await recharge(person, id)).toMatchObject({ status: 'processing' });
    await test.app.tasks.payments_sweep?.(systemEntry(test), {});
    expect(await recharge(person, id)).toMatchObject({ status: 'credited' });
    await payments.dispute(session);
    await test.app.tasks.payments_sweep?.(systemEntry(test), {});
    await runTasks(test);
    expect(await available(person)).toBe(0);
    expect((await logs(person)).map((log) => log.kind)).toEqual(['chargeback', 'recharge']);
  });

  it('late and out of order: the dispute before the payment ends as if they had come in order', async () => {
    const { person, session } = await opened();
    payments.faults.set({ reorderNext: 2 });
    await payments.pay(session, '4000000000000259'); // paid, and disputed at once
    await arrive();
    await runTasks(test);
    expect(await available(person)).toBe(0);
    expect((await logs(person)).map((log) => [log.kind, log.amount])).toEqual([
      ['chargeback', -12_345],
      ['recharge', 12_345],
    ]);
    const { person: slow, session: second } = await opened();
    payments.faults.set({ lateNext: 1, lateMs: 3_600_000 });
    await payments.pay(second);
    const dispute = await payments.dispute(second);
    await payments.closeDispute(dispute.id, 'won');
    await payments.hurry();
    await arrive();
    await runTasks(test);
    expect(await available(slow)).toBe(12_345);
    expect((await logs(slow)).map((log) => log.amount)).toEqual([12_345, -12_345, 12_345]);
  });

  it('wrongly signed, too old, unreadable or without signature: 400 and nothing happens', async () => {
    const { person, id, session } = await opened();
    payments.faults.set({ wrongSignatureNext: 1 });
    await payments.pay(session);
    await arrive();
    expect(await recharge(person, id)).toMatchObject({ status: 'credited' }); // the retry was signed rightly
    expect((await payments.deliveries())[0]).toMatchObject({ state: 'delivered', attempts: 2 });
    const hook = (headers: Record<string, string>, payload: string) =>
      test.app.fastify.inject({ method: 'POST', url: '/api/webhooks/stripe', headers, payload });
    expect((await hook({ 'content-type': 'application/json' }, '{}')).json()).toMatchObject({
      status: 400,
      code: 'bad_request',
    });
    expect((await hook({ 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' }, '{}')).statusCode).toBe(
      400,
    );
    expect(
      (await hook({ 'content-type': 'text/plain', 'stripe-signature': `t=1763715600,v1=${'0'.repeat(64)}` }, 'no json'))
        .statusCode,
    ).toBe(400);
  });

  it('disputes take the money below zero, later money fills it up, a lost dispute changes nothing more', async () => {
    const { person, session } = await opened();
    await payments.pay(session);
    await arrive();
    const dispute = await payments.dispute(session);
    await arrive();
    await payments.closeDispute(dispute.id, 'lost');
    await arrive();
    expect(await available(person)).toBe(0);
    const statement = await logs(person);
    expect(statement.map((log) => log.amount)).toEqual([-12_345, 12_345]);
    expect(statement[0]?.memo).toContain('Disputed at the bank');
    expect(await checkLedger(test, person.account_id)).toEqual({ ok: true, transactions: 2 });
  });

  it('are offered from the first start on, before finance has entered a bank account', async () => {
    const { token } = await merchant(test);
    const { body } = await test.call('GET', '/api/recharge_methods', { token });
    expect(body.data.map((method: { code: string }) => method.code)).toEqual(['card']);
  });

  it('a question of the bank before any dispute moves no money', async () => {
    const { person, session } = await opened();
    await payments.pay(session);
    await arrive();
    const [payment] = await deskRows(
      test,
      `SELECT reference FROM external_payments WHERE account_id = '${person.account_id}'`,
    );
    for (const [n, [type, status]] of [
      ['charge.dispute.created', 'warning_needs_response'],
      ['charge.dispute.closed', 'warning_closed'],
    ].entries()) {
      const object = {
        id: 'du_warning',
        amount: 12_345,
        currency: 'USD',
        paymentIntentId: payment?.reference,
        status,
        reason: 'general',
      };
      const payload = JSON.stringify({ type, data: { object } });
      await deskRows(
        test,
        `INSERT INTO payment_events (provider, id, kind, payload, received_at) VALUES ('stripe', 'evt_warning_${n}', '${type}', '${payload}', now())`,
      );
    }
    await test.app.tasks.payment_events_waiting?.(systemEntry(test), {});
    expect(await available(person)).toBe(12_345);
    expect(await deskRows(test, `SELECT state FROM payment_events WHERE id LIKE 'evt_warning%'`)).toEqual([
      { state: 'done' },
      { state: 'done' },
    ]);
  });

  it('refunds at the provider leave the wallet once, part by part', async () => {
    const { person, session } = await opened();
    await payments.pay(session);
    await arrive();
    payments.faults.set({ reorderNext: 2 });
    await payments.refund(session, 2_000);
    await payments.refund(session, 345);
    await arrive();
    expect(await available(person)).toBe(10_000);
    expect((await logs(person)).map((log) => log.amount)).toEqual([-2_345, 12_345]);
  });

  it('money for a recharge that had been given up is still credited', async () => {
    const { person, id, session } = await opened();
    payments.faults.set({ loseNext: 5 });
    await payments.pay(session);
    await systemEntry(test).run('desk', ({ db }) =>
      db
        .updateTable('recharges')
        .set({ status: 'expired' })
        .where('id', '=', id)
        .where('account_id', '=', person.account_id)
        .execute(),
    );
    const completed = (await payments.events()).findLast((event) => event.type === 'checkout.session.completed');
    payments.faults.clear();
    await payments.redeliver(completed?.id ?? '');
    await arrive();
    expect(await recharge(person, id)).toMatchObject({ status: 'credited' });
  });
});
