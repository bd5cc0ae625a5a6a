import type { Stripe } from 'stripe';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { ChargeFailure } from '#contract/auto-recharge-rules.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type Entry, forAccount, type MerchantActor, type MerchantCtx } from '#server/db/context.ts';
import { enqueue, publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { announce } from './wallet-credit.ts';
import {
  type Applied,
  askProvider,
  closeRecharge,
  creditPayment,
  idOf,
  readReference,
  referenceOf,
} from './wallet-card.service.ts';
import { offeredMethods } from './wallet-methods.service.ts';
import { findCreator, findRecharge, insertRecharge, type RechargeRow, updateRecharge } from './wallet-recharges.db.ts';
import { newReference, numberOf } from './wallet-recharges.service.ts';
import * as cards from './wallet-saved-cards.db.ts';
import { cardCharged, cardSaved } from './wallet.events.ts';
import type { Payments } from './wallet.service.ts';

export const chargeTask = 'card_charge';
export const detachTask = 'card_detach';
/** The provider keeps the key of a charge for 24 hours: later, asking again could charge twice. */
const chargeHours = 23;

/** The provider's page on which a card is saved for later charges. */
export async function openCardPage(
  entry: Entry<MerchantActor>,
  payments: Payments,
  path: string,
): Promise<{ checkout_url: string }> {
  if (!payments) throw appError('payment_unavailable', { text: 'wallet.no_cards' });
  const { account_id, user_id, email_verified } = entry.actor;
  if (!email_verified) throw appError('email_unverified', { text: 'wallet.email_unconfirmed' });
  const { email, currency } = await entry.run({ account_id }, async (ctx) => {
    await audit(ctx, { action: 'wallet.addCard', entity: 'saved_cards', entity_id: account_id });
    return { email: (await findCreator(ctx, user_id))?.email, currency: await cards.findCurrency(ctx) };
  });
  const back = `${entry.app.publicUrl}${path}`;
  const { url } = await askProvider(entry, await payments(), (stripe) =>
    stripe.checkout.sessions.create({
      mode: 'setup',
      currency: currency.toLowerCase(),
      allowed_payment_method_types: ['card'],
      customer_creation: 'always',
      metadata: { saves_card_for: account_id, asked_by: user_id },
      success_url: back,
      cancel_url: back,
      ...(email && { customer_email: email }),
    }),
  );
  if (!url) throw new Error('Stripe gave a session without a page');
  return { checkout_url: url };
}

const askedSchema = z.object({ saves_card_for: z.uuid(), asked_by: z.uuid() });

/** Keeps the card of a completed session, once, in the place of the account's former one. */
export async function keepCard(entry: Entry, session: Stripe.Checkout.Session): Promise<Applied> {
  const asked = askedSchema.safeParse(session.metadata);
  const setup = session.setup_intent;
  const method = typeof setup === 'object' ? setup?.payment_method : null;
  const customer = idOf(session.customer);
  if (!asked.success) return 'unknown';
  if (session.status !== 'complete' || typeof method !== 'object' || !method?.card || !customer) return 'nothing';
  const { brand, last4, exp_month, exp_year } = method.card;
  const { saves_card_for, asked_by } = asked.data;
  return entry.run('all_accounts', async (all) => {
    const ctx = forAccount(all, saves_card_for);
    await cards.lockCards(ctx); // a webhook that is repeated and the sweep may come at the same moment
    if (await cards.isCardKnown(ctx, method.id)) return 'nothing';
    await takeOut(ctx);
    const id = uuid();
    const card = { brand, last4, exp_month, exp_year };
    await cards.insertCard(ctx, { id, customer, payment_method: method.id, ...card, saved_by: asked_by });
    await audit(ctx, {
      action: 'wallet.saveCard',
      entity: 'saved_cards',
      entity_id: id,
      account_id: ctx.account,
      details: { ...card, asked_by },
    });
    publish(ctx, { account_id: ctx.account, kind: 'wallet.changed' });
    await cardSaved.emit(ctx, { account_id: ctx.account });
    return 'done';
  });
}

async function takeOut(ctx: AccountCtx): Promise<void> {
  const method = await cards.removeCard(ctx);
  if (method) await enqueue(ctx, detachTask, { payment_method: method }, { key: `${detachTask}:${method}` });
}

/** Removes the account's card: it is charged no more. */
export async function removeSavedCard(ctx: MerchantCtx): Promise<void> {
  await takeOut(ctx);
  await audit(ctx, { action: 'wallet.removeCard', entity: 'saved_cards', entity_id: ctx.account });
  publish(ctx, { account_id: ctx.account, kind: 'wallet.changed' });
}

/** Tells the provider that a removed card is not needed any more. */
export async function detachCard(payments: Payments, payload: unknown): Promise<void> {
  const { payment_method } = z.object({ payment_method: z.string() }).parse(payload);
  if (!payments) return;
  const stripe = await payments();
  try {
    await stripe.paymentMethods.detach(payment_method);
  } catch (error) {
    if (!(error instanceof stripe.errors.StripeInvalidRequestError)) throw error; // it is detached already, or unknown
  }
}

/**
 * Starts a recharge that charges the account's saved card; null where there is no card, cards are not offered, or a charge is
 * under way. The charge itself is a task's: it happens after this transaction, once.
 */
export async function startCharge(
  ctx: AccountCtx,
  payments: Payments,
  { amount, asked_by }: { amount: number; asked_by: string },
): Promise<{ id: string } | null> {
  const card = await cards.findCard(ctx);
  const method = (await offeredMethods(ctx, payments)).find(({ kind }) => kind === 'card');
  if (!card || !method) return null;
  const id = uuid();
  await insertRecharge(
    ctx,
    {
      account_id: ctx.account,
      id,
      method: method.code,
      status: 'processing',
      amount,
      reference: newReference(),
      card_id: card.id,
      expires_at: new Date(ctx.now.getTime() + chargeHours * 3_600_000),
      created_by: asked_by,
    },
    { order_ids: [] },
  );
  await audit(ctx, {
    action: 'wallet.chargeCard',
    entity: 'recharges',
    entity_id: id,
    account_id: ctx.account,
    details: { amount, card: card.last4 },
  });
  await enqueue(ctx, chargeTask, { account_id: ctx.account, id }, { key: `${chargeTask}:${id}` });
  await announce(ctx, id);
  return { id };
}

const chargePayload = z.object({ account_id: z.uuid(), id: z.uuid() });

/**
 * Charges the saved card of a recharge. The recharge's id is the idempotency key: however often this runs, also after an answer
 * that was lost, the card is charged once.
 */
export async function chargeSavedCard(entry: Entry, payments: Payments, payload: unknown): Promise<void> {
  const { account_id, id } = chargePayload.parse(payload);
  const open = await entry.run('all_accounts', async (all) => {
    const ctx = forAccount(all, account_id);
    const recharge = await findRecharge(ctx, id);
    if (recharge?.status !== 'processing' || !recharge.card_id || recharge.expires_at <= ctx.now) return null;
    const card = await cards.findCardById(ctx, recharge.card_id);
    return card ? { recharge, card } : null;
  });
  if (!open || !payments) return;
  const stripe = await payments();
  const { StripeCardError, StripeInvalidRequestError } = stripe.errors;
  try {
    await applyIntent(entry, await createIntent(stripe, open.recharge, open.card));
  } catch (error) {
    if (error instanceof StripeCardError && error.payment_intent) await applyIntent(entry, error.payment_intent);
    else if (error instanceof StripeInvalidRequestError) {
      entry.log.warn({ code: error.code, message: error.message, recharge_id: id }, 'Stripe refused a charge');
      await entry.run('all_accounts', (all) => fail(forAccount(all, account_id), id, 'unusable'));
    } else throw error; // the queue tries again with the same key
  }
}

function createIntent(stripe: Stripe, recharge: RechargeRow, card: cards.SavedCard): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create(
    {
      amount: recharge.amount,
      currency: recharge.currency.toLowerCase(),
      customer: card.customer,
      payment_method: card.payment_method,
      allowed_payment_method_types: ['card'],
      confirm: true,
      off_session: true,
      description: `Wallet recharge ${numberOf(recharge)}`,
      metadata: { reference: referenceOf(recharge) },
    },
    { idempotencyKey: recharge.id },
  );
}

/** Brings a recharge up to what the provider says of its payment, in whatever order that is learnt. */
export async function applyIntent(entry: Entry, intent: Stripe.PaymentIntent): Promise<Applied> {
  const named = readReference(intent.metadata['reference']);
  if (!named) return 'unknown';
  return entry.run('all_accounts', async (all) => {
    const ctx = forAccount(all, named.account_id);
    const recharge = await findRecharge(ctx, named.id, true);
    if (!recharge || recharge.method_kind !== 'card') return 'unknown';
    if (recharge.status === 'credited') return 'nothing';
    if (intent.status === 'succeeded') {
      await creditPayment(ctx, recharge, { ...intent, amount: intent.amount_received });
      if (recharge.card_id) await emitCharged(ctx, recharge.id, null);
      return 'done';
    }
    // a payer who sits before the provider's page may try another card
    if (recharge.card_id === null || recharge.status !== 'processing') return 'nothing';
    if (intent.status !== 'processing') return fail(ctx, recharge.id, failureOf(intent));
    await updateRecharge(ctx, recharge.id, { payment_intent: intent.id });
    return 'nothing';
  });
}

/** Declines after which a bank never accepts the card again. */
const lastDeclines = ['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'revocation_of_authorization'];

function failureOf({ last_payment_error }: Stripe.PaymentIntent): ChargeFailure {
  const { code, decline_code } = last_payment_error ?? {};
  if (code === 'authentication_required') return 'authentication';
  if (code === 'expired_card') return 'expired';
  return lastDeclines.includes(decline_code ?? '') ? 'unusable' : 'declined';
}

async function fail(ctx: AccountCtx, id: string, failure: ChargeFailure): Promise<Applied> {
  const recharge = await findRecharge(ctx, id, true);
  if (recharge?.status !== 'processing') return 'nothing';
  await closeRecharge(ctx, recharge, 'failed', { text: `wallet.charge_${failure}` });
  await emitCharged(ctx, id, failure);
  return 'done';
}

const emitCharged = (ctx: AccountCtx, recharge_id: string, failure: ChargeFailure | null) =>
  cardCharged.emit(ctx, { account_id: ctx.account, recharge_id, failure });
