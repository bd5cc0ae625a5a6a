import Fastify, { type FastifyInstance } from 'fastify';
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Stripe } from 'stripe';
import { fixedClock, type FixedClock } from '#server/lib/clock.ts';
import { openStripe, readSignedEvent, StripeCallError } from '#server/lib/stripe.ts';
import { testPool } from '../test-pool.ts';
import { startPayment, type Payment } from './payment.ts';

export const SECRET_KEY = 'sk_test_sandbox';
const WEBHOOK_SECRET = 'whsec_sandbox';

/** A merchant's webhook endpoint that checks signatures as the portal does and remembers what came. */
export type Receiver = {
  events: Stripe.Event[];
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
        await readSignedEvent({
          rawBody: request.body as Buffer,
          signatureHeader: String(header ?? ''),
          secret: WEBHOOK_SECRET,
          now: clock.now(),
        }),
      );
      arrivals.emit('event');
      return await reply.send();
    } catch (error) {
      if (!(error instanceof StripeCallError)) throw error;
      receiver.refused.push(error.reason);
      return reply.code(400).send();
    }
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  receiver.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/hook`;
  return receiver;
}

/** What a session is made from; amounts in minor units. */
export type Order = {
  amount: number;
  currency: string;
  reference: string;
  description: string;
  idempotencyKey: string;
  expiresAt: Date;
};

export type PaymentBench = {
  payments: Payment;
  client: Stripe;
  clock: FixedClock;
  receiver: Receiver;
  /** The parameters of a session nobody made before. */
  order(changes?: Partial<Order>): Order;
  /** Creates a session of an order, of a new one without any. */
  open(order?: Order, client?: Stripe): Promise<Stripe.Response<Stripe.Checkout.Session>>;
  /** A session with its payment. */
  find(id: string): Promise<Stripe.Checkout.Session>;
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
    client: await openStripe({ apiUrl: first.url, secretKey: SECRET_KEY }),
    clock,
    receiver,
    order(changes = {}) {
      count += 1;
      return {
        amount: 12_345,
        currency: 'usd',
        reference: `payment-${count}`,
        description: 'Wallet top-up',
        idempotencyKey: `key-${count}`,
        expiresAt: new Date(clock.now().getTime() + 3_600_000),
        ...changes,
      };
    },
    open: (order = bench.order(), client = bench.client) =>
      client.checkout.sessions.create(paramsOf(order), { idempotencyKey: order.idempotencyKey }),
    find: (id) => bench.client.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }),
    async restart() {
      await bench.payments.close();
      bench.payments = await start();
      bench.client = await openStripe({ apiUrl: bench.payments.url, secretKey: SECRET_KEY });
    },
    async close() {
      await bench.payments.close();
      await receiver.app.close();
      await database.close();
    },
  };
  return bench;
}

/** The parameters of `POST /v1/checkout/sessions` for an order. */
export function paramsOf(order: Order): Stripe.Checkout.SessionCreateParams {
  const { amount, currency, description, reference, expiresAt } = order;
  const price_data = { currency, unit_amount: amount, product_data: { name: description } };
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data }],
    client_reference_id: reference,
    payment_intent_data: { metadata: { reference } },
    customer_email: 'jane@shop.example',
    success_url: 'http://localhost:8080/wallet/recharge?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:8080/wallet/recharge',
    expires_at: Math.floor(expiresAt.getTime() / 1000),
  };
}
