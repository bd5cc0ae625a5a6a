import type { Stripe } from 'stripe';
import { audit } from '#server/db/audit.ts';
import { type Ctx, type Entry, forAccount } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import { enqueue } from '#server/db/queue.ts';
import { keepSentence, type Phrase } from '#server/lib/refusal-texts.ts';
import { readSignedEvent } from '#server/lib/stripe.ts';
import { moveWithBonus } from './wallet-bonus.ts';
import { announce, noticeOf } from './wallet-credit.ts';
import { type Applied, applySession, findSession, idOf, moneyFor, providerName } from './wallet-card.service.ts';
import * as payments from './wallet-payments.db.ts';
import { findOpenIntents } from './wallet-saved-cards.db.ts';
import { applyIntent, keepCard } from './wallet-saved-cards.service.ts';
import { cardCharged } from './wallet.events.ts';
import { expireOverdue, findOpenSessions, findRecharge, type RechargeRow } from './wallet-recharges.db.ts';
import { numberOf } from './wallet-recharges.service.ts';
import type { Payments } from './wallet.service.ts';
import * as ledger from '#server/features/ledger/index.ts';
import { notify } from '#server/features/notifications/index.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** A dispute or refund may come before its payment; after this long it is not ours. */
const patience = 3 * day;
const keptDays = 30;
/** Bank debits need days until the bank answers. */
const openFor = 14 * day;

/** Checks a webhook call and keeps its event, to be worked off after the answer. Throws `StripeCallError`. */
export async function receiveEvent(
  entry: Entry,
  call: { rawBody: Buffer; signatureHeader: string | undefined; secret: string },
): Promise<void> {
  const event = await readSignedEvent({ ...call, now: entry.now });
  await entry.run('all_accounts', (ctx) => keepEvent(ctx, event));
}

/** One row and one task per event, however often it comes. It is kept as the provider sent it. */
async function keepEvent(ctx: Ctx, event: Stripe.Event): Promise<void> {
  if (!(await payments.insertEvent(ctx, { id: event.id, kind: event.type, payload: event }))) return;
  await enqueue(ctx, 'payment_event', { id: event.id }, { key: `payment_event:${event.id}` });
}

type Outcome = { state: 'done' | 'ignored' | 'waiting'; note?: string };

/** Works off a kept event. Safe to repeat: what it does is keyed by what the event is about. */
export async function processEvent(entry: Entry, provider: Payments, id: string): Promise<void> {
  const row = await entry.run('all_accounts', (ctx) => payments.findWaitingEvent(ctx, id));
  if (!row) return;
  const event = row.payload as unknown as Stripe.Event; // what keepEvent stored
  const outcome = await handle(entry, provider, event);
  if (outcome.state !== 'waiting') {
    await entry.run('all_accounts', (ctx) =>
      payments.markEventProcessed(ctx, id, outcome.state === 'done' ? 'done' : 'ignored', outcome.note ?? null),
    );
  } else if (entry.now.getTime() - row.received_at.getTime() > patience) {
    await entry.run('all_accounts', (ctx) =>
      payments.markEventProcessed(ctx, id, 'ignored', 'no recharge has this payment'),
    );
  }
}

/** What is worked off; whatever else the provider sends is ignored. */
const kinds = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'charge.refunded',
] as const satisfies readonly Stripe.Event['type'][];

async function handle(entry: Entry, provider: Payments, event: Stripe.Event): Promise<Outcome> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed': {
      if (!provider) return { state: 'ignored', note: 'card payments are not set up' };
      // an event is a hint: what counts is what the provider says now, so the order of events does not matter
      const session = await findSession(await provider(), event.data.object.id);
      if (session.mode === 'setup') return outcomeOf(await keepCard(entry, session), 'asked for by no account');
      const applied = await applySession(entry, session, event.type === 'checkout.session.async_payment_failed');
      return outcomeOf(applied, 'no recharge has this session');
    }
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed': {
      if (!provider) return { state: 'ignored', note: 'card payments are not set up' };
      const intent = await (await provider()).paymentIntents.retrieve(event.data.object.id);
      return outcomeOf(await applyIntent(entry, intent), 'no recharge has this payment');
    }
    case 'charge.dispute.created':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return withPayment(entry, event.data.object, bookDispute);
    case 'charge.refunded':
      return withPayment(entry, event.data.object, bookRefund);
    default:
      return { state: 'ignored' };
  }
}

const outcomeOf = (applied: Applied, stranger: string): Outcome =>
  applied === 'unknown' ? { state: 'ignored', note: stranger } : { state: 'done' };

/** The recharge that a payment was credited to, locked; an event that came before the credit waits. */
async function withPayment<T extends Stripe.Dispute | Stripe.Charge>(
  entry: Entry,
  about: T,
  action: (ctx: Ctx, recharge: RechargeRow, about: T) => Promise<void>,
): Promise<Outcome> {
  const intent = idOf(about.payment_intent);
  if (!intent) return { state: 'ignored', note: 'names no payment' };
  return entry.run('all_accounts', async (ctx): Promise<Outcome> => {
    const payment = await payments.findPayment(ctx, providerName, intent);
    const recharge = payment && (await findRecharge(forAccount(ctx, payment.account_id), payment.recharge_id, true));
    if (!recharge) return { state: 'waiting' };
    await action(ctx, recharge, about);
    return { state: 'done' };
  });
}

/** What a dispute has done to our balance with the provider: `warning_` is a question of the bank before any dispute. */
const disputeEffects: Readonly<Record<string, 'none' | 'withdrawn' | 'reinstated'>> = {
  warning_needs_response: 'none',
  warning_under_review: 'none',
  warning_closed: 'none',
  needs_response: 'withdrawn',
  under_review: 'withdrawn',
  lost: 'withdrawn',
  appeal_needs_response: 'withdrawn',
  appeal_under_review: 'withdrawn',
  won: 'reinstated',
};

/** What other states leave open (`prevented`, and those of versions to come), the provider's own bookings tell. */
function effectOf({ status, balance_transactions: bookings }: Stripe.Dispute) {
  const known = disputeEffects[status];
  if (known) return known;
  if (!bookings.some(({ amount }) => amount < 0)) return 'none';
  return bookings.some(({ amount }) => amount > 0) ? 'reinstated' : 'withdrawn';
}

/** A dispute takes the money at once, even below zero; winning it brings the money back. Each happens once. */
async function bookDispute(ctx: Ctx, recharge: RechargeRow, dispute: Stripe.Dispute): Promise<void> {
  const effect = effectOf(dispute);
  if (effect === 'none') return;
  const { account_id } = recharge;
  const disputed = moneyFor(recharge, dispute, dispute.amount);
  const ref = { kind: 'recharges', id: recharge.id, label: numberOf(recharge) };
  const own = forAccount(ctx, account_id);
  const move = async (amount: number, memo: Phrase, key: string) =>
    ledger.post(own, {
      kind: 'chargeback',
      ref,
      memo: keepSentence(memo),
      idempotency_key: key,
      entries: await moveWithBonus(own, recharge, { amount, from: 'chargeback', overdraws: true }),
    });
  const key = `dispute:${dispute.id}`;
  let moved = await move(-disputed, { text: 'ledger.dispute', params: { reason: dispute.reason } }, key);
  if (effect === 'reinstated') moved = await move(disputed, { text: 'ledger.dispute_won' }, `${key}:won`);
  if (!moved.isNew) return; // an earlier event told it
  await record(ctx, recharge, { action: 'wallet.dispute', amount: disputed });
  if (effect !== 'withdrawn') return;
  await notifyOfLoss(ctx, recharge, disputed);
  if (recharge.card_id) await cardCharged.emit(ctx, { account_id, recharge_id: recharge.id, failure: 'disputed' });
}

/** Money that was paid back to the card leaves the wallet. The event has the sum of all refunds so far. */
async function bookRefund(ctx: Ctx, recharge: RechargeRow, charge: Stripe.Charge): Promise<void> {
  const { account_id, id } = recharge;
  const own = forAccount(ctx, account_id);
  const bank = ledger.bankOf(recharge.method);
  const refunded = moneyFor(recharge, charge, charge.amount_refunded);
  const missing = refunded - (await payments.findRefunded(own, id, bank));
  if (missing <= 0) return; // a later event told more already
  await ledger.post(own, {
    kind: 'chargeback',
    ref: { kind: 'recharges', id, label: numberOf(recharge) },
    memo: keepSentence({ text: 'ledger.card_refund' }),
    idempotency_key: `refund:${charge.id}:${refunded}`,
    entries: await moveWithBonus(own, recharge, { amount: -missing, from: bank, overdraws: true }),
  });
  await record(ctx, recharge, { action: 'wallet.refund', amount: missing });
  await notifyOfLoss(ctx, recharge, missing);
}

async function record(ctx: Ctx, recharge: RechargeRow, done: { action: string; amount: number }): Promise<void> {
  const { account_id, id } = recharge;
  const { action, amount } = done;
  await audit(ctx, { action, entity: 'recharges', entity_id: id, account_id, details: { amount } });
  await announce(forAccount(ctx, account_id), id);
}

const notifyOfLoss = (ctx: Ctx, recharge: RechargeRow, amount: number) =>
  notify(ctx, noticeOf(recharge, 'recharge_charged_back', { amount, currency: recharge.currency }));

/** Works off every event that waits, oldest first. */
export async function processWaiting(entry: Entry, provider: Payments): Promise<void> {
  const waiting = await entry.run('all_accounts', payments.findWaitingEvents);
  await eachAlone(entry, waiting, 'a payment event could not be worked off', ({ id }) =>
    processEvent(entry, provider, id),
  );
}

/**
 * Heals what no webhook brought: asks for every open session and for recent events, and ends what is overdue. A provider
 * that does not answer holds up nothing of ours; the sweep fails only then, so that the queue tries again.
 */
export async function sweepPayments(entry: Entry, provider: Payments): Promise<void> {
  try {
    if (provider) await askProvider(entry, await provider());
  } finally {
    await processWaiting(entry, provider);
    await entry.run('all_accounts', async (ctx) => {
      for (const { account_id, id } of await expireOverdue(ctx)) await announce(forAccount(ctx, account_id), id);
      await payments.purgeEvents(ctx, new Date(ctx.now.getTime() - keptDays * day));
    });
  }
}

async function askProvider(entry: Entry, stripe: Stripe): Promise<void> {
  const since = new Date(entry.now.getTime() - openFor);
  const open = await entry.run('all_accounts', (ctx) => findOpenSessions(ctx, since));
  await eachAlone(entry, open, 'a payment page could not be asked for', async ({ checkout_session }) => {
    if (checkout_session) await applySession(entry, await findSession(stripe, checkout_session));
  });
  const intents = await entry.run('all_accounts', (ctx) => findOpenIntents(ctx, since));
  await eachAlone(entry, intents, 'a charge could not be asked for', async ({ payment_intent }) => {
    if (payment_intent) await applyIntent(entry, await stripe.paymentIntents.retrieve(payment_intent));
  });
  await fetchEvents(entry, stripe);
}

/** Events since a little before the newest known one; the provider keeps them for 30 days. */
async function fetchEvents(entry: Entry, stripe: Stripe): Promise<void> {
  const newest = await entry.run('all_accounts', payments.newestEventAt);
  const now = entry.now.getTime();
  const from = newest ? Math.min(now - 6 * hour, newest.getTime() - hour) : now - keptDays * day;
  const created = { gte: Math.floor(from / 1000) };
  const events: Stripe.Event[] = []; // newest first
  for await (const event of stripe.events.list({ created, types: [...kinds], limit: 100 })) events.push(event);
  await entry.run('all_accounts', async (ctx) => {
    for (const event of events.toReversed()) await keepEvent(ctx, event);
  });
}
