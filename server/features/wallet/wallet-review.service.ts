import { v7 as uuid } from 'uuid';
import { maxListDepth } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { rechargeCan, type RechargeStatus, staffRechargeTabs } from '#contract/recharge-rules.ts';
import type { wallet } from '#contract/wallet.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import { type AccountCtx, type Ctx, readerLanguage, type StaffActor, type StaffCtx } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { countTabs, metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import type { WorkingTime } from '#server/lib/business-time.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { type Language } from '#server/lib/refusal-texts.ts';
import { approvedAlone, approveFigures, takeFirstBack } from './wallet-approval.service.ts';
import { announce, noticeOf, reviewEvents } from './wallet-credit.ts';
import { bookCardRefund, refundTask } from './wallet-refunds.service.ts';
import * as rows from './wallet-recharges.db.ts';
import { requireRecharge, requireVersion, notOpen, numberOf, shown } from './wallet-recharges.service.ts';
import { notify, resolveNotifications } from '#server/features/notifications/index.ts';
import { workingTime } from '#server/features/shipping/index.ts';

/** Who reads recharges of all clients: in what language, in which working time, and what one approves alone by currency. */
type Reader = { user_id: string; language: Language; time: WorkingTime; alone: Map<string, number | null> };

async function readerOf(ctx: Ctx<StaffActor>, found: readonly rows.RechargeRow[]): Promise<Reader> {
  const alone = new Map<string, number | null>();
  for (const currency of new Set(found.map((row) => row.currency)))
    alone.set(currency, await approvedAlone(ctx, currency));
  return { user_id: ctx.actor.user_id, language: readerLanguage(ctx), time: await workingTime(ctx), alone };
}

function shownToStaff(row: rows.RechargeRow, reader: Reader) {
  return {
    ...shown(row, reader.language, reader.time),
    client: { id: row.account_id, number: row.client_number, name: row.client_name },
    bonus_tiers: row.bonus_tiers,
    submitted_at: row.submitted_at,
    approved_alone: reader.alone.get(row.currency) ?? null,
    first_approval: firstOf(row, reader.user_id),
  };
}

function firstOf(row: rows.RechargeRow, userId: string) {
  const { first_approved_by: by, first_approver, first_approved_at: at, first_received, first_note: note } = row;
  if (by === null || at === null || first_received === null) return null;
  return { name: first_approver ?? '', own: by === userId, at, received_amount: first_received, note };
}

export type Shown = ReturnType<typeof shownToStaff>;

/** Adds to each recharge what it may be a double of. */
async function withDoubles(ctx: Ctx, shownRows: Shown[]) {
  const doubles = await rows.findDoubles(
    ctx,
    shownRows.map(({ id }) => id),
  );
  return shownRows.map((row) => ({
    ...row,
    doubles: doubles
      .filter(({ id }) => id === row.id)
      .map(({ reason, number, client }) => ({ reason, number: numberOf({ number }), client })),
  }));
}

async function reviewedRecharge(ctx: AccountCtx<StaffActor>, id: string) {
  const found = await requireRecharge(ctx, id);
  const row = shownToStaff(found, await readerOf(ctx, [found]));
  const [whole] = await withDoubles(ctx, [row]);
  return whole ?? { ...row, doubles: [] };
}

type StaffTab = ParsedOf<typeof wallet.staffList>['query']['tab'];
const tabRows: Record<StaffTab, { statuses: readonly RechargeStatus[] | null; approvedByReader?: boolean }> = {
  to_review: { statuses: ['submitted', 'under_review'], approvedByReader: false },
  for_colleague: { statuses: ['under_review'], approvedByReader: true },
  credited: { statuses: ['credited'] },
  rejected: { statuses: ['rejected'] },
  all: { statuses: null },
};

type Queue = { tab: StaffTab; q?: string | undefined };

export const countQueue = (ctx: StaffCtx, { tab, q }: Queue): Promise<number> =>
  rows.countForStaff(ctx, { ...tabRows[tab], q }, maxListDepth);

/** Recharges of the finance queue as the reader sees them. */
export async function findQueue(
  ctx: StaffCtx,
  { tab, q }: Queue,
  page: { offset: number; limit: number },
): Promise<Shown[]> {
  const waits = tab === 'to_review' || tab === 'for_colleague';
  const found = await rows.listForStaff(ctx, { ...tabRows[tab], q }, page, waits);
  const reader = await readerOf(ctx, found);
  return found.map((row) => shownToStaff(row, reader));
}

/** The finance queue: what waits for the reader’s review or for a colleague’s, oldest first; other tabs newest first. */
export async function staffList(ctx: StaffCtx, query: ParsedOf<typeof wallet.staffList>['query']) {
  const found = await findQueue(ctx, query, pageOf(query));
  await noteAccess(ctx, {
    feature: 'wallet',
    route: 'wallet.staffList',
    accounts: found.map(({ client }) => client.id),
    staff_user_id: ctx.actor.user_id,
  });
  const total = await countQueue(ctx, query);
  const counted = (tab: StaffTab) => rows.countForStaff(ctx, { ...tabRows[tab], q: undefined }, maxListDepth);
  const counts = await countTabs(staffRechargeTabs, counted);
  return { data: await withDoubles(ctx, found), meta: metaOf(query, total, counts) };
}

/** Approves what really arrived: credits it, or keeps the first of two approvals. An outside payment counts once, whoever claims it. */
export async function approve(ctx: AccountCtx<StaffActor>, id: string, input: ParsedOf<typeof wallet.approve>['body']) {
  const recharge = await reviewable(ctx, id, input.version);
  await approveFigures(ctx, recharge, { received: input.received_amount, note: input.note ?? null });
  return reviewedRecharge(ctx, id);
}

/** A payment as the bank's statement tells of it. */
export type BankPayment = { amount: number; currency: string; transactionId: string | null; bankRow: string };

/**
 * Approves a payment of the bank's statement for a recharge, whether the client proved it or not. Answers whether it is
 * credited; above what one approves alone another member of staff approves it first.
 */
export async function approveByBank(
  ctx: AccountCtx<StaffActor>,
  id: string,
  payment: BankPayment,
  version?: number,
): Promise<boolean> {
  const recharge = await lockedForReview(ctx, id);
  if (!rechargeCan.match(recharge.status, recharge.method_kind)) throw notOpen(recharge);
  if (version !== undefined) requireVersion(recharge, version);
  const { amount: received, currency, transactionId, bankRow } = payment;
  if (currency !== recharge.currency)
    throw appError('invalid_input', {
      text: 'wallet.other_currency',
      params: { number: numberOf(recharge), paid: currency, currency: recharge.currency },
    });
  return approveFigures(ctx, recharge, { received, note: null, transactionId, bankRow });
}

async function lockedForReview(ctx: AccountCtx<StaffActor>, id: string) {
  const recharge = await requireRecharge(ctx, id, true);
  await noteAccess(ctx, {
    feature: 'wallet',
    route: 'wallet.review',
    accounts: [ctx.account],
    entity_id: id,
    staff_user_id: ctx.actor.user_id,
  });
  return recharge;
}

async function reviewable(ctx: AccountCtx<StaffActor>, id: string, version: number) {
  const recharge = await lockedForReview(ctx, id);
  if (!rechargeCan.review(recharge.status)) throw notOpen(recharge);
  requireVersion(recharge, version);
  return recharge;
}

/** Rejects a proof with a reason that the client reads; the number is free again. */
export async function reject(ctx: AccountCtx<StaffActor>, id: string, input: ParsedOf<typeof wallet.reject>['body']) {
  const recharge = await reviewable(ctx, id, input.version);
  await rows.updateRecharge(ctx, id, {
    ...rows.noFirstApproval,
    status: 'rejected',
    review_note: input.reason,
    reviewed_by: ctx.actor.user_id,
    reviewed_at: ctx.now,
  });
  await audit(ctx, {
    action: 'wallet.reject',
    entity: 'recharges',
    entity_id: id,
    account_id: ctx.account,
    details: {
      number: numberOf(recharge),
      claimed: moneyText(recharge.amount, recharge.currency),
      reason: input.reason,
    },
  });
  await resolveNotifications(ctx, id, reviewEvents);
  await notify(ctx, noticeOf(recharge, 'recharge_rejected', { reason: input.reason }));
  await announce(ctx, id);
  return reviewedRecharge(ctx, id);
}

/** Sends a first approval back to be reviewed again, with a reason for colleagues. */
export async function sendBack(
  ctx: AccountCtx<StaffActor>,
  id: string,
  input: ParsedOf<typeof wallet.sendBack>['body'],
) {
  await takeFirstBack(ctx, await reviewable(ctx, id, input.version), input.reason);
  return reviewedRecharge(ctx, id);
}

/** Takes the money out of the wallet, which cannot be overdrawn by it, and has it sent back to the card. */
export async function refund(ctx: AccountCtx<StaffActor>, id: string, input: ParsedOf<typeof wallet.refund>['body']) {
  const recharge = await requireRecharge(ctx, id, true);
  await noteAccess(ctx, {
    feature: 'wallet',
    route: 'wallet.refund',
    accounts: [ctx.account],
    entity_id: id,
    staff_user_id: ctx.actor.user_id,
  });
  if (!rechargeCan.refund(recharge.status, recharge.method_kind)) throw notOpen(recharge);
  requireVersion(recharge, input.version);
  const attempt = { id: uuid(), amount: input.amount };
  await bookCardRefund(ctx, recharge, attempt);
  await rows.updateRecharge(ctx, id, {}); // a new version: the same screen cannot refund twice
  await enqueue(ctx, refundTask, { account_id: ctx.account, recharge_id: id, ...attempt }, { attempts: 11 });
  await audit(ctx, {
    action: 'wallet.refundToCard',
    entity: 'recharges',
    entity_id: id,
    account_id: ctx.account,
    details: { number: numberOf(recharge), amount: input.amount, reason: input.reason },
  });
  await announce(ctx, id);
  return reviewedRecharge(ctx, id);
}
