import type { Emit } from './payment-actions.ts';
import { load, save } from './payment-store.ts';
import type { Db } from './payment-tables.ts';
import { invalidRequest } from './stripe-error.ts';
import {
  disputeBooking,
  disputeObject,
  refundObject,
  type ChargeObject,
  type DisputeObject,
  type RefundObject,
} from './stripe-objects.ts';

export type RefundParams = {
  charge: string | null;
  paymentIntent: string | null;
  amount: number | null;
  reason: string | null;
  metadata: Record<string, string>;
};

/** The charge behind a session, or behind the payment of a saved card, locked. */
export async function chargeOf(db: Db, id: string): Promise<ChargeObject> {
  const { value: intent } = await load(db, 'payment_intent', await intentOf(db, id));
  return (await load(db, 'charge', intent.latest_charge ?? '', { lock: true })).value;
}

async function intentOf(db: Db, id: string): Promise<string> {
  if (id.startsWith('pi_')) return id;
  const { value: session } = await load(db, 'checkout.session', id, { lock: true });
  if (session.payment_intent === null) throw invalidRequest('This Checkout Session was not paid.');
  return session.payment_intent;
}

/** What happens to money that was paid. */
export function chargeActions({ emit, seconds }: { emit: Emit; seconds: () => number }) {
  async function refund(db: Db, params: RefundParams): Promise<RefundObject> {
    const chargeId =
      params.charge ??
      (await load(db, 'payment_intent', params.paymentIntent ?? '', { param: 'payment_intent' })).value.latest_charge ??
      '';
    const { value: charge } = await load(db, 'charge', chargeId, { lock: true });
    if (charge.status !== 'succeeded')
      throw invalidRequest(`Charge ${charge.id} was not paid and cannot be refunded.`, { param: 'charge' });
    if (charge.disputed)
      throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
        code: 'charge_disputed',
      });
    const left = charge.amount - charge.amount_refunded;
    if (left === 0)
      throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
    const amount = params.amount ?? left;
    if (amount < 1)
      throw invalidRequest('Invalid positive integer', { param: 'amount', code: 'parameter_invalid_integer' });
    if (amount > left)
      throw invalidRequest(
        `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}), in the smallest unit of ${charge.currency}.`,
        { param: 'amount' },
      );
    const refunded = refundObject(charge, amount, params.reason, params.metadata, seconds());
    const after: ChargeObject = {
      ...charge,
      amount_refunded: charge.amount_refunded + amount,
      refunded: amount === left,
    };
    await save(db, refunded);
    await save(db, after);
    await emit(db, 'charge.refunded', after);
    return refunded;
  }

  async function dispute(db: Db, sessionId: string, reason = 'fraudulent'): Promise<DisputeObject> {
    const charge = await chargeOf(db, sessionId);
    if (charge.status !== 'succeeded' || charge.disputed)
      throw invalidRequest('Only a paid charge without a dispute can be disputed.');
    const opened = disputeObject(charge, reason, seconds());
    await save(db, { ...charge, disputed: true });
    await save(db, opened);
    await emit(db, 'charge.dispute.created', opened);
    await emit(db, 'charge.dispute.funds_withdrawn', opened);
    return opened;
  }

  async function closeDispute(db: Db, disputeId: string, status: 'won' | 'lost'): Promise<DisputeObject> {
    const { value } = await load(db, 'dispute', disputeId, { lock: true });
    if (value.status !== 'needs_response') throw invalidRequest(`This dispute is already ${value.status}.`);
    const { amount, currency, balance_transactions: bookings } = value;
    const returned = status === 'won' ? [disputeBooking(amount, currency, seconds())] : [];
    const closed: DisputeObject = { ...value, status, balance_transactions: [...bookings, ...returned] };
    await save(db, closed);
    await emit(db, 'charge.dispute.closed', closed);
    if (status === 'won') await emit(db, 'charge.dispute.funds_reinstated', closed);
    return closed;
  }

  return { refund, dispute, closeDispute };
}

export type ChargeActions = ReturnType<typeof chargeActions>;
