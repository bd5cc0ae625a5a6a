import { type ClaimDecision, claimHindrance, claimActions } from '#contract/claim-rules.ts';
import { splitByWeight } from '#contract/claim-verdict-rules.ts';
import type { NotificationEvent } from '#contract/notification-events.ts';
import { type Ctx, forAccount, type AccountCtx, type StaffActor } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { claimedGoods, type ClaimedLine } from './claims-claimable.ts';
import { applyAction, clockOf, lockClaim, lockFor, staffEvents } from './claims-moves.ts';
import { type ClaimRow, findLines } from './claims.db.ts';
import { refusedMove } from './claims-sentences.ts';
import { causeOf, staffDetailOf } from './claims.service.ts';
import * as write from './claims-write.db.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';
import { releaseWorth, keepOf } from '#server/features/invoices/index.ts';
import { markRefunded, reshipOrder, creditOrder } from '#server/features/orders/index.ts';
import type { claims } from '#contract/claims.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { audit } from '#server/db/audit.ts';
import { publish } from '#server/db/queue.ts';

export type Verdict = { decision: ClaimDecision; amount?: number | undefined; note: string };
const shortest = 10;

/**
 * Decides a locked claim. Money goes back in the same transaction, by credit notes on the order's invoices; another parcel is
 * an order of its own. A claim is credited once, whoever decides it and however often; its units are given back or sent again
 * once, whatever else becomes of their order. Throws `claim_refused` where they or their payment are gone.
 */
export async function decide(ctx: Ctx, claim: ClaimRow, verdict: Verdict): Promise<void> {
  const { decision, note } = verdict;
  if (decision === 'reject' && note.length < shortest)
    throw appError('claim_refused', { text: 'claims.note_missing' }, 'note');
  const { goods, lines, paid_with } = await claimedGoods(ctx, claim);
  const hindrance = claimHindrance(decision, goods);
  if (hindrance) throw appError('claim_refused', refusedMove(claim.number, hindrance));
  const granted =
    decision === 'refund' || decision === 'partial'
      ? await giveBack(ctx, claim, verdict, { worth: goods.worth, paid_with })
      : 0;
  const again = decision === 'reship' ? await sendAgain(ctx, claim, lines) : null;
  await applyAction(ctx, claim, decision, {
    change: {
      decision,
      decision_note: note,
      decided_at: ctx.now,
      decided_by: ctx.actor.kind === 'staff' ? ctx.actor.name : null,
      granted,
      ...(again && { reship_order_id: again.id }),
    },
    details: { granted, ...(again && { again: again.name }) },
  });
  await resolveNotifications(forAccount(ctx, claim.account_id), claim.id, [...staffEvents, 'claim_evidence_wanted']);
  const events = {
    refund: 'claim_approved',
    partial: 'claim_approved',
    reship: 'claim_resent',
    reject: 'claim_rejected',
  };
  await notifyClient(ctx, claim, events[decision] as ClaimEvent, { amount: granted, again: again?.name ?? '' }); // each is an event
}

/**
 * Gives back what was asked for, or a part; never more than the units are `worth` now: a cheaper way may have given some back.
 * What was paid for units of a replacement is kept for it, and given back by the order that they were paid with.
 */
async function giveBack(
  ctx: Ctx,
  claim: ClaimRow,
  { decision, amount }: Verdict,
  { worth, paid_with }: { worth: number; paid_with: string | null },
): Promise<number> {
  const own = forAccount(ctx, claim.account_id);
  const lines = await findLines(own, claim.id);
  const most = Math.min(
    worth,
    lines.reduce((sum, line) => sum + line.most, 0),
  );
  const granted = decision === 'refund' ? claim.asked : (amount ?? 0);
  if (granted <= 0) throw appError('claim_refused', { text: 'claims.amount_missing' }, 'amount');
  if (granted > most)
    throw appError(
      'claim_refused',
      { text: 'claims.amount_above_cost', params: { most: moneyText(most, claim.currency) } },
      'amount',
    );
  if (paid_with) await releaseWorth(own, paid_with, granted);
  await creditOrder(own, paid_with ?? claim.order_id, {
    amount: granted,
    reason: {
      text: 'ledger.claim',
      params: { number: claim.number, order: claim.order.name, reason: { text: `claims.reason_${claim.reason}` } },
    },
    cause: causeOf(claim.id),
    as: claim.parcel_id === null ? 'credit_note' : 'claim_refund',
  });
  const shares = splitByWeight(
    granted,
    lines.map((line) => (decision === 'refund' ? line.asked : line.most)),
  );
  const given = lines.map((line, index) => ({ ...line, granted: shares[index] ?? 0 }));
  await write.saveGranted(ctx, claim, given);
  // Units that never left are cancelled with any refund; of those that left, the ones whose whole worth is given back.
  const { account_id, order_id, parcel_id, number: label } = claim;
  const settled = given.filter((line) => parcel_id === null || line.granted === line.most);
  const kept = parcel_id === null ? await keepOf(forAccount(ctx, account_id), order_id, most - granted) : 0;
  await markRefunded(forAccount(ctx, account_id), order_id, {
    parcel_id,
    label,
    lines: settled.map(({ line_id, quantity }) => ({ line_id, quantity })),
    kept,
  });
  return granted;
}

async function sendAgain(
  ctx: Ctx,
  { id: cause, number: label, account_id, order_id, parcel_id }: ClaimRow,
  lines: readonly ClaimedLine[],
): Promise<{ id: string; name: string }> {
  return reshipOrder(forAccount(ctx, account_id), order_id, { cause, label, parcel_id, lines });
}

export type ClaimEvent = Extract<NotificationEvent, `claim_${string}`>;

/** Tells the client of a claim. */
export async function notifyClient(
  ctx: Ctx,
  { account_id, id, number, order, order_id, submitted_by, currency }: ClaimRow,
  event: ClaimEvent,
  params: Record<string, string | number> = {},
): Promise<void> {
  await notify(ctx, {
    event,
    account_id,
    subject: id,
    store_id: order.store_id,
    asked_by: submitted_by,
    params: { number, order: order.name, currency, ...params },
    link: `/order/index?order=${order_id}&case=${id}`,
  });
}

/** Says that a claim is being looked at; its clock goes on. */
export async function takeClaim(ctx: AccountCtx<StaffActor>, id: string, version: number) {
  const claim = await lockFor(ctx, id, 'take', version);
  await applyAction(ctx, claim, 'take');
  return staffDetailOf(ctx, id);
}

/** Asks for evidence: our clock stands still, the client's begins. */
export async function askForEvidence(
  ctx: AccountCtx<StaffActor>,
  id: string,
  { version, evidence, text }: ParsedOf<typeof claims.staffAsk>['body'],
) {
  const claim = await lockFor(ctx, id, 'ask', version);
  const wants = [...new Set([...claim.wants, ...evidence])];
  await write.saveJudged(ctx, claim, { ...claim, wants });
  await write.insertMessage(ctx, claim, text);
  await applyAction(ctx, claim, 'ask', { details: { evidence } });
  const { evidence_due_at } = await clockOf(ctx, claimActions.ask.to);
  await resolveNotifications(ctx, id, staffEvents);
  await notifyClient(ctx, claim, 'claim_evidence_wanted', {
    until: (evidence_due_at ?? ctx.now).toISOString().slice(0, 10),
  });
  return staffDetailOf(ctx, id);
}

/** Gives back all or a part, sends again, or rejects with a reason. */
export async function decideClaim(
  ctx: AccountCtx<StaffActor>,
  id: string,
  { version, ...verdict }: ParsedOf<typeof claims.staffDecide>['body'],
) {
  const claim = await lockFor(ctx, id, verdict.decision, version);
  await decide(ctx, claim, verdict);
  return staffDetailOf(ctx, id);
}

/** Writes to the client, or notes something among staff. */
export async function writeMessage(
  ctx: AccountCtx<StaffActor>,
  id: string,
  { text, internal }: ParsedOf<typeof claims.staffMessage>['body'],
) {
  const claim = await lockClaim(ctx, id);
  await write.insertMessage(ctx, claim, text, internal);
  await audit(ctx, {
    action: internal ? 'claims.note' : 'claims.write',
    account_id: ctx.account,
    entity: 'claims',
    entity_id: id,
    details: { number: claim.number },
  });
  if (!internal) {
    publish(ctx, { account_id: ctx.account, kind: 'claims.changed', id });
    await resolveNotifications(ctx, id, ['staff_claim_message']);
    await notifyClient(ctx, claim, 'claim_written');
  }
  publish(ctx, { account_id: null, kind: 'claims.changed', id });
  return staffDetailOf(ctx, id);
}
