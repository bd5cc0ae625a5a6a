import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStripe, stripeVersion } from '#server/lib/stripe.ts';
import { paramsOf, paymentBench, SECRET_KEY, type PaymentBench } from './payment-bench.ts';

let bench: PaymentBench;

beforeAll(async () => {
  bench = await paymentBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.payments.faults.clear();
  await bench.payments.releaseHeld();
  await bench.payments.settled();
  bench.receiver.events.length = 0;
  bench.receiver.refused.length = 0;
  bench.receiver.answers.length = 0;
});

const { StripeError } = Stripe.errors;

async function failure(action: Promise<unknown>): Promise<InstanceType<typeof StripeError>> {
  const error = await action.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StripeError);
  return error as InstanceType<typeof StripeError>; // just checked
}

const received = (): string[] => bench.receiver.events.map((event) => event.type);

describe('checkout sessions', () => {
  test('are created open and unpaid, and are found again', async () => {
    const order = bench.order();
    const session = await bench.open(order);
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 12_345,
      currency: 'usd',
      client_reference_id: order.reference,
      payment_intent: null,
      expires_at: order.expiresAt.getTime() / 1000,
    });
    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
    expect(session.url).toBe(`${bench.payments.url}/c/pay/${session.id}`);
    expect(await bench.find(session.id)).toEqual(session);
  });

  test('the same idempotency key gives the same session, also to calls at the same time, and never a second one', async () => {
    const order = bench.order();
    const sessions = await Promise.all(Array.from({ length: 6 }, () => bench.open(order)));
    expect(new Set(sessions.map((session) => session.id)).size).toBe(1);
    expect(
      (await bench.payments.sessions()).filter((session) => session.client_reference_id === order.reference),
    ).toHaveLength(1);
    const error = await failure(bench.open({ ...order, amount: 999 }));
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  test('a refused call does not use up its idempotency key', async () => {
    const order = bench.order();
    expect(await failure(bench.open({ ...order, amount: 1 }))).toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'amount_too_small',
    });
    expect((await bench.open(order)).amount_total).toBe(order.amount);
  });

  test('a replay is the same to the byte and marked as one', async () => {
    const form = {
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '500',
      'line_items[0][price_data][product_data][name]': 'X',
      success_url: 'http://localhost/',
    };
    const post = (): Promise<Response> =>
      fetch(`${bench.payments.url}/v1/checkout/sessions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SECRET_KEY}`, 'idempotency-key': 'bytes' },
        body: new URLSearchParams(form),
      });
    const [first, second] = [await post(), await post()];
    expect(await second.text()).toBe(await first.text());
    expect([first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
  });

  test('a wrong key, an unknown session and an unknown path are refused as Stripe does', async () => {
    const stranger = await openStripe({ apiUrl: bench.payments.url, secretKey: 'sk_test_wrong_key' });
    expect(await failure(stranger.checkout.sessions.retrieve('cs_test_1'))).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
    expect(await failure(bench.find('cs_test_1'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'session',
    });
    expect(await failure(bench.client.rawRequest('GET', '/v1/nothing'))).toMatchObject({
      statusCode: 404,
      rawType: 'invalid_request_error',
    });
  });

  test('answers and events are in the version that the portal speaks; another one is refused', async () => {
    const session = await bench.open();
    expect(session.lastResponse.apiVersion).toBe(stripeVersion);
    await bench.payments.pay(session.id);
    await bench.payments.settled();
    expect(bench.receiver.events[0]?.api_version).toBe(stripeVersion);
    const before = { apiVersion: '2026-03-25.dahlia' };
    expect(await failure(bench.client.checkout.sessions.retrieve(session.id, {}, before))).toMatchObject({
      type: 'StripeInvalidRequestError',
      message: 'Invalid Stripe API version: 2026-03-25.dahlia',
    });
  });

  test('a parameter that this version does not have any more is refused', async () => {
    const params = { ...paramsOf(bench.order()), payment_method_types: ['card'] };
    expect(await failure(bench.client.checkout.sessions.create(params))).toMatchObject({
      code: 'parameter_unknown',
      param: 'payment_method_types',
    });
  });
});

describe('paying', () => {
  test('a good card completes the session and sends one signed event', async () => {
    const order = bench.order();
    const { id } = await bench.open(order);
    expect((await bench.payments.pay(id)).status).toBe('paid');
    await bench.payments.settled();
    expect(bench.receiver.events).toMatchObject([
      {
        type: 'checkout.session.completed',
        data: { object: { id, payment_status: 'paid', client_reference_id: order.reference } },
      },
    ]);
    const session = await bench.find(id);
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      payment_intent: { status: 'succeeded', amount_received: 12_345, metadata: { reference: order.reference } },
    });
    await expect(bench.payments.pay(id)).rejects.toThrow('complete');
  });

  test('a declined card leaves the session open, and the next card pays the same intent', async () => {
    const { id } = await bench.open();
    expect(await bench.payments.pay(id, '4000000000000002')).toMatchObject({
      status: 'declined',
      code: 'card_declined',
    });
    expect(await bench.find(id)).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    await bench.payments.pay(id);
    await bench.payments.settled();
    expect(received()).toEqual(['payment_intent.payment_failed', 'checkout.session.completed']);
    const [failed, completed] = bench.receiver.events;
    expect(failed?.type === 'payment_intent.payment_failed' && failed.data.object.last_payment_error?.code).toBe(
      'card_declined',
    );
    expect(
      failed?.type === 'payment_intent.payment_failed' &&
        completed?.type === 'checkout.session.completed' &&
        failed.data.object.id === completed.data.object.payment_intent,
    ).toBe(true);
  });

  test('a session is paid once, however many pay at the same time', async () => {
    const { id } = await bench.open();
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => bench.payments.pay(id)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    await bench.payments.settled();
    expect(received()).toEqual(['checkout.session.completed']);
  });

  test.each([
    [true, 'checkout.session.async_payment_succeeded', 'paid'],
    [false, 'checkout.session.async_payment_failed', 'unpaid'],
  ])('a bank debit completes unpaid and ends later (money arrives: %s)', async (ok, type, payment_status) => {
    const { id } = await bench.open();
    await bench.payments.pay(id, 'bank_debit');
    await bench.payments.settled();
    expect(bench.receiver.events).toMatchObject([
      { type: 'checkout.session.completed', data: { object: { payment_status: 'unpaid' } } },
    ]);
    await bench.payments.settle(id, ok);
    await bench.payments.settled();
    expect(bench.receiver.events.at(-1)).toMatchObject({ type, data: { object: { payment_status } } });
    await expect(bench.payments.settle(id)).rejects.toThrow('not processing');
  });

  test('the fault "never paid" completes a session whose money does not come', async () => {
    bench.payments.faults.set({ neverPaidNext: 1 });
    const { id } = await bench.open();
    expect((await bench.payments.pay(id)).status).toBe('processing');
    expect(await bench.find(id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'processing', amount_received: 0 },
    });
  });

  test('refunds and disputes name the payment intent, and add up', async () => {
    const { id } = await bench.open(bench.order({ amount: 1000 }));
    await bench.payments.pay(id);
    await bench.payments.refund(id, 400);
    await bench.payments.refund(id);
    await expect(bench.payments.refund(id)).rejects.toThrow('already been refunded');
    const other = await bench.open(bench.order({ amount: 700 }));
    await bench.payments.pay(other.id);
    const dispute = await bench.payments.dispute(other.id);
    await bench.payments.closeDispute(dispute.id, 'lost');
    await bench.payments.settled();
    expect(received()).toEqual([
      'checkout.session.completed',
      'charge.refunded',
      'charge.refunded',
      'checkout.session.completed',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ]);
    const amounts = bench.receiver.events.map((event) =>
      event.type === 'charge.refunded' ? [event.data.object.amount_refunded, event.data.object.refunded] : null,
    );
    expect(amounts.filter((entry) => entry !== null)).toEqual([
      [400, false],
      [1000, true],
    ]);
    const { payment_intent } = await bench.payments.session(other.id);
    expect(bench.receiver.events.slice(4)).toMatchObject([
      { data: { object: { amount: 700, payment_intent, status: 'needs_response' } } },
      { data: { object: { balance_transactions: [{ amount: -700 }] } } },
      { data: { object: { status: 'lost' } } },
    ]);
  });

  test('a dispute that is won books the money back', async () => {
    const { id } = await bench.open(bench.order({ amount: 700 }));
    await bench.payments.pay(id);
    const dispute = await bench.payments.dispute(id);
    await bench.payments.closeDispute(dispute.id, 'won');
    await bench.payments.settled();
    expect(received().slice(1)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
    expect(await bench.client.disputes.retrieve(dispute.id)).toMatchObject({
      status: 'won',
      balance_transactions: [{ amount: -700 }, { amount: 700 }],
    });
  });

  test('a refund over the API wants an amount that is there', async () => {
    const { id } = await bench.open(bench.order({ amount: 1000 }));
    await bench.payments.pay(id);
    const payment_intent = (await bench.payments.session(id)).payment_intent ?? '';
    const { refunds } = bench.client;
    expect(await failure(refunds.create({}))).toMatchObject({ code: 'parameter_missing' });
    expect(await failure(refunds.create({ payment_intent, amount: 1001 }))).toMatchObject({ param: 'amount' });
    expect(await refunds.create({ payment_intent, amount: 1000, reason: 'requested_by_customer' })).toMatchObject({
      object: 'refund',
      amount: 1000,
      status: 'succeeded',
    });
  });
});

describe('expiry', () => {
  test('an open session can be expired, and then neither paid nor expired again', async () => {
    const { id } = await bench.open();
    expect(await bench.client.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
    expect(await failure(bench.client.checkout.sessions.expire(id))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
    });
    await expect(bench.payments.pay(id)).rejects.toThrow('expired');
    await bench.payments.settled();
    expect(bench.receiver.events).toMatchObject([{ type: 'checkout.session.expired', data: { object: { id } } }]);
  });

  test('a session expires by the clock, once', async () => {
    const { id } = await bench.open();
    bench.clock.advance(3_600_000);
    await Promise.all([bench.find(id), bench.find(id), bench.payments.expireOverdue()]);
    expect((await bench.find(id)).status).toBe('expired');
    await bench.payments.settled();
    const mine = bench.receiver.events.filter(
      (event) => event.type === 'checkout.session.expired' && event.data.object.id === id,
    );
    expect(mine).toHaveLength(1);
  });
});
