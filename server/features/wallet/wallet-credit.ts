import type { NotificationMessage } from '#contract/notification-events.ts';
import { rechargeSplit } from '#contract/recharge-rules.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type Ctx, forAccount } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { giveBonus } from './wallet-bonus.ts';
import { keptMethod } from './wallet-methods.ts';
import { claimPayment } from './wallet-payments.db.ts';
import { type RechargeRow, updateRecharge } from './wallet-recharges.db.ts';
import * as ledger from '#server/features/ledger/index.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';

/** What staff hear of a recharge until it is decided. */
export const reviewEvents = ['staff_recharge_proven', 'staff_recharge_second', 'staff_recharge_sent_back'] as const;

type Arrival = {
  received: number;
  /** Whose number it is: 'stripe' or 'bank:<method>'. */
  provider: string;
  externalRef: string;
  note?: string | null;
  reviewedBy?: string | null;
};

/**
 * Credits a locked recharge with what arrived, minus the method's fee, and gives its bonus; answers false when the outside payment already
 * backs another recharge. Claim, ledger, state, audit, notification and event are one transaction.
 */
export async function credit(ctx: Ctx, recharge: RechargeRow, arrival: Arrival): Promise<boolean> {
  const { account_id, id, currency } = recharge;
  const { received, provider, externalRef } = arrival;
  if (!(await claimPayment(ctx, { provider, reference: externalRef, account_id, recharge_id: id }))) return false;
  const { fee } = rechargeSplit(received, recharge.fee_bp);
  const label = `RC-${recharge.number}`;
  const entry = (ledger_account: string, amount: number) => ({ ledger_account, amount, currency });
  const own = forAccount(ctx, account_id);
  const { seq } = await ledger.post(own, {
    kind: 'recharge',
    ref: { kind: 'recharges', id, label },
    memo: keptMethod(recharge.method, recharge.method_name),
    idempotency_key: `recharge:${id}`,
    entries: [
      entry(ledger.bankOf(recharge.method), -received),
      entry('cash', received - fee),
      ...(fee > 0 ? [entry('fees', fee)] : []),
    ],
  });
  const bonus = await giveBonus(own, recharge, received);
  await updateRecharge(own, id, {
    status: 'credited',
    bonus,
    received_amount: received,
    fee,
    ledger_seq: seq,
    external_ref: externalRef,
    review_note: arrival.note ?? null,
    reviewed_by: arrival.reviewedBy ?? null,
    reviewed_at: ctx.now,
  });
  await audit(ctx, {
    action: 'wallet.credit',
    entity: 'recharges',
    entity_id: id,
    account_id,
    details: {
      number: label,
      claimed: recharge.amount,
      received,
      fee,
      ...(bonus > 0 && { bonus }),
      currency,
      ...(recharge.first_received === received && { first_approved_by: recharge.first_approver }),
    },
  });
  await resolveNotifications(own, id, ['recharge_rejected', ...reviewEvents]);
  await notify(ctx, noticeOf(recharge, 'recharge_credited', { amount: received - fee, currency }));
  await announce(own, id);
  return true;
}

/** What a notification says of a recharge. */
export function noticeOf(
  recharge: RechargeRow,
  event: 'recharge_credited' | 'recharge_rejected' | 'recharge_charged_back',
  params: Record<string, string | number>,
): NotificationMessage {
  return {
    event,
    account_id: recharge.account_id,
    subject: recharge.id,
    asked_by: recharge.created_by,
    params: { number: `RC-${recharge.number}`, ...params },
    link: `/wallet/recharge?recharge=${recharge.id}`,
  };
}

/** Tells open pages of the client and of staff. The word before the dot is a right: who may not see the wallet learns nothing. */
export async function announce(ctx: AccountCtx, rechargeId: string): Promise<void> {
  publish(ctx, { account_id: ctx.account, kind: 'wallet.changed', id: rechargeId });
  publish(ctx, { account_id: null, kind: 'wallet.changed', id: rechargeId });
}
