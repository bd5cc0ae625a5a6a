import type { Stripe } from 'stripe';
import { rechargeCan } from '#contract/recharge-rules.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type Ctx, type Entry, forAccount, type MerchantActor } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { keepSentence, type Phrase } from '#server/lib/refusal-texts.ts';
import { announce, credit } from './wallet-credit.ts';
import { requireRecharge, numberOf } from './wallet-recharges.service.ts';
import { findCreator, findRecharge, type RechargeRow, updateRecharge } from './wallet-recharges.db.ts';
import type { Payments } from './wallet.service.ts';

/** Name of the payment provider in external_payments and payment_events. */
export const providerName = 'stripe';
/** A session must live for 30 minutes at least; one more for the way. */
const shortestLife = 31 * 60_000;

type Session = Stripe.Checkout.Session;

/** The provider's id of a recharge: events name it without our having to look it up. */
export const referenceOf = (recharge: { account_id: string; id: string }) => `${recharge.account_id}.${recharge.id}`;

export function readReference(reference: string | undefined): { account_id: string; id: string } | null {
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
  if (!payments) throw appError('payment_unavailable', { text: 'wallet.no_cards' });
  const account_id = entry.actor.account_id;
  const { recharge, email } = await entry.run({ account_id }, async (ctx) => {
    const row = await requireRecharge(ctx, id);
    const reader = row.created_by ? await findCreator(ctx, row.created_by) : undefined;
    return { recharge: row, email: reader?.email ?? null };
  });
  if (recharge.method_kind !== 'card' || recharge.card_id || !rechargeCan.checkout(recharge.status))
    throw over(recharge);
  const session = await askProvider(entry, await payments(), (stripe) => sessionOf(entry, stripe, recharge, email));
  const { url } = session;
  if (session.status !== 'open' || !url) {
    await applySession(entry, session);
    throw over(recharge);
  }
  await entry.run({ account_id }, async (ctx) => {
    if (recharge.checkout_session === null) await updateRecharge(ctx, id, { checkout_session: session.id });
    await audit(ctx, { action: 'wallet.checkout', entity: 'recharges', entity_id: id });
  });
  return { checkout_url: url };
}

function over(recharge: RechargeRow) {
  return appError('recharge_not_open', { text: 'wallet.card_closed', params: { number: numberOf(recharge) } });
}

/** A session as the provider has it now, with its payment or the card that it saved. */
export function findSession(stripe: Stripe, id: string): Promise<Session> {
  return stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent', 'setup_intent.payment_method'] });
}

async function sessionOf(entry: Entry, stripe: Stripe, recharge: RechargeRow, email: string | null): Promise<Session> {
  if (recharge.checkout_session) return findSession(stripe, recharge.checkout_session);
  const { amount, currency, expires_at, id } = recharge;
  if (expires_at.getTime() - entry.now.getTime() < shortestLife) throw over(recharge);
  const back = `${entry.app.publicUrl}/wallet/recharge?recharge=${id}`;
  const reference = referenceOf(recharge);
  const product_data = { name: `Wallet recharge ${numberOf(recharge)}` };
  return stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data } },
      ],
      client_reference_id: reference,
      metadata: { reference },
      // a session's metadata is not handed on to its charge, and disputes know only the charge
      payment_intent_data: { metadata: { reference } },
      success_url: back,
      cancel_url: back,
      expires_at: Math.floor(expires_at.getTime() / 1000),
      ...(email && { customer_email: email }),
    },
    { idempotencyKey: id },
  );
}

/** Asks the provider for a page; a refusal of its is told as one of ours. */
export async function askProvider<T>(entry: Entry, stripe: Stripe, ask: (stripe: Stripe) => Promise<T>): Promise<T> {
  try {
    return await ask(stripe);
  } catch (error) {
    if (!(error instanceof stripe.errors.StripeError)) throw error;
    const { type, code, statusCode, requestId, message } = error;
    entry.log.warn({ type, code, statusCode, requestId, message }, 'Stripe gave no payment page');
    throw appError('payment_unavailable', { text: 'wallet.card_page_down' });
  }
}

export type Applied = 'done' | 'nothing' | 'unknown';

/**
 * Brings the recharge of a session up to what the provider says of it, in whatever order that is learnt. Money that
 * arrived is credited, even when the recharge had been given up meanwhile.
 */
export async function applySession(entry: Entry, session: Session, failed = false): Promise<Applied> {
  const named = readReference(session.client_reference_id ?? session.metadata?.['reference']);
  if (!named) return 'unknown';
  return entry.run('all_accounts', async (ctx) => {
    const recharge = await findRecharge(forAccount(ctx, named.account_id), named.id, true);
    if (!recharge || recharge.method_kind !== 'card') return 'unknown';
    if (recharge.status === 'credited') return 'nothing';
    if (session.payment_status === 'paid') {
      const { amount_total: amount, currency } = session;
      await creditPayment(ctx, recharge, { id: idOf(session.payment_intent) ?? session.id, amount, currency });
      return 'done';
    }
    if (recharge.status !== 'processing') return 'nothing';
    const intent = session.payment_intent;
    const refused = failed || (typeof intent === 'object' && intent?.status === 'requires_payment_method');
    const own = forAccount(ctx, recharge.account_id);
    if (session.status === 'expired') await closeRecharge(own, recharge, 'expired', null);
    else if (session.status === 'complete' && refused)
      await closeRecharge(own, recharge, 'failed', { text: 'wallet.card_declined' });
    else return 'nothing';
    return 'done';
  });
}

/** Credits a locked recharge with a payment of the provider. */
export async function creditPayment(
  ctx: Ctx,
  recharge: RechargeRow,
  payment: { id: string; amount: number | null; currency: string | null },
): Promise<void> {
  const received = moneyFor(recharge, payment, payment.amount);
  const done = await credit(ctx, recharge, { received, provider: providerName, externalRef: payment.id });
  if (!done) throw new Error(`payment ${payment.id} of ${numberOf(recharge)} already backs another recharge`);
  await enqueue(ctx, 'payment_events_waiting', {}, { key: 'payment_events_waiting' }); // a dispute may have come before the payment
}

/** Ends a locked recharge without money, with the reason that the client reads. */
export async function closeRecharge(
  ctx: AccountCtx,
  { account_id, id }: RechargeRow,
  status: 'expired' | 'failed',
  reason: Phrase | null,
): Promise<void> {
  await updateRecharge(ctx, id, { status, review_note: reason && keepSentence(reason) });
  await audit(ctx, { action: `wallet.${status}`, entity: 'recharges', entity_id: id, account_id });
  await announce(ctx, id);
}

/** The id of what the provider names either by its id or whole. */
export const idOf = (named: string | { id: string } | null): string | null =>
  typeof named === 'string' ? named : (named?.id ?? null);

/**
 * What the provider says was moved, in minor units of the recharge's currency. Throws when it is another currency or no
 * amount: nothing is booked then, and the event waits for somebody to look at it.
 */
export function moneyFor(
  recharge: RechargeRow,
  moved: { id: string; currency: string | null },
  amount: number | null,
): number {
  if (moved.currency?.toUpperCase() !== recharge.currency)
    throw new Error(`${moved.id} is in ${moved.currency}, ${numberOf(recharge)} is in ${recharge.currency}`);
  if (amount === null || !Number.isSafeInteger(amount) || amount <= 0)
    throw new Error(`${moved.id} of ${numberOf(recharge)} names no amount`);
  return amount;
}
