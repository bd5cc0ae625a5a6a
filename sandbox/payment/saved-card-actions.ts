import type { Emit } from './payment-actions.ts';
import type { PaymentFaults } from './payment-faults.ts';
import { load, save } from './payment-store.ts';
import type { Db } from './payment-tables.ts';
import { invalidRequest, StripeApiError } from './stripe-error.ts';
import {
  chargeObject,
  customerObject,
  paymentIntentObject,
  paymentMethodObject,
  setupIntentObject,
  type PaymentError,
  type PaymentIntentObject,
  type PaymentMethodObject,
  type SessionObject,
} from './stripe-objects.ts';
import { canBeSaved, cardOutcome, type CardOutcome, plainNumber, savedCardOutcome } from './test-cards.ts';

export type IntentParams = {
  amount: number;
  currency: string;
  customer: string;
  payment_method: string;
  metadata: Record<string, string>;
  description: string | null;
};

type Parts = { emit: Emit; seconds: () => number; now: () => Date; faults: PaymentFaults };

/** Cards that are saved once and charged later without their holder. */
export function savedCardActions({ emit, seconds, now, faults }: Parts) {
  const year = (): number => now().getUTCFullYear();

  /** Completes a session that saves a card; answers the outcome of a card that cannot be saved. */
  async function saveCard(db: Db, session: SessionObject, method: string) {
    const card = plainNumber(method);
    const outcome = cardOutcome(card, year());
    if (!canBeSaved(outcome, card)) return { declined: outcome as Extract<CardOutcome, { kind: 'declined' }> }; // others can be saved
    const customer = customerObject(session.customer_email, seconds());
    const saved = paymentMethodObject(customer.id, outcome.details, seconds());
    const setup = setupIntentObject(customer.id, saved.id, seconds());
    await save(db, customer);
    await save(db, saved, { card });
    await save(db, setup);
    const { extras } = await load(db, 'checkout.session', session.id);
    const email = session.customer_email ?? 'test@example.com';
    const complete: SessionObject = {
      ...session,
      status: 'complete',
      customer: customer.id,
      customer_details: { email, name: null },
      setup_intent: setup.id,
      url: null,
    };
    await save(db, complete, extras);
    await emit(db, 'checkout.session.completed', complete);
    return { complete };
  }

  /** Charges a saved card. A declined one is answered as an error, with all that it left behind. */
  async function chargeSaved(db: Db, params: IntentParams): Promise<PaymentIntentObject | StripeApiError> {
    const { value: saved, extras } = await load(db, 'payment_method', params.payment_method);
    if (saved.customer !== params.customer)
      throw invalidRequest(
        `The provided PaymentMethod ${saved.id} cannot be used: it is not attached to the customer ${params.customer}.`,
        { param: 'payment_method' },
      );
    const intent = paymentIntentObject({ ...params, saved: params, now: seconds() });
    const outcome = savedCardOutcome(extras.card, year());
    if (outcome.kind === 'declined') return refuse(db, intent, outcome);
    const later = faults.take('neverPaidNext');
    const charge = chargeObject(intent, outcome.details, later ? 'pending' : 'succeeded', seconds());
    const done: PaymentIntentObject = {
      ...intent,
      latest_charge: charge.id,
      status: later ? 'processing' : 'succeeded',
      amount_received: later ? 0 : intent.amount,
    };
    await save(db, charge);
    await save(db, done);
    if (!later) await emit(db, 'payment_intent.succeeded', done);
    return done;
  }

  async function refuse(
    db: Db,
    intent: PaymentIntentObject,
    { details, code, declineCode, message }: Extract<CardOutcome, { kind: 'declined' }>,
  ): Promise<StripeApiError> {
    const charge = {
      ...chargeObject(intent, details, 'failed', seconds()),
      failure_code: code,
      failure_message: message,
    };
    const error: PaymentError = {
      type: 'card_error',
      code,
      ...(declineCode !== null && { decline_code: declineCode }),
      message,
    };
    const failed: PaymentIntentObject = { ...intent, latest_charge: charge.id, last_payment_error: error };
    await save(db, charge);
    await save(db, failed);
    await emit(db, 'payment_intent.payment_failed', failed);
    return new StripeApiError(402, { ...error, payment_intent: failed });
  }

  /** Ends the payment of a saved card that was processing. */
  async function settleIntent(db: Db, id: string, ok: boolean): Promise<PaymentIntentObject> {
    const { value: intent } = await load(db, 'payment_intent', id, { lock: true });
    if (intent.status !== 'processing') throw invalidRequest('This payment is not processing.');
    const { value: charge } = await load(db, 'charge', intent.latest_charge ?? '');
    const amount = ok ? charge.amount : 0;
    await save(db, { ...charge, status: ok ? 'succeeded' : 'failed', paid: ok, captured: ok, amount_captured: amount });
    const settled: PaymentIntentObject = {
      ...intent,
      status: ok ? 'succeeded' : 'requires_payment_method',
      amount_received: amount,
    };
    await save(db, settled);
    await emit(db, ok ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', settled);
    return settled;
  }

  async function detach(db: Db, id: string): Promise<PaymentMethodObject> {
    const { value, extras } = await load(db, 'payment_method', id, { lock: true });
    if (value.customer === null)
      throw invalidRequest(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      );
    const free: PaymentMethodObject = { ...value, customer: null };
    await save(db, free, extras);
    return free;
  }

  return { saveCard, chargeSaved, settleIntent, detach };
}

export type SavedCardActions = ReturnType<typeof savedCardActions>;
