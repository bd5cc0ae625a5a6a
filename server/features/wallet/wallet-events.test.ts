import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Payment } from '#sandbox/payment/payment.ts';
import type { TestApp } from '#testing/app.ts';
import { type CardStage, cardStage } from '#testing/card-stage.ts';
import { systemEntry } from '#testing/order-fixtures.ts';
import { merchant } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { sqlRows } from '#testing/sql-rows.ts';

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
afterEach(() => sqlRows(test, `UPDATE payment_events SET state = 'ignored' WHERE state = 'waiting'`));

const stateOf = async (id: string) =>
  (await sqlRows(test, `SELECT state, note FROM payment_events WHERE id = '${id}'`))[0];
const count = async () => (await sqlRows<{ n: number }>(test, 'SELECT count(*)::int AS n FROM payment_events'))[0]?.n;
const booking = (amount: number) => ({ object: 'balance_transaction', amount });

type Changes = { id?: string; status?: string; bookings?: number[]; currency?: string; amount?: number };
const disputeOf = (intent: string, changes: Changes = {}) => ({
  id: changes.id ?? `du_${uuid()}`,
  object: 'dispute',
  amount: changes.amount ?? 12_345,
  balance_transactions: (changes.bookings ?? []).map(booking),
  charge: 'ch_1',
  currency: changes.currency ?? 'usd',
  payment_intent: intent,
  reason: 'fraudulent',
  status: changes.status ?? 'needs_response',
});

describe('a webhook call in Stripe’s name', () => {
  const event = JSON.stringify({ id: 'evt_x', object: 'event', type: 'charge.refunded', data: { object: {} } });
  const now = () => Math.floor(test.clock.now().getTime() / 1000);
  const forged = [
    'The signature doesn’t match the body and secret, or it has expired.',
    '签名与请求内容和密钥不匹配，或已过期。',
  ];

  it.each([
    ['without a signature', event, () => undefined, ['The request has no signature.', '请求没有签名。']],
    ['without a signature that counts', event, () => 't=1,v0=00', ['The request has no signature.', '请求没有签名。']],
    ['with an invented signature', event, () => `t=${now()},v1=${'0'.repeat(64)}`, forged],
    ['signed with another secret', event, () => stage.sign(event, { secret: 'whsec_other' }), forged],
    ['signed for another body', event, () => stage.sign(`${event} `), forged],
    ['signed too long ago', event, () => stage.sign(event, { seconds: now() - 301 }), forged],
    ['without content', '', () => stage.sign(''), ['The content of the request can’t be read.', '无法读取请求内容。']],
    [
      'that is no JSON',
      'x',
      () => stage.sign('x'),
      ['The content of the request can’t be read.', '无法读取请求内容。'],
    ],
    [
      'that is no event',
      '{}',
      () => stage.sign('{}'),
      ['The content of the request can’t be read.', '无法读取请求内容。'],
    ],
  ])('%s is refused with a sentence, and nothing is kept', async (_what, body, header, [english, chinese]) => {
    const before = await count();
    const refusal = { status: 400, code: 'bad_request' };
    expect(await stage.post(body, header())).toMatchObject({ ...refusal, message: english });
    expect(await stage.post(body, header(), 'zh-CN')).toMatchObject({ ...refusal, message: chinese });
    expect(await count()).toBe(before);
  });

  it('is kept as Stripe sent it, one row however often it comes', async () => {
    payments.faults.set({ duplicateNext: 1 });
    await stage.paid();
    const completed = (await payments.events()).findLast(({ type }) => type === 'checkout.session.completed');
    expect(await sqlRows(test, `SELECT payload, kind FROM payment_events WHERE id = '${completed?.id}'`)).toEqual([
      { payload: completed, kind: 'checkout.session.completed' },
    ]);
  });

  it('of a kind that is not worked off is kept and ignored', async () => {
    const id = await stage.say({ type: 'customer.created', object: { id: 'cus_1' } });
    expect(await stateOf(id)).toEqual({ state: 'ignored', note: null });
  });

  it('about a payment that is not ours waits for three days', async () => {
    const id = await stage.say({ type: 'charge.dispute.created', object: disputeOf('pi_of_somebody_else') });
    expect(await stateOf(id)).toMatchObject({ state: 'waiting' });
    const before = test.clock.now();
    test.clock.advance(73 * 3_600_000);
    await test.app.tasks.payment_events_waiting?.(systemEntry(test), {});
    test.clock.set(before);
    expect(await stateOf(id)).toEqual({ state: 'ignored', note: 'no recharge has this payment' });
  });
});

describe('a dispute', () => {
  it.each([
    ['warning_needs_response', [], []],
    ['warning_under_review', [], []],
    ['warning_closed', [], []],
    ['needs_response', [], [-12_345]],
    ['under_review', [], [-12_345]],
    ['lost', [], [-12_345]],
    ['appeal_needs_response', [], [-12_345]],
    ['appeal_under_review', [], [-12_345]],
    ['won', [], [12_345, -12_345]],
    // what these states have done, Stripe's bookings tell
    ['prevented', [], []],
    ['prevented', [-12_345], [-12_345]],
    ['a_state_to_come', [], []],
    ['a_state_to_come', [-12_345], [-12_345]],
    ['a_state_to_come', [-12_345, 12_345], [12_345, -12_345]],
  ])('in the state %s with the bookings %j moves %j, once', async (status, bookings, moved) => {
    const { person, intent } = await stage.paid();
    const object = disputeOf(intent, { status, bookings });
    const said = await stage.say({ type: 'charge.dispute.created', object });
    await stage.say({ type: 'charge.dispute.funds_withdrawn', object });
    await stage.say({ type: 'charge.dispute.closed', object });
    expect((await stage.logs(person)).map(({ amount }) => amount)).toEqual([...moved, 12_345]);
    expect(await stateOf(said)).toMatchObject({ state: 'done' });
  });

  it('goes its whole way from a question to a won appeal: the money leaves once and returns once', async () => {
    const { person, intent, id } = await stage.paid();
    const steps = [
      ['charge.dispute.created', 'warning_needs_response', 12_345],
      ['charge.dispute.funds_withdrawn', 'needs_response', 0],
      ['charge.dispute.closed', 'lost', 0],
      ['charge.dispute.funds_withdrawn', 'appeal_under_review', 0],
      ['charge.dispute.closed', 'won', 12_345],
      ['charge.dispute.funds_reinstated', 'won', 12_345],
      ['charge.dispute.created', 'needs_response', 12_345], // late, as the first word of it
    ] as const;
    for (const [type, status, left] of steps) {
      await stage.say({ type, object: disputeOf(intent, { id: `du_${id}`, status }) });
      expect([status, await stage.available(person)]).toEqual([status, left]);
    }
    expect(await stage.logs(person)).toHaveLength(3);
    const actions = `SELECT action FROM audit_log WHERE entity_id = '${id}' AND action = 'wallet.dispute'`;
    expect(await sqlRows(test, actions)).toHaveLength(2);
  });

  it('of a part takes that part', async () => {
    const { person, intent } = await stage.paid();
    await stage.say({ type: 'charge.dispute.created', object: disputeOf(intent, { amount: 345 }) });
    expect(await stage.available(person)).toBe(12_000);
    const { body } = await test.call('GET', `/api/recharges`, { token: person.token });
    expect(body.data[0]).toMatchObject({ status: 'credited', received_amount: 12_345, refunded: 0, charged_back: 345 });
  });

  it.each([
    ['another currency', { currency: 'jpy' }],
    ['no amount', { amount: 0 }],
    ['half a cent', { amount: 0.5 }],
  ])('that names %s books nothing and waits for somebody to look at it', async (_what, changes) => {
    const { person, intent } = await stage.paid();
    const id = await stage.say({ type: 'charge.dispute.created', object: disputeOf(intent, changes) });
    expect(await stage.available(person)).toBe(12_345);
    expect(await stateOf(id)).toMatchObject({ state: 'waiting' });
  });
});

describe('what the provider says of money', () => {
  const refundOf = (intent: string, refunded: number, currency = 'usd') => ({
    id: `ch_${intent}`,
    object: 'charge',
    amount: 12_345,
    amount_refunded: refunded,
    currency,
    payment_intent: intent,
  });

  it('a refund in another currency books nothing', async () => {
    const { person, intent } = await stage.paid();
    const id = await stage.say({ type: 'charge.refunded', object: refundOf(intent, 2_000, 'jpy') });
    expect(await stage.available(person)).toBe(12_345);
    expect(await stateOf(id)).toMatchObject({ state: 'waiting' });
  });

  it('a sum of refunds that was told before takes nothing more', async () => {
    const { person, intent } = await stage.paid();
    for (const sum of [2_345, 345, 2_345]) await stage.say({ type: 'charge.refunded', object: refundOf(intent, sum) });
    expect(await stage.available(person)).toBe(10_000);
  });

  it.each([
    ['in another currency', { currency: 'jpy' }],
    ['without a currency', { currency: null }],
    ['without an amount', { amount_total: null }],
  ])('a session that was paid %s credits nothing', async (_what, changes) => {
    const { person, id, session } = await stage.opened();
    await stage.alter(session, changes);
    await payments.pay(session);
    await payments.settled();
    await runTasks(test, { tolerant: true });
    expect(await stage.recharge(person, id)).toMatchObject({ status: 'processing' });
    expect(await stage.available(person)).toBe(0);
  });

  it.each([
    ['a cent less', 12_344],
    ['a cent more', 12_346],
  ])('a session that was paid with %s than asked for credits what was paid, and shows both', async (_what, paid) => {
    const { person, id, session } = await stage.opened();
    await stage.alter(session, { amount_total: paid });
    await payments.pay(session);
    await stage.arrive();
    expect(await stage.recharge(person, id)).toMatchObject({ amount: 12_345, received_amount: paid });
    expect(await stage.available(person)).toBe(paid);
  });

  it.each([
    ['another account’s', (other: string, id: string) => `${other}.${id}`],
    ['no', () => 'something else'],
    ['too long a', (other: string, id: string) => `${other}.${id}.${id}`],
  ])('a session with %s reference credits nobody', async (_what, reference) => {
    const { person, id, session } = await stage.opened();
    const other = await merchant(test);
    await stage.alter(session, { client_reference_id: reference(other.account_id, id) });
    await payments.pay(session);
    await stage.arrive();
    expect([await stage.available(person), await stage.available(other)]).toEqual([0, 0]);
    const completed = (await payments.events()).findLast(({ type }) => type === 'checkout.session.completed');
    expect(await stateOf(completed?.id ?? '')).toEqual({ state: 'ignored', note: 'no recharge has this session' });
  });

  it('an event that lies about its session changes nothing: what Stripe says now counts', async () => {
    const { person, session } = await stage.opened();
    const lie = { ...(await payments.session(session)), status: 'complete', payment_status: 'paid' };
    await stage.say({ type: 'checkout.session.completed', object: lie });
    expect(await stage.available(person)).toBe(0);
  });
});
