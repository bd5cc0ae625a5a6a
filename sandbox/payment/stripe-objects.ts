import { randomInt } from 'node:crypto';
import { stripeVersion } from '#server/lib/stripe.ts';
import type { CheckoutParams } from './checkout-params.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id as Stripe makes them: a prefix and random letters and digits. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}

export type SessionObject = ReturnType<typeof sessionObject>;
export type PaymentIntentObject = ReturnType<typeof paymentIntentObject>;
export type ChargeObject = ReturnType<typeof chargeObject>;
export type RefundObject = ReturnType<typeof refundObject>;
export type DisputeObject = ReturnType<typeof disputeObject>;
export type SetupIntentObject = ReturnType<typeof setupIntentObject>;
export type PaymentMethodObject = ReturnType<typeof paymentMethodObject>;
export type CustomerObject = ReturnType<typeof customerObject>;
export type AnyObject =
  | SessionObject
  | PaymentIntentObject
  | ChargeObject
  | RefundObject
  | DisputeObject
  | SetupIntentObject
  | PaymentMethodObject
  | CustomerObject;

export function sessionObject(params: CheckoutParams, now: number, baseUrl: string) {
  const id = newId('cs_test', 58);
  return {
    id,
    object: 'checkout.session' as const,
    allowed_payment_method_types: null,
    amount_subtotal: params.amount,
    amount_total: params.amount,
    cancel_url: params.cancelUrl,
    client_reference_id: params.clientReferenceId,
    created: now,
    currency: params.currency,
    customer: null as string | null,
    customer_details: null as { email: string | null; name: string | null } | null,
    customer_email: params.customerEmail,
    expires_at: params.expiresAt,
    livemode: false,
    metadata: params.metadata,
    mode: params.mode,
    // Since Stripe's version 2022-08-01 there is no payment intent before the customer confirms.
    payment_intent: null as string | null,
    payment_method_types: params.mode === 'payment' ? ['card', 'us_bank_account'] : ['card'],
    payment_status: (params.mode === 'payment' ? 'unpaid' : 'no_payment_required') as
      | 'unpaid'
      | 'paid'
      | 'no_payment_required',
    setup_intent: null as string | null,
    status: 'open' as 'open' | 'complete' | 'expired',
    success_url: params.successUrl,
    ui_mode: 'hosted_page' as const,
    url: `${baseUrl}/c/pay/${id}` as string | null,
  };
}

/** The same session with its lines, as `expand[]=line_items` gives them. */
export function lineItemsOf(params: Pick<CheckoutParams, 'lines' | 'currency'>) {
  return {
    object: 'list' as const,
    data: params.lines.map((line) => ({
      id: newId('li'),
      object: 'item' as const,
      amount_subtotal: line.unitAmount * line.quantity,
      amount_total: line.unitAmount * line.quantity,
      currency: params.currency,
      description: line.name,
      quantity: line.quantity,
    })),
    has_more: false,
    url: '/v1/checkout/sessions/line_items',
  };
}

export type PaymentError = { type: 'card_error'; code: string; decline_code?: string; message: string };

export function paymentIntentObject(options: {
  amount: number;
  currency: string;
  /** Whose saved card is charged; null where the payer types it. */
  saved?: { customer: string; payment_method: string };
  types?: string[];
  metadata: Record<string, string>;
  description: string | null;
  now: number;
}) {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent' as const,
    allowed_payment_method_types: null,
    amount: options.amount,
    amount_capturable: 0,
    amount_received: 0,
    client_secret: newId(`${id}_secret`),
    created: options.now,
    currency: options.currency,
    customer: options.saved?.customer ?? null,
    description: options.description,
    last_payment_error: null as PaymentError | null,
    latest_charge: null as string | null,
    livemode: false,
    metadata: options.metadata,
    payment_method: options.saved?.payment_method ?? null,
    payment_method_types: options.types ?? ['card'],
    receipt_email: null,
    status: 'requires_payment_method' as 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled',
  };
}

export type PaymentMethodDetails =
  | { type: 'card'; card: { brand: string; last4: string; exp_month: number; exp_year: number; funding: string } }
  | { type: 'us_bank_account'; us_bank_account: { bank_name: string; last4: string } };

export function chargeObject(
  intent: PaymentIntentObject,
  details: PaymentMethodDetails,
  outcome: 'succeeded' | 'pending' | 'failed',
  now: number,
) {
  return {
    id: newId(details.type === 'card' ? 'ch' : 'py'),
    object: 'charge' as const,
    amount: intent.amount,
    amount_captured: outcome === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    captured: outcome === 'succeeded',
    created: now,
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: null as string | null,
    failure_message: null as string | null,
    livemode: false,
    metadata: intent.metadata,
    paid: outcome === 'succeeded',
    payment_intent: intent.id,
    payment_method_details: details,
    refunded: false,
    status: outcome,
  };
}

/** A customer with the card that was saved for later charges. */
export function customerObject(email: string | null, now: number) {
  return { id: newId('cus', 14), object: 'customer' as const, created: now, email, livemode: false, metadata: {} };
}

export function paymentMethodObject(customer: string, details: PaymentMethodDetails, now: number) {
  return {
    id: newId('pm'),
    object: 'payment_method' as const,
    allow_redisplay: 'limited' as const,
    ...details,
    created: now,
    customer: customer as string | null,
    livemode: false,
    metadata: {},
  };
}

export function setupIntentObject(customer: string, payment_method: string, now: number) {
  return {
    id: newId('seti'),
    object: 'setup_intent' as const,
    created: now,
    customer,
    livemode: false,
    metadata: {},
    payment_method,
    status: 'succeeded' as const,
    usage: 'off_session' as const,
  };
}

export function refundObject(
  charge: ChargeObject,
  amount: number,
  reason: string | null,
  metadata: Record<string, string>,
  now: number,
) {
  return {
    id: newId('re'),
    object: 'refund' as const,
    amount,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    metadata,
    payment_intent: charge.payment_intent,
    reason,
    status: 'succeeded' as const,
  };
}

/** Money that left the merchant's balance for a dispute, or came back to it. */
export function disputeBooking(amount: number, currency: string, now: number) {
  return {
    id: newId('txn'),
    object: 'balance_transaction' as const,
    amount,
    created: now,
    currency,
    fee: 0,
    net: amount,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    type: 'adjustment',
  };
}

export function disputeObject(charge: ChargeObject, reason: string, now: number) {
  return {
    id: newId('du'),
    object: 'dispute' as const,
    amount: charge.amount,
    balance_transactions: [disputeBooking(-charge.amount, charge.currency, now)],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    evidence_details: { due_by: now + 9 * 24 * 60 * 60, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response' as 'needs_response' | 'won' | 'lost',
  };
}

export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export function eventObject(type: EventType, object: AnyObject, now: number) {
  return {
    id: newId('evt'),
    object: 'event' as const,
    api_version: stripeVersion, // whose shapes these objects have
    created: now,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

export type EventObject = ReturnType<typeof eventObject>;
