import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Payment } from '#sandbox/payment/payment.ts';
import type { TestApp } from '#testing/app.ts';
import { type CardStage, cardStage } from '#testing/card-stage.ts';
import { systemEntry } from '#testing/order-fixtures.ts';
import { merchant, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { checkLedger, givenMoney } from '#testing/wallet-fixtures.ts';

let stage: CardStage;
let test: TestApp;
let payments: Payment;

beforeAll(async () => {
  stage = await cardStage();
  ({ test, payments } = stage);
});
afterAll(() => stage.close());
beforeEach(async () => {
  payments.faults.clear();
  await stage.arrive();
});

describe('a recharge by card', () => {
  it('opens one payment page however often it is asked for, and is credited when it is paid', async () => {
    const { person, id, session, url } = await stage.opened();
    expect((await stage.checkout(person, id)).body.data.checkout_url).toBe(url);
    expect(await payments.session(session)).toMatchObject({
      amount_total: 12_345,
      client_reference_id: `${person.account_id}.${id}`,
      customer_email: person.email,
    });
    await payments.pay(session);
    await stage.arrive();
    expect(await stage.recharge(person, id)).toMatchObject({ status: 'credited', received_amount: 12_345, fee: 0 });
    expect(await stage.available(person)).toBe(12_345);
    const { data } = (await test.call('GET', '/api/billing_logs', { token: person.token })).body;
    expect(data).toMatchObject([{ kind: 'recharge', actor: { kind: 'merchant', name: person.username } }]); // not the webhook
    expect(await stage.checkout(person, id)).toMatchObject({ status: 422, body: { code: 'recharge_not_open' } });
  });

  it('two tabs that open the page at once get the same session', async () => {
    const person = await merchant(test);
    const made = await test.call('POST', '/api/recharges', {
      token: person.token,
      key: uuid(),
      body: { method: 'card', amount: 2_000 },
    });
    const pages = await Promise.all([
      stage.checkout(person, made.body.data.id),
      stage.checkout(person, made.body.data.id),
    ]);
    expect(pages[0]?.body.data.checkout_url).toBe(pages[1]?.body.data.checkout_url);
  });

  it('a declined card leaves the page open for another one', async () => {
    const { person, id, session } = await stage.opened();
    await payments.pay(session, '4000000000000002');
    await stage.arrive();
    expect(await stage.recharge(person, id)).toMatchObject({ status: 'processing' });
    await payments.pay(session);
    await stage.arrive();
    expect(await stage.available(person)).toBe(12_345);
  });

  it('an expired page ends the recharge; a page that was never opened too', async () => {
    const { person, id, session } = await stage.opened();
    const unopened = await test.call('POST', '/api/recharges', {
      token: person.token,
      key: uuid(),
      body: { method: 'card', amount: 2_000 },
    });
    await payments.expire(session);
    await stage.arrive();
    expect(await stage.recharge(person, id)).toMatchObject({ status: 'expired' });
    expect(await stage.checkout(person, id)).toMatchObject({ status: 422, body: { code: 'recharge_not_open' } });
    const before = test.clock.now();
    test.clock.advance(11.7 * 3_600_000);
    expect(await stage.checkout(person, unopened.body.data.id)).toMatchObject({
      status: 422,
      body: { code: 'recharge_not_open' },
    });
    test.clock.advance(3_600_000);
    await test.app.tasks.payments_sweep?.(systemEntry(test), {});
    expect(await stage.recharge(person, unopened.body.data.id)).toMatchObject({ status: 'expired' });
    test.clock.set(before);
  });

  it('ends when its time is over, and an open page is asked for, while the provider’s list cannot be read (round 2)', async () => {
    const body = { method: 'card', amount: 2_000 };
    const person = await merchant(test);
    const made = await test.call('POST', '/api/recharges', { token: person.token, key: uuid(), body });
    const before = test.clock.now();
    test.clock.advance(12.7 * 3_600_000);
    payments.faults.set({ apiErrorNext: 1_000, apiErrorStatus: 403 });
    const swept = test.app.tasks.payments_sweep?.(systemEntry(test), {});
    await expect(swept).rejects.toMatchObject({ statusCode: 403 }); // so that it is tried again
    payments.faults.clear();
    expect(await stage.recharge(person, made.body.data.id)).toMatchObject({ status: 'expired' });
    test.clock.set(before);
  });

  it('bank debit: completes without money, is credited when it arrives, and fails when it does not', async () => {
    const [good, bad] = [await stage.opened(), await stage.opened()];
    await payments.pay(good.session, 'bank_debit');
    await payments.pay(bad.session, 'bank_debit');
    await stage.arrive();
    expect(await stage.recharge(good.person, good.id)).toMatchObject({ status: 'processing' });
    await payments.settle(good.session, true);
    await payments.settle(bad.session, false);
    await stage.arrive();
    expect(await stage.available(good.person)).toBe(12_345);
    expect(await stage.recharge(bad.person, bad.id)).toMatchObject({
      status: 'failed',
      review_note: 'The bank declined the payment. Try another card.',
    });
    expect(await stage.available(bad.person)).toBe(0);
  });

  it('is refused with a sentence while the provider does not answer, and can be repeated', async () => {
    const person = await merchant(test);
    const made = await test.call('POST', '/api/recharges', {
      token: person.token,
      key: uuid(),
      body: { method: 'card', amount: 2_000 },
    });
    payments.faults.set({ apiErrorNext: 3, apiErrorStatus: 503, apiFaultAfterWork: true });
    expect(await stage.checkout(person, made.body.data.id)).toMatchObject({
      status: 422,
      body: { code: 'payment_unavailable' },
    });
    expect(await stage.checkout(person, made.body.data.id)).toMatchObject({ status: 200 });
    const mine = (await payments.sessions()).filter(
      (session) => session.client_reference_id === `${person.account_id}.${made.body.data.id}`,
    );
    expect(mine).toHaveLength(1);
  });

  it('another account’s recharge is 404, a transfer has no page, no token is 401', async () => {
    const { id } = await stage.opened();
    expect(await stage.checkout(await merchant(test), id)).toMatchObject({ status: 404 });
    expect(await test.call('POST', `/api/recharges/${id}/checkout`, { body: {} })).toMatchObject({ status: 401 });
  });
});

describe('events of the payment provider', () => {
  it('duplicated: one credit', async () => {
    const { person, session } = await stage.opened();
    payments.faults.set({ duplicateNext: 1 });
    await payments.pay(session);
    await stage.arrive();
    const completed = (await payments.events()).findLast((event) => event.type === 'checkout.session.completed');
    for (let again = 0; again < 4; again += 1) await payments.redeliver(completed?.id ?? '');
    await stage.arrive();
    expect(await stage.available(person)).toBe(12_345);
    expect(await stage.logs(person)).toHaveLength(1);
  });

  it('lost: the sweep finds the payment, also behind a page that the provider does not know', async () => {
    const strange = await stage.opened();
    const { person, id, session } = await stage.opened();
    await sqlRows(test, `UPDATE recharges SET checkout_session = 'cs_gone' WHERE id = '${strange.id}'`);
    payments.faults.set({ loseNext: 5 });
    await payments.pay(session);
    await stage.arrive();
    expect(await stage.recharge(person, id)).toMatchObject({ status: 'processing' });
    await test.app.tasks.payments_sweep?.(systemEntry(test), {});
    expect(await stage.recharge(person, id)).toMatchObject({ status: 'credited' });
    await payments.dispute(session);
    await test.app.tasks.payments_sweep?.(systemEntry(test), {});
    await runTasks(test);
    expect(await stage.available(person)).toBe(0);
    expect((await stage.logs(person)).map((log) => log.kind)).toEqual(['chargeback', 'recharge']);
  });

  it('late and out of order: the dispute before the payment ends as if they had come in order', async () => {
    const { person, session } = await stage.opened();
    payments.faults.set({ reorderNext: 2 });
    await payments.pay(session, '4000000000000259'); // paid, and disputed at once
    await stage.arrive();
    await runTasks(test);
    expect(await stage.available(person)).toBe(0);
    expect((await stage.logs(person)).map((log) => [log.kind, log.amount])).toEqual([
      ['chargeback', -12_345],
      ['recharge', 12_345],
    ]);
    const { person: slow, session: second } = await stage.opened();
    payments.faults.set({ lateNext: 1, lateMs: 3_600_000 });
    await payments.pay(second);
    const dispute = await payments.dispute(second);
    await payments.closeDispute(dispute.id, 'won');
    await payments.hurry();
    await stage.arrive();
    await runTasks(test);
    expect(await stage.available(slow)).toBe(12_345);
    expect((await stage.logs(slow)).map((log) => log.amount)).toEqual([12_345, -12_345, 12_345]);
  });

  it('wrongly signed: refused, and the retry is believed', async () => {
    const { person, id, session } = await stage.opened();
    payments.faults.set({ wrongSignatureNext: 1 });
    await payments.pay(session);
    await stage.arrive();
    expect(await stage.recharge(person, id)).toMatchObject({ status: 'credited' }); // the retry was signed rightly
    expect((await payments.deliveries())[0]).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('disputes take the money below zero, later money fills it up, a lost dispute changes nothing more', async () => {
    const { person, session } = await stage.opened();
    await payments.pay(session);
    await stage.arrive();
    const dispute = await payments.dispute(session);
    await stage.arrive();
    await payments.closeDispute(dispute.id, 'lost');
    await stage.arrive();
    expect(await stage.available(person)).toBe(0);
    const statement = await stage.logs(person);
    expect(statement.map((log) => log.amount)).toEqual([-12_345, 12_345]);
    expect(statement[0]?.memo).toBe('Disputed at the bank: The cardholder says they didn’t authorize the payment');
    expect(await checkLedger(test, person.account_id)).toEqual({ ok: true, transactions: 2 });
  });

  it('are offered from the first start on, before finance has entered a bank account', async () => {
    const { token } = await merchant(test);
    const { body } = await test.call('GET', '/api/recharge_methods', { token });
    expect(body.data.map((method: { code: string }) => method.code)).toEqual(['card']);
  });

  it('refunds at the provider leave the wallet once, part by part', async () => {
    const { person, session } = await stage.opened();
    await payments.pay(session);
    await stage.arrive();
    payments.faults.set({ reorderNext: 2 });
    await payments.refund(session, 2_000);
    await payments.refund(session, 345);
    await stage.arrive();
    expect(await stage.available(person)).toBe(10_000);
    expect((await stage.logs(person)).map((log) => log.amount)).toEqual([-2_345, 12_345]);
  });

  it('money for a recharge that had been given up is still credited', async () => {
    const { person, id, session } = await stage.opened();
    payments.faults.set({ loseNext: 5 });
    await payments.pay(session);
    await systemEntry(test).run('all_accounts', ({ db }) =>
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
    await stage.arrive();
    expect(await stage.recharge(person, id)).toMatchObject({ status: 'credited' });
  });
});

describe('a refund to the card by finance', () => {
  const refund = async (person: { account_id: string }, id: string, amount: number, token?: string) => {
    const officer = token ?? (await staff(test, 'finance')).token;
    const list = await test.call('GET', '/api/staff/recharges?tab=credited&per_page=100', { token: officer });
    const { version } = list.body.data.find((row: { id: string }) => row.id === id);
    return test.call('POST', `/api/staff/recharges/${person.account_id}/${id}/refund`, {
      token: officer,
      key: uuid(),
      body: { amount, reason: 'Asked for by the client.', version },
    });
  };
  /** What the provider gave back of the payment. */
  const givenBack = async (intent: string) =>
    (await payments.events()).flatMap(({ type, data }) => {
      const { payment_intent, amount_refunded } = data.object as { payment_intent?: string; amount_refunded?: number };
      return type === 'charge.refunded' && payment_intent === intent ? [amount_refunded] : [];
    });

  it('leaves the wallet once, at once, and the provider’s event books nothing more', async () => {
    const { person, id, intent } = await stage.paid();
    payments.faults.set({ duplicateNext: 1 });
    expect(await refund(person, id, 2_000)).toMatchObject({ status: 200 });
    expect(await stage.available(person)).toBe(10_345);
    await runTasks(test);
    await stage.arrive();
    expect(await givenBack(intent)).toEqual([2_000]);
    expect((await stage.logs(person)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['withdrawal', -2_000],
      ['recharge', 12_345],
    ]);
    expect(await stage.recharge(person, id)).toMatchObject({ received_amount: 12_345, refunded: 2_000 });
    expect(await refund(person, id, 10_346)).toMatchObject({ status: 422, body: { code: 'credit_too_much' } });
    expect(await checkLedger(test, person.account_id)).toMatchObject({ ok: true });
  });

  it('is asked for again under its key while the provider fails, and gives back once', async () => {
    const { person, id, intent } = await stage.paid();
    payments.faults.set({ apiErrorNext: 1, apiErrorStatus: 500, apiFaultAfterWork: true });
    await refund(person, id, 345);
    await runTasks(test, { tolerant: true });
    await stage.arrive();
    expect(await givenBack(intent)).toEqual([345]);
    expect(await stage.available(person)).toBe(12_000);
  });

  it('that the provider refuses comes back to the wallet', async () => {
    const { person, id, session } = await stage.paid();
    payments.faults.set({ reorderNext: 2 }); // the event is held back
    await payments.refund(session, 12_345); // somebody did it in the provider’s own pages, and its event is on its way
    await refund(person, id, 2_000);
    await runTasks(test);
    expect(await stage.available(person)).toBe(12_345);
    payments.faults.clear();
    await payments.releaseHeld();
    await stage.arrive();
    expect(await stage.available(person)).toBe(0);
    expect(await checkLedger(test, person.account_id)).toMatchObject({ ok: true });
  });

  it('cannot overdraw, is not for transfers or other roles', async () => {
    const { person, id } = await stage.paid();
    await givenMoney(test, person.account_id, -12_000);
    expect(await refund(person, id, 2_000)).toMatchObject({ status: 422, body: { code: 'insufficient_balance' } });
    const { token } = await staff(test, 'admin');
    const agent = await staff(test, 'agent');
    expect(await refund(person, id, 300, token)).toMatchObject({ status: 200 });
    const path = `/api/staff/recharges/${person.account_id}/${id}/refund`;
    const body = { amount: 45, reason: 'Asked for by the client.', version: 1 };
    expect(await test.call('POST', path, { token: agent.token, key: uuid(), body })).toMatchObject({ status: 403 });
  });
});
