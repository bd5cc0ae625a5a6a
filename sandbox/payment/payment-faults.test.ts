import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stripeClient } from '#server/lib/stripe.ts';
import { paymentBench, SECRET_KEY, type PaymentBench } from './payment-bench.ts';

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
  const { id } = await bench.client.createCheckoutSession(bench.order());
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
    await bench.receiver.reached(1);
    await bench.payments.hurry();
    await bench.payments.settled();
    expect(received()).toEqual(['charge.dispute.created', 'checkout.session.completed']);
  });

  test('wrongly signed: the receiver refuses, and the retry is believed', async () => {
    bench.payments.faults.set({ wrongSignatureNext: 2 });
    await paid();
    await bench.payments.settled();
    expect(bench.receiver.refused).toEqual(['no_match', 'no_match']);
    expect(received()).toEqual(['checkout.session.completed']);
  });

  test('lost: nothing arrives, but the list of events has it, and it can be sent again', async () => {
    bench.payments.faults.set({ loseNext: 1 });
    const id = await paid();
    await bench.payments.settled();
    expect(received()).toEqual([]);
    const { events } = await bench.client.listEvents({ createdFrom: bench.clock.now() });
    expect(events[0]).toMatchObject({ type: 'checkout.session.completed', data: { object: { id } } });
    await bench.payments.redeliver(events[0]?.id ?? '');
    await bench.payments.settled();
    expect(bench.receiver.events).toEqual([events[0]]);
  });

  test('what is undelivered when the provider stops is sent after its next start', async () => {
    bench.payments.faults.set({ lateNext: 1, lateMs: 3_600_000 });
    await paid();
    const { id } = await bench.client.createCheckoutSession(bench.order());
    await bench.restart();
    await bench.payments.hurry();
    await bench.payments.settled();
    expect(received()).toEqual(['checkout.session.completed']);
    expect((await bench.client.getCheckoutSession(id)).url).toBe(`${bench.payments.url}/c/pay/${id}`);
  });

  test('the list pages through all events, newest first', async () => {
    await paid();
    await paid();
    const all = (await bench.payments.events()).map((event) => event.id).toReversed();
    const seen: string[] = [];
    for (let more = true; more; ) {
      const last = seen.at(-1);
      const page = await bench.client.listEvents({ limit: 3, ...(last === undefined ? {} : { startingAfter: last }) });
      seen.push(...page.events.map((event) => event.id));
      more = page.hasMore;
    }
    expect(seen).toEqual(all);
  });
});

describe('the API', () => {
  test.each([500, 503, 429])('a passing %i is retried and leaves one session', async (apiErrorStatus) => {
    const order = bench.order();
    bench.payments.faults.set({ apiErrorNext: 2, apiErrorStatus, apiFaultAfterWork: true });
    const session = await bench.client.createCheckoutSession(order);
    expect(
      (await bench.payments.sessions())
        .filter((found) => found.client_reference_id === order.reference)
        .map((found) => found.id),
    ).toEqual([session.id]);
  });

  test('a lasting failure is reported as unavailable', async () => {
    bench.payments.faults.set({ apiErrorNext: 10, apiErrorStatus: 502 });
    await expect(bench.client.createCheckoutSession(bench.order())).rejects.toMatchObject({
      kind: 'unavailable',
      status: 502,
      type: 'api_error',
    });
  });

  test.each([true, false])(
    'a call without answer times out; repeated with its key it gives the one session (work done: %s)',
    async (apiFaultAfterWork) => {
      const order = bench.order();
      bench.payments.faults.set({ apiTimeoutNext: 1, apiFaultAfterWork });
      const hasty = stripeClient({ apiUrl: bench.payments.url, secretKey: SECRET_KEY, timeoutMs: 300 });
      await expect(hasty.createCheckoutSession(order)).rejects.toMatchObject({ kind: 'unavailable', code: 'timeout' });
      const session = await bench.client.createCheckoutSession(order);
      expect(
        (await bench.payments.sessions())
          .filter((found) => found.client_reference_id === order.reference)
          .map((found) => found.id),
      ).toEqual([session.id]);
    },
  );
});
