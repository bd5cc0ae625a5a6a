import { chargeOf, type ChargeActions } from './charge-actions.ts';
import type { CheckoutParams } from './checkout-params.ts';
import type { Emit } from './payment-actions.ts';
import type { PaymentFaults } from './payment-faults.ts';
import { load, save } from './payment-store.ts';
import type { Db } from './payment-tables.ts';
import { invalidRequest } from './stripe-error.ts';
import {
  chargeObject,
  lineItemsOf,
  paymentIntentObject,
  sessionObject,
  type ChargeObject,
  type PaymentIntentObject,
  type SessionObject,
} from './stripe-objects.ts';
import type { SavedCardActions } from './saved-card-actions.ts';
import { cardOutcome, type CardOutcome } from './test-cards.ts';

/** How a payment attempt ended. */
export type PaymentResult =
  | { status: 'paid' | 'processing' | 'saved'; session: SessionObject }
  | { status: 'declined'; session: SessionObject; code: string; message: string };

type Parts = {
  emit: Emit;
  seconds: () => number;
  now: () => Date;
  faults: PaymentFaults;
  baseUrl: () => string;
  dispute: ChargeActions['dispute'];
  saveCard: SavedCardActions['saveCard'];
};

/** The life of a Checkout Session up to its payment. */
export function sessionActions({ emit, seconds, now, faults, baseUrl, dispute, saveCard }: Parts) {
  async function createSession(db: Db, params: CheckoutParams): Promise<SessionObject> {
    const session = sessionObject(params, seconds(), baseUrl());
    await save(db, session, {
      line_items: lineItemsOf(params),
      intent_metadata: params.paymentIntentMetadata,
      intent_description: params.paymentIntentDescription,
      intent: null,
    });
    return session;
  }

  async function closeAsExpired(db: Db, session: SessionObject): Promise<SessionObject> {
    const expired: SessionObject = { ...session, status: 'expired', url: null };
    const { extras } = await load(db, 'checkout.session', session.id);
    await save(db, expired, extras);
    await emit(db, 'checkout.session.expired', expired);
    return expired;
  }

  /** The session, expired on the way if its time is over. */
  async function getSession(db: Db, id: string): Promise<SessionObject> {
    const { value } = await load(db, 'checkout.session', id, { lock: true });
    if (value.status !== 'open') return value;
    if (value.expires_at <= seconds()) return closeAsExpired(db, value);
    // After a restart the provider may listen on another port.
    return { ...value, url: `${baseUrl()}/c/pay/${id}` };
  }

  async function expireSession(db: Db, id: string): Promise<SessionObject> {
    const session = await getSession(db, id);
    if (session.status !== 'open')
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of "${session.status}".`,
      );
    return closeAsExpired(db, session);
  }

  async function pay(db: Db, id: string, method: string): Promise<PaymentResult> {
    const session = await getSession(db, id);
    if (session.status !== 'open')
      throw invalidRequest(`This Checkout Session is ${session.status} and cannot be paid.`);
    if (session.mode === 'setup') return saved(db, session, method);
    const { extras } = await load(db, 'checkout.session', id);
    const intent = extras.intent
      ? (await load(db, 'payment_intent', extras.intent)).value
      : paymentIntentObject({
          amount: session.amount_total ?? 0,
          currency: session.currency,
          types: session.payment_method_types,
          metadata: extras.intent_metadata,
          description: extras.intent_description,
          now: seconds(),
        });
    const outcome = cardOutcome(method, now().getUTCFullYear());
    if (outcome.kind === 'declined') {
      await save(db, session, { ...extras, intent: intent.id });
      return decline(db, session, intent, outcome);
    }
    const later = outcome.kind === 'later' || faults.take('neverPaidNext');
    const charge = chargeObject(intent, outcome.details, later ? 'pending' : 'succeeded', seconds());
    const email = session.customer_email ?? 'test@example.com';
    const complete: SessionObject = {
      ...session,
      status: 'complete',
      payment_status: later ? 'unpaid' : 'paid',
      payment_intent: intent.id,
      customer_details: { email, name: null },
      url: null,
    };
    await save(db, charge);
    await save(db, {
      ...intent,
      latest_charge: charge.id,
      last_payment_error: null,
      status: later ? 'processing' : 'succeeded',
      amount_received: later ? 0 : intent.amount,
    });
    await save(db, complete, { ...extras, intent: intent.id });
    await emit(db, 'checkout.session.completed', complete);
    if (outcome.kind === 'disputed' && !later) await dispute(db, id);
    return { status: later ? 'processing' : 'paid', session: complete };
  }

  async function saved(db: Db, session: SessionObject, method: string): Promise<PaymentResult> {
    const result = await saveCard(db, session, method);
    if (result.complete) return { status: 'saved', session: result.complete };
    const { code, message } = result.declined;
    return { status: 'declined', session, code, message };
  }

  async function decline(
    db: Db,
    session: SessionObject,
    intent: PaymentIntentObject,
    outcome: Extract<CardOutcome, { kind: 'declined' }>,
  ): Promise<PaymentResult> {
    const { code, declineCode, message } = outcome;
    const charge: ChargeObject = {
      ...chargeObject(intent, outcome.details, 'failed', seconds()),
      failure_code: code,
      failure_message: message,
    };
    const failed: PaymentIntentObject = {
      ...intent,
      latest_charge: charge.id,
      last_payment_error: {
        type: 'card_error',
        code,
        ...(declineCode === null ? {} : { decline_code: declineCode }),
        message,
      },
    };
    await save(db, charge);
    await save(db, failed);
    await emit(db, 'payment_intent.payment_failed', failed);
    return { status: 'declined', session, code, message };
  }

  return { createSession, getSession, expireSession, pay };
}

/** Ends a payment that was processing: the money arrived (`ok`) or did not. */
export function settlement(emit: Emit) {
  return async function settle(db: Db, sessionId: string, ok: boolean): Promise<SessionObject> {
    const charge = await chargeOf(db, sessionId);
    if (charge.status !== 'pending') throw invalidRequest('This payment is not processing.');
    const { value: session, extras } = await load(db, 'checkout.session', sessionId);
    const { value: intent } = await load(db, 'payment_intent', charge.payment_intent);
    const settled: SessionObject = { ...session, payment_status: ok ? 'paid' : 'unpaid' };
    await save(db, {
      ...charge,
      status: ok ? 'succeeded' : 'failed',
      paid: ok,
      captured: ok,
      amount_captured: ok ? charge.amount : 0,
    });
    await save(db, {
      ...intent,
      status: ok ? 'succeeded' : 'requires_payment_method',
      amount_received: ok ? intent.amount : 0,
    });
    await save(db, settled, extras);
    await emit(db, ok ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed', settled);
    return settled;
  };
}
