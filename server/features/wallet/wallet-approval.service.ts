import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type Ctx, forAccount, type StaffActor } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { announce, credit, reviewEvents } from './wallet-credit.ts';
import { claimPayment, findPayment } from './wallet-payments.db.ts';
import * as rows from './wallet-recharges.db.ts';
import { numberOf } from './wallet-recharges.service.ts';
import { rechargeApprovedTwice } from './wallet.events.ts';
import { conversionToday, inCurrency } from '#server/features/exchange-rates/index.ts';
import { notify, resolveNotifications } from '#server/features/notifications/index.ts';

type ReviewCtx = AccountCtx<StaffActor>;
type Recharge = rows.RechargeRow;

/** What a member of staff approves: the amount that arrived, and the payment of a bank statement that says so. */
export type Figures = { received: number; note: string | null; transactionId?: string | null; bankRow?: string | null };

/** What one member of staff approves alone, in minor units of a currency; null without a rate for it: then two always approve. */
export async function approvedAlone(ctx: Ctx, currency: string): Promise<number | null> {
  const limit = { amount: ctx.app.rechargeApprovedAlone, currency: 'USD' };
  return inCurrency(limit, currency, await conversionToday(ctx, 'USD', currency))?.amount ?? null;
}

/**
 * Approves what arrived for a locked recharge. Above the limit the first approval is kept and nothing is posted; another
 * member's approval of the same figures credits it. Other figures begin again. Answers whether the recharge is credited.
 */
export async function approveFigures(ctx: ReviewCtx, recharge: Recharge, figures: Figures): Promise<boolean> {
  const alone = await approvedAlone(ctx, recharge.currency);
  if (alone !== null && figures.received <= alone) {
    if (recharge.first_approved_by !== null) await rows.updateRecharge(ctx, recharge.id, rows.noFirstApproval);
    await creditOnce(ctx, recharge, figures);
    return true;
  }
  if (!isSame(recharge, figures)) {
    await keepFirst(ctx, recharge, figures);
    return false;
  }
  if (recharge.first_approved_by === ctx.actor.user_id)
    throw appError('second_person', { text: 'wallet.second_person', params: { number: numberOf(recharge) } });
  const { first_note, first_transaction, first_bank_row } = recharge;
  const { received, note, transactionId } = figures;
  await creditOnce(ctx, recharge, {
    received,
    note: note ?? first_note,
    transactionId: transactionId ?? first_transaction,
  });
  if (first_bank_row !== null) {
    const { account_id, id } = recharge;
    await rechargeApprovedTwice.emit(ctx, { account_id, recharge_id: id, bank_row_id: first_bank_row });
  }
  return true;
}

/** Whether the first approval was of the same amount, and of the same payment where both name one. */
function isSame({ first_received, first_transaction, first_bank_row }: Recharge, figures: Figures): boolean {
  const { received, transactionId = null, bankRow = null } = figures;
  const agree = (first: string | null, now: string | null) => first === null || now === null || first === now;
  return first_received === received && agree(first_transaction, transactionId) && agree(first_bank_row, bankRow);
}

async function keepFirst(ctx: ReviewCtx, recharge: Recharge, figures: Figures): Promise<void> {
  const { account_id, id, currency } = recharge;
  const { received, note, transactionId = null, bankRow = null } = figures;
  const { externalRef, numbers } = numbersOf(recharge, transactionId);
  await requireUnclaimed(ctx, recharge, externalRef);
  for (const reference of numbers) await requireFree(ctx, recharge, reference);
  await rows.updateRecharge(ctx, id, {
    status: 'under_review',
    first_approved_by: ctx.actor.user_id,
    first_approved_at: ctx.now,
    first_received: received,
    first_note: note,
    first_transaction: transactionId,
    first_bank_row: bankRow,
  });
  await audit(ctx, {
    action: 'wallet.approveFirst',
    entity: 'recharges',
    entity_id: id,
    account_id,
    details: { number: numberOf(recharge), claimed: recharge.amount, received, currency, transaction: transactionId },
  });
  await resolveNotifications(ctx, id, reviewEvents);
  await notify(ctx, {
    event: 'staff_recharge_second',
    account_id,
    subject: id,
    params: {
      number: numberOf(recharge),
      client: recharge.client_name,
      name: ctx.actor.name,
      amount: received,
      currency,
    },
    link: `/staff/recharges?recharge=${id}`,
  });
  await announce(ctx, id);
}

/** Takes a first approval back: the recharge waits for its review, or for its transfer, as it did before. */
export async function takeFirstBack(ctx: ReviewCtx, recharge: Recharge, reason: string): Promise<void> {
  const { account_id, id, currency, first_received, first_approver } = recharge;
  if (first_received === null)
    throw appError('recharge_not_open', { text: 'wallet.no_first_approval', params: { number: numberOf(recharge) } });
  const status = recharge.proofs.length === 0 ? 'awaiting_transfer' : 'submitted';
  await rows.updateRecharge(ctx, id, { status, ...rows.noFirstApproval });
  await audit(ctx, {
    action: 'wallet.sendBack',
    entity: 'recharges',
    entity_id: id,
    account_id,
    details: { number: numberOf(recharge), received: first_received, currency, approved_by: first_approver, reason },
  });
  await resolveNotifications(ctx, id, reviewEvents);
  await notify(ctx, {
    event: 'staff_recharge_sent_back',
    account_id,
    subject: id,
    params: { number: numberOf(recharge), client: recharge.client_name, name: ctx.actor.name, reason },
    link: `/staff/recharges?recharge=${id}`,
  });
  await announce(ctx, id);
}

/** Credits a locked recharge under the client's number and the bank's; neither backs two recharges. */
async function creditOnce(ctx: ReviewCtx, recharge: Recharge, figures: Figures): Promise<void> {
  const provider = providerOf(recharge);
  const { received, note, transactionId = null } = figures;
  const { externalRef, numbers } = numbersOf(recharge, transactionId);
  const own = { account_id: ctx.account, recharge_id: recharge.id };
  await requireUnclaimed(ctx, recharge, externalRef);
  for (const reference of numbers.slice(1))
    if (!(await claimPayment(ctx, { provider, reference, ...own }))) throw await claimedBy(ctx, provider, reference);
  const done = await credit(ctx, recharge, { received, provider, externalRef, note, reviewedBy: ctx.actor.user_id });
  if (!done) throw await claimedBy(ctx, provider, externalRef);
}

const providerOf = ({ method }: Recharge) => `bank:${method}`;

/** The number that a recharge is credited under, and with it the bank's where that is another one. */
function numbersOf(recharge: Recharge, transactionId: string | null) {
  const externalRef = recharge.external_ref ?? transactionId ?? recharge.reference;
  return { externalRef, numbers: [...new Set([externalRef, transactionId ?? externalRef])] };
}

async function requireUnclaimed(ctx: ReviewCtx, recharge: Recharge, externalRef: string): Promise<void> {
  const claim = await rows.findClaim(ctx, recharge.method, externalRef, recharge.id);
  if (claim)
    throw appError('duplicate_reference', { text: 'wallet.reference_submitted', params: { number: numberOf(claim) } });
}

async function requireFree(ctx: ReviewCtx, recharge: Recharge, reference: string): Promise<void> {
  const provider = providerOf(recharge);
  if (await findPayment(ctx, provider, reference)) throw await claimedBy(ctx, provider, reference);
}

async function claimedBy(ctx: Ctx, provider: string, reference: string) {
  const other = await findPayment(ctx, provider, reference);
  const known = other && (await rows.findRecharge(forAccount(ctx, other.account_id), other.recharge_id));
  return appError(
    'duplicate_reference',
    known
      ? { text: 'wallet.credited_already_in', params: { number: numberOf(known), client: known.client_name } }
      : { text: 'wallet.credited_already' },
  );
}
