import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stripeClient, StripeError } from '#server/lib/stripe.ts';
import { paymentBench, SECRET_KEY, type PaymentBench } from './payment-bench.ts';

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

async function failure(act: Promise<unknown>): Promise<StripeError> {
  const error = await act.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StripeError);
  return error as StripeError; // just checked
}

const received = (): string[] => bench.receiver.events.map((event) => event.type);

describe('checkout sessions', () => {
  test('are created open and unpaid, and are found again', async () => {
    const order = bench.order();
    const session = await bench.client.createCheckoutSession(order);
    expect(session).toMatchObject({
      status: 'open',
      paymentStatus: 'unpaid',
      amountTotal: 12_345,
      currency: 'USD',
      reference: order.reference,
      paymentIntentId: null,
      expiresAt: order.expiresAt,
    });
    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
    expect(session.url).toBe(`${bench.payments.url}/c/pay/${session.id}`);
    expect(await bench.client.getCheckoutSession(session.id)).toEqual(session);
  });

  test('the same idempotency key gives the same session, also to calls at the same time, and never a second one', async () => {
    const order = bench.order();
    const sessions = await Promise.all(Array.from({ length: 6 }, () => bench.client.createCheckoutSession(order)));
    expect(new Set(sessions.map((session) => session.id)).size).toBe(1);
    expect(
      (await bench.payments.sessions()).filter((session) => session.client_reference_id === order.reference),
    ).toHaveLength(1);
    const error = await failure(bench.client.createCheckoutSession({ ...order, amount: 999 }));
    expect(error).toMatchObject({ kind: 'refused', status: 400, type: 'idempotency_error' });
  });

  test('a refused call does not use up its idempotency key', async () => {
    const order = bench.order();
    expect(await failure(bench.client.createCheckoutSession({ ...order, amount: 1 }))).toMatchObject({
      kind: 'refused',
      code: 'amount_too_small',
    });
    expect((await bench.client.createCheckoutSession(order)).amountTotal).toBe(order.amount);
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
    const stranger = stripeClient({ apiUrl: bench.payments.url, secretKey: 'sk_test_wrong_key' });
    expect(await failure(stranger.getCheckoutSession('cs_test_1'))).toMatchObject({
      kind: 'refused',
      status: 401,
      type: 'invalid_request_error',
    });
    expect(await failure(bench.client.getCheckoutSession('cs_test_1'))).toMatchObject({
      status: 404,
      code: 'resource_missing',
      param: 'session',
    });
    const answer = await fetch(`${bench.payments.url}/v1/nothing`, {
      headers: { authorization: `Bearer ${SECRET_KEY}` },
    });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });
});

describe('paying', () => {
  test('a good card completes the session and sends one signed event', async () => {
    const order = bench.order();
    const { id } = await bench.client.createCheckoutSession(order);
    expect((await bench.payments.pay(id)).status).toBe('paid');
    await bench.payments.settled();
    expect(bench.receiver.events).toMatchObject([
      {
        type: 'checkout.session.completed',
        data: { object: { id, paymentStatus: 'paid', reference: order.reference } },
      },
    ]);
    const session = await bench.client.getCheckoutSession(id);
    expect(session).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      url: null,
      paymentIntent: { status: 'succeeded', amountReceived: 12_345, reference: order.reference },
    });
    await expect(bench.payments.pay(id)).rejects.toThrow('complete');
  });

  test('a declined card leaves the session open, and the next card pays the same intent', async () => {
    const { id } = await bench.client.createCheckoutSession(bench.order());
    expect(await bench.payments.pay(id, '4000000000000002')).toMatchObject({
      status: 'declined',
      code: 'card_declined',
    });
    expect(await bench.client.getCheckoutSession(id)).toMatchObject({ status: 'open', paymentStatus: 'unpaid' });
    await bench.payments.pay(id);
    await bench.payments.settled();
    expect(received()).toEqual(['payment_intent.payment_failed', 'checkout.session.completed']);
    const [failed, completed] = bench.receiver.events;
    expect(failed?.type === 'payment_intent.payment_failed' && failed.data.object.lastError?.code).toBe(
      'card_declined',
    );
    expect(
      failed?.type === 'payment_intent.payment_failed' &&
        completed?.type === 'checkout.session.completed' &&
        failed.data.object.id === completed.data.object.paymentIntentId,
    ).toBe(true);
  });

  test('a session is paid once, however many pay at the same time', async () => {
    const { id } = await bench.client.createCheckoutSession(bench.order());
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => bench.payments.pay(id)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    await bench.payments.settled();
    expect(received()).toEqual(['checkout.session.completed']);
  });

  test.each([
    [true, 'checkout.session.async_payment_succeeded', 'paid'],
    [false, 'checkout.session.async_payment_failed', 'unpaid'],
  ])('a bank debit completes unpaid and ends later (money arrives: %s)', async (ok, type, paymentStatus) => {
    const { id } = await bench.client.createCheckoutSession(bench.order());
    await bench.payments.pay(id, 'bank_debit');
    await bench.payments.settled();
    expect(bench.receiver.events).toMatchObject([
      { type: 'checkout.session.completed', data: { object: { paymentStatus: 'unpaid' } } },
    ]);
    await bench.payments.settle(id, ok);
    await bench.payments.settled();
    expect(bench.receiver.events.at(-1)).toMatchObject({ type, data: { object: { paymentStatus } } });
    await expect(bench.payments.settle(id)).rejects.toThrow('not processing');
  });

  test('the fault "never paid" completes a session whose money does not come', async () => {
    bench.payments.faults.set({ neverPaidNext: 1 });
    const { id } = await bench.client.createCheckoutSession(bench.order());
    expect((await bench.payments.pay(id)).status).toBe('processing');
    expect(await bench.client.getCheckoutSession(id)).toMatchObject({
      status: 'complete',
      paymentStatus: 'unpaid',
      paymentIntent: { status: 'processing', amountReceived: 0 },
    });
  });

  test('refunds and disputes name the payment intent, and add up', async () => {
    const { id } = await bench.client.createCheckoutSession(bench.order({ amount: 1000 }));
    await bench.payments.pay(id);
    await bench.payments.refund(id, 400);
    await bench.payments.refund(id);
    await expect(bench.payments.refund(id)).rejects.toThrow('already been refunded');
    const other = await bench.client.createCheckoutSession(bench.order({ amount: 700 }));
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
      'charge.dispute.closed',
    ]);
    const amounts = bench.receiver.events.map((event) =>
      event.type === 'charge.refunded' ? [event.data.object.amountRefunded, event.data.object.fullyRefunded] : null,
    );
    expect(amounts.filter((entry) => entry !== null)).toEqual([
      [400, false],
      [1000, true],
    ]);
    const { paymentIntentId } = await bench.client.getCheckoutSession(other.id);
    expect(bench.receiver.events[4]).toMatchObject({
      data: { object: { amount: 700, paymentIntentId, status: 'needs_response' } },
    });
    expect(bench.receiver.events[5]).toMatchObject({ data: { object: { status: 'lost' } } });
  });

  test('a refund over the API wants an amount that is there', async () => {
    const { id } = await bench.client.createCheckoutSession(bench.order({ amount: 1000 }));
    await bench.payments.pay(id);
    const { paymentIntentId } = await bench.client.getCheckoutSession(id);
    const refund = async (form: Record<string, string>): Promise<unknown> =>
      (
        await fetch(`${bench.payments.url}/v1/refunds`, {
          method: 'POST',
          headers: { authorization: `Bearer ${SECRET_KEY}` },
          body: new URLSearchParams(form),
        })
      ).json();
    expect(await refund({})).toMatchObject({ error: { code: 'parameter_missing' } });
    expect(await refund({ payment_intent: paymentIntentId ?? '', amount: '1001' })).toMatchObject({
      error: { param: 'amount' },
    });
    expect(
      await refund({ payment_intent: paymentIntentId ?? '', amount: '1000', reason: 'requested_by_customer' }),
    ).toMatchObject({ object: 'refund', amount: 1000, status: 'succeeded' });
  });
});

describe('expiry', () => {
  test('an open session can be expired, and then neither paid nor expired again', async () => {
    const { id } = await bench.client.createCheckoutSession(bench.order());
    expect(await bench.client.expireCheckoutSession(id)).toMatchObject({ status: 'expired', url: null });
    expect(await failure(bench.client.expireCheckoutSession(id))).toMatchObject({ kind: 'refused', status: 400 });
    await expect(bench.payments.pay(id)).rejects.toThrow('expired');
    await bench.payments.settled();
    expect(bench.receiver.events).toMatchObject([{ type: 'checkout.session.expired', data: { object: { id } } }]);
  });

  test('a session expires by the clock, once', async () => {
    const { id } = await bench.client.createCheckoutSession(bench.order());
    bench.clock.advance(3_600_000);
    await Promise.all([
      bench.client.getCheckoutSession(id),
      bench.client.getCheckoutSession(id),
      bench.payments.expireOverdue(),
    ]);
    expect((await bench.client.getCheckoutSession(id)).status).toBe('expired');
    await bench.payments.settled();
    const mine = bench.receiver.events.filter(
      (event) => event.type === 'checkout.session.expired' && event.data.object.id === id,
    );
    expect(mine).toHaveLength(1);
  });
});
