import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStripe } from '#server/lib/stripe.ts';
import { type Order, paymentBench, SECRET_KEY, type PaymentBench } from './payment-bench.ts';

let bench: PaymentBench;

beforeAll(async () => {
  bench = await paymentBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.payments.faults.clear();
  await bench.payments.settled();
  bench.receiver.events.length = 0;
  bench.receiver.refused.length = 0;
});

const received = (): string[] => bench.receiver.events.map((event) => event.type);

async function paid(): Promise<string> {
  const { id } = await bench.open();
  await bench.payments.pay(id);
  return id;
}

describe('events', () => {
  test('are sent until the receiver answers with 2xx, with a fresh signature each time', async () => {
    bench.receiver.answers.push(500, 302, 404);
    await paid();
    await bench.payments.settled();
    expect(received()).toEqual(['checkout.session.completed']);
    expect((await bench.payments.deliveries())[0]).toMatchObject({ state: 'delivered', attempts: 4, last_status: 200 });
  });

  test('duplicated: the same event arrives twice', async () => {
    bench.payments.faults.set({ duplicateNext: 1 });
    await paid();
    await bench.payments.settled();
    expect(received()).toHaveLength(2);
    expect(new Set(bench.receiver.events.map((event) => event.id)).size).toBe(1);
  });

  test('out of order: the later event arrives first', async () => {
    bench.payments.faults.set({ reorderNext: 2 });
    const id = await paid();
    await bench.payments.settled();
    expect(received()).toEqual([]);
    await bench.payments.refund(id);
    await bench.payments.settled();
    expect(received()).toEqual(['charge.refunded', 'checkout.session.completed']);
  });

  test('late: an event arrives after the one that came after it', async () => {
    bench.payments.faults.set({ lateNext: 1, lateMs: 3_600_000 });
    const id = await paid();
    await bench.payments.dispute(id);
    await bench.receiver.reached(2);
    await bench.payments.hurry();
    await bench.payments.settled();
    expect(received()).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'checkout.session.completed',
    ]);
  });

  test('wrongly signed: the receiver refuses, and the retry is believed', async () => {
    bench.payments.faults.set({ wrongSignatureNext: 2 });
    await paid();
    await bench.payments.settled();
    expect(bench.receiver.refused).toEqual(['no_match_or_too_old', 'no_match_or_too_old']);
    expect(received()).toEqual(['checkout.session.completed']);
  });

  test('lost: nothing arrives, but the list of events has it, and it can be sent again', async () => {
    bench.payments.faults.set({ loseNext: 1 });
    const id = await paid();
    await bench.payments.settled();
    expect(received()).toEqual([]);
    const gte = bench.clock.now().getTime() / 1000;
    const { data: events } = await bench.client.events.list({ created: { gte } });
    expect(events[0]).toMatchObject({ type: 'checkout.session.completed', data: { object: { id } } });
    await bench.payments.redeliver(events[0]?.id ?? '');
    await bench.payments.settled();
    expect(bench.receiver.events).toEqual([events[0]]);
  });

  test('what is undelivered when the provider stops is sent after its next start', async () => {
    bench.payments.faults.set({ lateNext: 1, lateMs: 3_600_000 });
    await paid();
    const { id } = await bench.open();
    await bench.restart();
    await bench.payments.hurry();
    await bench.payments.settled();
    expect(received()).toEqual(['checkout.session.completed']);
    expect((await bench.find(id)).url).toBe(`${bench.payments.url}/c/pay/${id}`);
  });

  test('the list pages through all events, newest first', async () => {
    await paid();
    await paid();
    const all = (await bench.payments.events()).map((event) => event.id).toReversed();
    const seen: string[] = [];
    for await (const event of bench.client.events.list({ limit: 3 })) seen.push(event.id);
    expect(seen).toEqual(all);
  });
});

describe('the API', () => {
  const sessionsOf = async (order: Order) =>
    (await bench.payments.sessions())
      .filter((found) => found.client_reference_id === order.reference)
      .map((found) => found.id);

  test.each([500, 503])('a passing %i is retried and leaves one session', async (apiErrorStatus) => {
    const order = bench.order();
    bench.payments.faults.set({ apiErrorNext: 2, apiErrorStatus, apiFaultAfterWork: true });
    const session = await bench.open(order);
    expect(await sessionsOf(order)).toEqual([session.id]);
  });

  test('a limit of calls is told at once; repeated with its key the call gives the one session', async () => {
    const order = bench.order();
    bench.payments.faults.set({ apiErrorNext: 1, apiErrorStatus: 429, apiFaultAfterWork: true });
    await expect(bench.open(order)).rejects.toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 });
    const session = await bench.open(order);
    expect(await sessionsOf(order)).toEqual([session.id]);
  });

  test('a lasting failure is told after two more tries', async () => {
    bench.payments.faults.set({ apiErrorNext: 10, apiErrorStatus: 502 });
    await expect(bench.open()).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 502 });
    expect(bench.payments.faults.get().apiErrorNext).toBe(7);
  });

  test.each([true, false])(
    'a call without answer times out and is repeated with its key, by us or by the caller (work done: %s)',
    async (apiFaultAfterWork) => {
      const hasty = await openStripe({ apiUrl: bench.payments.url, secretKey: SECRET_KEY, timeoutMs: 300 });
      for (const apiTimeoutNext of [1, 3]) {
        const order = bench.order();
        bench.payments.faults.set({ apiTimeoutNext, apiFaultAfterWork });
        if (apiTimeoutNext > 2)
          await expect(bench.open(order, hasty)).rejects.toMatchObject({ type: 'StripeConnectionError' });
        const session = await bench.open(order, hasty);
        expect(await sessionsOf(order)).toEqual([session.id]);
      }
    },
  );
});
