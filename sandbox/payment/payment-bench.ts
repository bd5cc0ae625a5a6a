import Fastify, { type FastifyInstance } from 'fastify';
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fixedClock, type FixedClock } from '#server/lib/clock.ts';
import {
  stripeClient,
  type NewCheckoutSession,
  type StripeClient,
  StripeSignatureError,
  verifyStripeEvent,
  type StripeEvent,
} from '#server/lib/stripe.ts';
import { testPool } from '../test-pool.ts';
import { startPayment, type Payment } from './payment.ts';

export const SECRET_KEY = 'sk_test_sandbox';
const WEBHOOK_SECRET = 'whsec_sandbox';

/** A merchant's webhook endpoint that checks signatures as the portal does and remembers what came. */
export type Receiver = {
  events: StripeEvent[];
  /** Calls that were refused, by reason. */
  refused: string[];
  /** The next calls are answered with these codes instead of 200. */
  answers: number[];
  /** Resolves when so many events have come. */
  reached(count: number): Promise<void>;
  url: string;
  app: FastifyInstance;
};

async function startReceiver(clock: FixedClock): Promise<Receiver> {
  const arrivals = new EventEmitter();
  const receiver: Receiver = {
    events: [],
    refused: [],
    answers: [],
    url: '',
    app: Fastify({ forceCloseConnections: true }),
    async reached(count) {
      while (receiver.events.length < count) await once(arrivals, 'event');
    },
  };
  const { app } = receiver;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/hook', async (request, reply) => {
    const planned = receiver.answers.shift();
    if (planned !== undefined) return reply.code(planned).send();
    try {
      const header = request.headers['stripe-signature'];
      receiver.events.push(
        verifyStripeEvent({
          rawBody: request.body as Buffer,
          signatureHeader: String(header ?? ''),
          secret: WEBHOOK_SECRET,
          now: clock.now(),
        }),
      );
      arrivals.emit('event');
      return await reply.send();
    } catch (error) {
      if (!(error instanceof StripeSignatureError)) throw error;
      receiver.refused.push(error.reason);
      return reply.code(400).send();
    }
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  receiver.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/hook`;
  return receiver;
}

export type PaymentBench = {
  payments: Payment;
  client: StripeClient;
  clock: FixedClock;
  receiver: Receiver;
  /** The parameters of a session nobody made before. */
  order(changes?: Partial<NewCheckoutSession>): NewCheckoutSession;
  restart(): Promise<void>;
  close(): Promise<void>;
};

/** A provider, a receiver and a client on a fresh database, with a clock that stands still. */
export async function paymentBench(): Promise<PaymentBench> {
  const database = await testPool();
  const clock = fixedClock('2026-11-21T09:00:00Z');
  const receiver = await startReceiver(clock);
  const start = (): Promise<Payment> =>
    startPayment({
      pool: database.pool,
      port: 0,
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      webhookUrl: receiver.url,
      clock,
      retryDelayMs: () => 5,
    });
  const first = await start();
  let count = 0;
  const bench: PaymentBench = {
    payments: first,
    client: stripeClient({ apiUrl: first.url, secretKey: SECRET_KEY }),
    clock,
    receiver,
    order(changes = {}) {
      count += 1;
      return {
        amount: 12_345,
        currency: 'USD',
        reference: `payment-${count}`,
        description: 'Wallet top-up',
        successUrl: 'http://localhost:8080/wallet/recharge?session={CHECKOUT_SESSION_ID}',
        cancelUrl: 'http://localhost:8080/wallet/recharge',
        email: 'jane@shop.example',
        idempotencyKey: `key-${count}`,
        expiresAt: new Date(clock.now().getTime() + 3_600_000),
        ...changes,
      };
    },
    async restart() {
      await bench.payments.close();
      bench.payments = await start();
      bench.client = stripeClient({ apiUrl: bench.payments.url, secretKey: SECRET_KEY });
    },
    async close() {
      await bench.payments.close();
      await receiver.app.close();
      await database.close();
    },
  };
  return bench;
}
