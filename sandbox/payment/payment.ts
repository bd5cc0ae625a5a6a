import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Clock, systemClock } from '#server/lib/clock.ts';
import { checkoutPage } from './checkout-page.ts';
import { paymentActions, type PaymentActions } from './payment-actions.ts';
import { paymentFaults, type PaymentFaultSettings } from './payment-faults.ts';
import { listEvents, load, newestSessions, overdueSessions } from './payment-store.ts';
import { inTransaction, preparePaymentTables, type Db } from './payment-tables.ts';
import { providerPage } from './provider-page.ts';
import type { PaymentResult } from './session-actions.ts';
import { stripeApi } from './stripe-api.ts';
import { StripeApiError } from './stripe-error.ts';
import type { DisputeObject, EventObject, PaymentIntentObject, RefundObject, SessionObject } from './stripe-objects.ts';
import { listDeliveries, webhookDelivery, type Delivery } from './webhook-delivery.ts';

const HOST = '127.0.0.1';
const EXPIRY_CHECK_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
const MAX_EVENTS = 1000;

/** What tests and pages can make the provider do. Each action is done when it resolves; its events are then on their way (see `settled`). */
export type PaymentControl = {
  /** Pays an open session, or saves its card, as its customer would; `card` is a test number or `bank_debit`, 4242… by default. */
  pay(sessionId: string, card?: string): Promise<PaymentResult>;
  /** Ends a payment that is processing (bank debit, or the fault `neverPaidNext`). */
  settle(sessionId: string, ok?: boolean): Promise<SessionObject>;
  expire(sessionId: string): Promise<SessionObject>;
  /** Expires every session whose time is over by the provider's clock; returns their number. */
  expireOverdue(): Promise<number>;
  /** Ends the processing charge of a saved card. */
  settleIntent(intentId: string, ok?: boolean): Promise<PaymentIntentObject>;
  /** `id` names a session, or the payment of a saved card. */
  dispute(id: string, reason?: string): Promise<DisputeObject>;
  closeDispute(disputeId: string, status: 'won' | 'lost'): Promise<DisputeObject>;
  /** Refunds a paid session, wholly without `amount`, as the provider's dashboard does: without the merchant's server. */
  refund(sessionId: string, amount?: number): Promise<RefundObject>;
  session(sessionId: string): Promise<SessionObject>;
  sessions(): Promise<SessionObject[]>;
  /** The newest 1000 events, oldest first. */
  events(): Promise<EventObject[]>;
  deliveries(): Promise<Delivery[]>;
  /** Sends an event again, whatever became of it before. */
  redeliver(eventId: string): Promise<void>;
  /** Sends the events that the fault `reorderNext` holds back, newest first. */
  releaseHeld(): Promise<void>;
  /** Sends late events and retries now instead of at their time. */
  hurry(): Promise<void>;
  /** Resolves when no event is due or waiting for a retry. */
  settled(timeoutMs?: number): Promise<void>;
  faults: { set(settings: Partial<PaymentFaultSettings>): void; clear(): void; get(): PaymentFaultSettings };
};

export type Payment = PaymentControl & { url: string; close(): Promise<void> };

export type PaymentOptions = {
  pool: Pool;
  port: number;
  secretKey: string;
  webhookSecret: string;
  webhookUrl: string;
  merchantName?: string;
  clock?: Clock;
  /** Milliseconds until the next try after so many failed ones; grows from 1 s to 60 s by default. */
  retryDelayMs?: (attempt: number) => number;
};

/** Starts the payment provider on the loopback interface: API, checkout pages, webhooks. Port 0 = any free one. */
export async function startPayment(options: PaymentOptions): Promise<Payment> {
  const { pool, clock = systemClock, retryDelayMs = growing } = options;
  await preparePaymentTables(pool);
  const faults = paymentFaults();
  const delivery = webhookDelivery({
    pool,
    faults,
    now: clock.now,
    webhookUrl: options.webhookUrl,
    webhookSecret: options.webhookSecret,
    retryDelayMs,
  });
  const address = { url: '' };
  const actions = paymentActions({ baseUrl: () => address.url, now: clock.now, faults, plan: delivery.plan });
  const transact = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const result = await inTransaction(pool, work);
    delivery.poke();
    return result;
  };
  const control = paymentControl({ pool, transact, actions, now: clock.now, faults, delivery });

  const app = payServer();
  stripeApi(app, { pool, actions, faults, secretKey: options.secretKey, now: clock.now, afterCommit: delivery.poke });
  const merchantName = options.merchantName ?? 'Tradewind';
  checkoutPage(app, {
    merchantName,
    now: clock.now,
    pay: control.pay,
    getSession: (id) => transact((db) => sessionWithLines(db, actions, id)),
  });
  providerPage(app, control);
  await app.listen({ host: HOST, port: options.port });
  address.url = `http://${HOST}:${(app.server.address() as AddressInfo).port}`; // a TCP server's address is never a string
  // Next to nothing to do most of the time; a session also expires when somebody looks at it.
  const timer = setInterval(() => void control.expireOverdue().catch(() => undefined), EXPIRY_CHECK_MS);
  delivery.poke(); // what an earlier run left undelivered
  return {
    ...control,
    url: address.url,
    async close() {
      clearInterval(timer);
      await app.close();
      await delivery.close();
    },
  };
}

function payServer(): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error instanceof StripeApiError ? error.status : (error.statusCode ?? 500);
    if (status >= 500) process.stderr.write(`sandbox payment provider: ${error.stack ?? error.message}\n`);
    const body =
      error instanceof StripeApiError
        ? error.body
        : { error: { type: status < 500 ? 'invalid_request_error' : 'api_error', message: error.message } };
    return reply.code(status).send(body);
  });
  return app;
}

type ControlParts = {
  pool: Pool;
  transact: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  actions: PaymentActions;
  now: () => Date;
  faults: ReturnType<typeof paymentFaults>;
  delivery: ReturnType<typeof webhookDelivery>;
};

function paymentControl({ pool, transact, actions, now, faults, delivery }: ControlParts): PaymentControl {
  return {
    pay: (id, card = '4242424242424242') => transact((db) => actions.pay(db, id, card)),
    settle: (id, ok = true) => transact((db) => actions.settle(db, id, ok)),
    expire: (id) => transact((db) => actions.expireSession(db, id)),
    async expireOverdue() {
      const overdue = await overdueSessions(pool, now());
      for (const id of overdue) await transact((db) => actions.getSession(db, id)); // looking at an overdue session expires it
      return overdue.length;
    },
    settleIntent: (id, ok = true) => transact((db) => actions.settleIntent(db, id, ok)),
    dispute: (id, reason) => transact((db) => actions.dispute(db, id, reason)),
    closeDispute: (id, status) => transact((db) => actions.closeDispute(db, id, status)),
    async refund(id, amount) {
      const { payment_intent: paymentIntent } = (await load(pool, 'checkout.session', id)).value;
      return transact((db) =>
        actions.refund(db, {
          charge: null,
          paymentIntent: paymentIntent ?? '',
          amount: amount ?? null,
          reason: null,
          metadata: {},
        }),
      );
    },
    session: async (id) => (await load(pool, 'checkout.session', id)).value,
    sessions: () => newestSessions(pool, 100),
    events: async () => (await listEvents(pool, { limit: MAX_EVENTS })).data.toReversed(),
    deliveries: () => listDeliveries(pool, 100),
    redeliver: (eventId) => transact((db) => delivery.resend(db, eventId)),
    releaseHeld: () => transact((db) => delivery.releaseNewestFirst(db)),
    hurry: () => transact((db) => delivery.hurry(db)),
    settled: (timeoutMs) => delivery.settled(timeoutMs),
    faults: { set: faults.set, clear: faults.clear, get: faults.get },
  };
}

async function sessionWithLines(db: Db, actions: PaymentActions, id: string) {
  const session = await actions.getSession(db, id);
  const { extras } = await load(db, 'checkout.session', id);
  const lines = extras.line_items as { data: { description: string; amount_total: number; quantity: number }[] }; // written by lineItemsOf
  return { session, lines: lines.data };
}

function growing(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS);
}
