import { rechargeCan } from '#contract/recharge-rules.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, type Entry, type MerchantActor } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { keepSentence } from '#server/lib/refusal-texts.ts';
import { type CheckoutSession, type StripeClient, StripeError } from '#server/lib/stripe.ts';
import { announce, credit } from './wallet-credit.ts';
import { demandRecharge, numberOf } from './wallet-recharges.service.ts';
import { findCreator, findRecharge, type RechargeRow, updateRecharge } from './wallet-recharges.db.ts';
import type { Payments } from './wallet.service.ts';

/** Name of the payment provider in external_payments and payment_events. */
export const stripe = 'stripe';
/** A session must live for 30 minutes at least; one more for the way. */
const shortestLife = 31 * 60_000;

/** The provider's id of a recharge: events name it without our having to look it up. */
const referenceOf = (recharge: { account_id: string; id: string }) => `${recharge.account_id}.${recharge.id}`;

export function readReference(reference: string | null): { account_id: string; id: string } | null {
  const [account_id, id, rest] = (reference ?? '').split('.');
  const uuid = /^[0-9a-f-]{36}$/;
  return account_id && id && rest === undefined && uuid.test(account_id) && uuid.test(id) ? { account_id, id } : null;
}

/**
 * The payment provider's page for a card recharge. The recharge's id is the idempotency key, so that however often it
 * is asked for, there is one session to pay.
 */
export async function openCheckout(
  entry: Entry<MerchantActor>,
  payments: Payments,
  id: string,
): Promise<{ checkout_url: string }> {
  const client = payments;
  if (!client) throw appError('payment_unavailable', { text: 'wallet.no_cards' });
  const account_id = entry.actor.account_id;
  const { recharge, email } = await entry.run({ account_id }, async (ctx) => {
    const row = await demandRecharge(ctx, accountOf(ctx), id);
    const reader = row.created_by ? await findCreator(ctx, row.created_by) : undefined;
    return { recharge: row, email: reader?.email ?? null };
  });
  if (recharge.method_kind !== 'card' || !rechargeCan.checkout(recharge.status)) throw over(recharge);
  const session = await askProvider(() => sessionOf(client, recharge, email, entry.app.publicUrl, entry.now));
  if (session.status !== 'open' || session.url === null) {
    await applySession(entry, session);
    throw over(recharge);
  }
  const { url } = session;
  await entry.run({ account_id }, async (ctx) => {
    if (recharge.checkout_session === null) await updateRecharge(ctx, account_id, id, { checkout_session: session.id });
    await audit(ctx, { action: 'wallet.checkout', entity: 'recharges', entity_id: id });
  });
  return { checkout_url: url };
}

function over(recharge: RechargeRow) {
  return appError('recharge_not_open', { text: 'wallet.card_closed', params: { number: numberOf(recharge) } });
}

async function sessionOf(
  client: StripeClient,
  recharge: RechargeRow,
  email: string | null,
  publicUrl: string,
  now: Date,
): Promise<CheckoutSession> {
  if (recharge.checkout_session) return client.getCheckoutSession(recharge.checkout_session);
  if (recharge.expires_at.getTime() - now.getTime() < shortestLife) throw over(recharge);
  const back = `${publicUrl}/wallet/recharge?recharge=${recharge.id}`;
  return client.createCheckoutSession({
    amount: recharge.amount,
    currency: recharge.currency,
    reference: referenceOf(recharge),
    description: `Wallet recharge ${numberOf(recharge)}`,
    successUrl: back,
    cancelUrl: back,
    email,
    idempotencyKey: recharge.id,
    expiresAt: recharge.expires_at,
  });
}

async function askProvider<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    throw appError('payment_unavailable', { text: 'wallet.card_page_down' });
  }
}

export type Applied = 'done' | 'nothing' | 'unknown';

/**
 * Brings the recharge of a session up to what the provider says of it, in whatever order that is learnt. Money that
 * arrived is credited, even when the recharge had been given up meanwhile.
 */
export async function applySession(entry: Entry, session: CheckoutSession, failed = false): Promise<Applied> {
  const named = readReference(session.reference);
  if (!named) return 'unknown';
  return entry.run('desk', async (ctx) => {
    const recharge = await findRecharge(ctx, named.account_id, named.id, true);
    if (!recharge || recharge.method_kind !== 'card') return 'unknown';
    if (recharge.status === 'credited') return 'nothing';
    if (session.paymentStatus === 'paid') return creditSession(ctx, recharge, session);
    if (recharge.status !== 'processing') return 'nothing';
    const refused = failed || session.paymentIntent?.status === 'requires_payment_method';
    if (session.status === 'expired') return close(ctx, recharge, 'expired');
    if (session.status === 'complete' && refused) return close(ctx, recharge, 'failed');
    return 'nothing';
  });
}

async function creditSession(ctx: Ctx, recharge: RechargeRow, session: CheckoutSession): Promise<Applied> {
  if (session.currency !== recharge.currency) {
    throw new Error(
      `session ${session.id} was paid in ${session.currency}, ${numberOf(recharge)} is in ${recharge.currency}`,
    );
  }
  const externalRef = session.paymentIntentId ?? session.id;
  const done = await credit(ctx, recharge, { received: session.amountTotal, provider: stripe, externalRef });
  if (!done) throw new Error(`payment ${externalRef} of ${numberOf(recharge)} already backs another recharge`);
  await enqueue(ctx, 'payment_events_waiting', {}, { key: 'payment_events_waiting' }); // a dispute may have come before the payment
  return 'done';
}

async function close(ctx: Ctx, recharge: RechargeRow, status: 'expired' | 'failed'): Promise<Applied> {
  const { account_id, id } = recharge;
  const review_note = status === 'failed' ? keepSentence({ text: 'wallet.card_declined' }) : null;
  await updateRecharge(ctx, account_id, id, { status, review_note });
  await audit(ctx, { action: `wallet.${status}`, entity: 'recharges', entity_id: id, account_id });
  await announce(ctx, account_id, id);
  return 'done';
}
