import { audit } from '#server/db/audit.ts';
import type { Ctx, Entry } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import { enqueue } from '#server/db/queue.ts';
import { type StripeEvent, verifyStripeEvent } from '#server/lib/stripe.ts';
import { announce, noticeOf } from './wallet-credit.ts';
import { applySession, stripe } from './wallet-card.service.ts';
import * as payments from './wallet-payments.db.ts';
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

/** Checks a webhook call and keeps its event, to be worked off after the answer. Throws `StripeSignatureError`. */
export async function receiveEvent(
  entry: Entry,
  call: { rawBody: Buffer; signatureHeader: string | undefined; secret: string },
): Promise<void> {
  const event = verifyStripeEvent({ ...call, now: entry.now });
  await entry.run('desk', (ctx) => keepEvent(ctx, event));
}

/** One row and one task per event, however often it comes. */
async function keepEvent(ctx: Ctx, event: StripeEvent): Promise<void> {
  const kind = event.type === 'other' ? event.stripeType : event.type;
  if (!(await payments.insertEvent(ctx, { id: event.id, kind, payload: event }))) return;
  await enqueue(ctx, 'payment_event', { id: event.id }, { key: `payment_event:${event.id}` });
}

type Outcome = { state: 'done' | 'ignored' | 'waiting'; note?: string };

/** Works off a kept event. Safe to repeat: what it does is keyed by what the event is about. */
export async function processEvent(entry: Entry, provider: Payments, id: string): Promise<void> {
  const row = await entry.run('desk', (ctx) => payments.findWaitingEvent(ctx, id));
  if (!row) return;
  const event = row.payload as unknown as StripeEvent; // what keepEvent stored; times are texts and not used here
  const outcome = await handle(entry, provider, event);
  if (outcome.state !== 'waiting') {
    await entry.run('desk', (ctx) =>
      payments.settleEvent(ctx, id, outcome.state === 'done' ? 'done' : 'ignored', outcome.note ?? null),
    );
  } else if (entry.now.getTime() - row.received_at.getTime() > patience) {
    await entry.run('desk', (ctx) => payments.settleEvent(ctx, id, 'ignored', 'no recharge has this payment'));
  }
}

async function handle(entry: Entry, provider: Payments, event: StripeEvent): Promise<Outcome> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed': {
      if (!provider) return { state: 'ignored', note: 'card payments are not set up' };
      // an event is a hint: what counts is what the provider says now, so the order of events does not matter
      const session = await provider.getCheckoutSession(event.data.object.id);
      const applied = await applySession(entry, session, event.type === 'checkout.session.async_payment_failed');
      return applied === 'unknown' ? { state: 'ignored', note: 'no recharge has this session' } : { state: 'done' };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return withPayment(entry, event.data.object.paymentIntentId, (ctx, recharge) =>
        bookDispute(ctx, recharge, event.data.object),
      );
    case 'charge.refunded':
      return withPayment(entry, event.data.object.paymentIntentId, (ctx, recharge) =>
        bookRefund(ctx, recharge, event.data.object),
      );
    case 'payment_intent.payment_failed': // the payer may try another card on the same page
    case 'other':
      break;
  }
  return { state: 'ignored' };
}

/** The recharge that a payment was credited to, locked; an event that came before the credit waits. */
async function withPayment(
  entry: Entry,
  intent: string | null,
  act: (ctx: Ctx, recharge: RechargeRow) => Promise<void>,
): Promise<Outcome> {
  if (!intent) return { state: 'ignored', note: 'names no payment' };
  return entry.run('desk', async (ctx): Promise<Outcome> => {
    const payment = await payments.findPayment(ctx, stripe, intent);
    const recharge = payment && (await findRecharge(ctx, payment.account_id, payment.recharge_id, true));
    if (!recharge) return { state: 'waiting' };
    await act(ctx, recharge);
    return { state: 'done' };
  });
}

type Dispute = Extract<StripeEvent, { type: 'charge.dispute.created' | 'charge.dispute.closed' }>['data']['object'];

/** A dispute takes the money at once, even below zero; winning it brings the money back. */
async function bookDispute(ctx: Ctx, recharge: RechargeRow, dispute: Dispute): Promise<void> {
  if (dispute.status.startsWith('warning_')) return; // the bank only asks: no money has moved
  const { account_id, currency } = recharge;
  const ref = { kind: 'recharges', id: recharge.id, label: numberOf(recharge) };
  const move = (amount: number, memo: string, key: string) =>
    ledger.post(ctx, account_id, {
      kind: 'chargeback',
      ref,
      memo,
      idempotency_key: key,
      entries: [
        { ledger_account: 'cash', amount, currency, overdraws: amount < 0 },
        { ledger_account: 'chargeback', amount: -amount, currency },
      ],
    });
  await move(-dispute.amount, `Disputed at the bank: ${dispute.reason}`, `dispute:${dispute.id}`);
  if (dispute.status === 'won') await move(dispute.amount, 'Dispute decided for us', `dispute:${dispute.id}:won`);
  await settled(ctx, recharge, {
    action: 'wallet.dispute',
    amount: dispute.amount,
    key: `dispute:${dispute.id}`,
  });
}

type Charge = Extract<StripeEvent, { type: 'charge.refunded' }>['data']['object'];

/** Money that was paid back to the card leaves the wallet. The event tells the sum of all refunds so far. */
async function bookRefund(ctx: Ctx, recharge: RechargeRow, charge: Charge): Promise<void> {
  const { account_id, currency, id } = recharge;
  const bank = ledger.bankOf(recharge.method);
  const missing = charge.amountRefunded - (await payments.findRefunded(ctx, account_id, id, bank));
  if (missing <= 0) return; // a later event told more already
  await ledger.post(ctx, account_id, {
    kind: 'chargeback',
    ref: { kind: 'recharges', id, label: numberOf(recharge) },
    memo: 'Paid back to the card',
    idempotency_key: `refund:${charge.id}:${charge.amountRefunded}`,
    entries: [
      { ledger_account: 'cash', amount: -missing, currency, overdraws: true },
      { ledger_account: bank, amount: missing, currency },
    ],
  });
  await settled(ctx, recharge, {
    action: 'wallet.refund',
    amount: missing,
    key: `refund:${charge.id}:${charge.amountRefunded}`,
  });
}

async function settled(
  ctx: Ctx,
  recharge: RechargeRow,
  act: { action: string; amount: number; key: string },
): Promise<void> {
  const { account_id, id } = recharge;
  await audit(ctx, {
    action: act.action,
    entity: 'recharges',
    entity_id: id,
    account_id,
    details: { amount: act.amount },
  });
  const { amount } = act;
  await notify(ctx, noticeOf(recharge, 'recharge_charged_back', { amount, currency: recharge.currency }));
  await announce(ctx, account_id, id);
}

/** Works off every event that waits, oldest first. */
export async function processWaiting(entry: Entry, provider: Payments): Promise<void> {
  const waiting = await entry.run('desk', payments.findWaitingEvents);
  await eachAlone(entry, waiting, 'a payment event could not be worked off', ({ id }) =>
    processEvent(entry, provider, id),
  );
}

/** Heals what no webhook brought: asks for recent events and for every open session, and ends what is overdue. */
export async function sweepPayments(entry: Entry, provider: Payments): Promise<void> {
  if (provider) {
    await fetchEvents(entry, provider);
    const since = new Date(entry.now.getTime() - openFor);
    const open = await entry.run('desk', (ctx) => findOpenSessions(ctx, since));
    await eachAlone(entry, open, 'a payment page could not be asked for', async ({ checkout_session }) => {
      if (checkout_session) await applySession(entry, await provider.getCheckoutSession(checkout_session));
    });
  }
  await processWaiting(entry, provider);
  await entry.run('desk', async (ctx) => {
    for (const { account_id, id } of await expireOverdue(ctx)) await announce(ctx, account_id, id);
    await payments.purgeEvents(ctx, new Date(ctx.now.getTime() - keptDays * day));
  });
}

/** Events since a little before the newest known one; the provider keeps them for 30 days. */
async function fetchEvents(entry: Entry, client: NonNullable<Payments>): Promise<void> {
  const newest = await entry.run('desk', payments.newestEventAt);
  const now = entry.now.getTime();
  const createdFrom = new Date(newest ? Math.min(now - 6 * hour, newest.getTime() - hour) : now - keptDays * day);
  let startingAfter: string | undefined;
  for (let more = true; more; ) {
    const page = await client.listEvents({ createdFrom, ...(startingAfter && { startingAfter }) });
    const events = page.events.toReversed();
    await entry.run('desk', async (ctx) => {
      for (const event of events) await keepEvent(ctx, event);
    });
    startingAfter = page.events.at(-1)?.id;
    more = page.hasMore && startingAfter !== undefined;
  }
}
