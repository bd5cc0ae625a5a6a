import { maxListDepth } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import {
  approvedAlone,
  staffWithdrawalTabs,
  type WithdrawalStatus,
  withdrawalCan,
} from '#contract/withdrawal-rules.ts';
import type { withdrawals } from '#contract/withdrawals.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import type { AccountCtx, StaffActor, StaffCtx } from '#server/db/context.ts';
import { countTabs, metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import type { WorkingTime } from '#server/lib/business-time.ts';
import {
  announce,
  requireVersion,
  requireWithdrawal,
  moveMoney,
  noticeOf,
  notOpen,
  numberOf,
  shown,
} from './withdrawals.service.ts';
import * as rows from './withdrawals.db.ts';
import { notify, resolveNotifications } from '#server/features/notifications/index.ts';
import { workingTime } from '#server/features/shipping/index.ts';

const needsSecond = (row: rows.WithdrawalRow) => row.amount > approvedAlone;

function shownToStaff(row: rows.WithdrawalRow, reader: string, time: WorkingTime) {
  const signed = [
    { user: row.first_approved_by, name: row.first_approver, at: row.first_approved_at },
    { user: row.approved_by, name: row.approver, at: row.approved_at },
  ];
  return {
    ...shown(row, time),
    client: { id: row.account_id, number: row.client_number, name: row.client_name },
    needs_second: needsSecond(row),
    approvals: signed.flatMap(({ user, name, at }) => (user && name && at ? [{ name, at, own: user === reader }] : [])),
  };
}

type Tab = ParsedOf<typeof withdrawals.staffList>['query']['tab'];
const tabRows: Record<Tab, { statuses: readonly WithdrawalStatus[] | null; approvedByReader?: boolean }> = {
  to_review: { statuses: ['confirmed'], approvedByReader: false },
  to_pay: { statuses: ['approved'] },
  for_colleague: { statuses: ['confirmed'], approvedByReader: true },
  paid: { statuses: ['paid'] },
  all: { statuses: null },
};

/** Withdrawals of all clients: those that wait for finance oldest first, the others newest first. */
export async function staffList(ctx: StaffCtx, query: ParsedOf<typeof withdrawals.staffList>['query']) {
  const waits = query.tab === 'to_review' || query.tab === 'to_pay' || query.tab === 'for_colleague';
  const which = { ...tabRows[query.tab], q: query.q };
  const found = await rows.listForStaff(ctx, which, { ...pageOf(query), oldestFirst: waits });
  await noteAccess(ctx, {
    feature: 'wallet',
    route: 'withdrawals.staffList',
    accounts: found.map((row) => row.account_id),
    staff_user_id: ctx.actor.user_id,
  });
  const total = await rows.countForStaff(ctx, which, maxListDepth);
  const time = await workingTime(ctx);
  const counted = (tab: Tab) => rows.countForStaff(ctx, { ...tabRows[tab], q: undefined }, maxListDepth);
  const counts = await countTabs(staffWithdrawalTabs, counted);
  return {
    data: found.map((row) => shownToStaff(row, ctx.actor.user_id, time)),
    meta: metaOf(query, total, counts),
  };
}

type ReviewCtx = AccountCtx<StaffActor>;

async function reviewed(ctx: ReviewCtx, id: string, version: number, can: (status: WithdrawalStatus) => boolean) {
  const row = await requireWithdrawal(ctx, id, true);
  await noteAccess(ctx, {
    feature: 'wallet',
    route: 'withdrawals.review',
    accounts: [ctx.account],
    entity_id: id,
    staff_user_id: ctx.actor.user_id,
  });
  if (!can(row.status)) throw notOpen(row);
  requireVersion(row, version);
  return row;
}

async function done(ctx: ReviewCtx, row: rows.WithdrawalRow, action: string, details: Record<string, unknown> = {}) {
  await audit(ctx, {
    action: `withdrawals.${action}`,
    entity: 'withdrawals',
    entity_id: row.id,
    account_id: ctx.account,
    details: { number: numberOf(row), amount: row.amount, currency: row.currency, ...details },
  });
  await announce(ctx, row.id);
  return shownToStaff(await requireWithdrawal(ctx, row.id), ctx.actor.user_id, await workingTime(ctx));
}

/** Approves a withdrawal. Above the limit the first approval is kept, and another person's makes it whole. */
export async function approve(ctx: ReviewCtx, id: string, version: number) {
  const row = await reviewed(ctx, id, version, withdrawalCan.approve);
  const { user_id } = ctx.actor;
  if (needsSecond(row) && row.first_approved_by === null) {
    await rows.updateWithdrawal(ctx, id, { first_approved_by: user_id, first_approved_at: ctx.now });
    return done(ctx, row, 'approveFirst');
  }
  if (row.first_approved_by === user_id) throw appError('forbidden', { text: 'withdrawals.same_person' });
  await rows.updateWithdrawal(ctx, id, { status: 'approved', approved_by: user_id, approved_at: ctx.now });
  return done(ctx, row, 'approve');
}

/** Takes the held money out of the wallet: it has been sent to the client's account. */
export async function markPaid(ctx: ReviewCtx, id: string, input: ParsedOf<typeof withdrawals.markPaid>['body']) {
  const row = await reviewed(ctx, id, input.version, withdrawalCan.pay);
  const { reference } = input;
  await moveMoney(ctx, row, 'withdrawal');
  await rows.updateWithdrawal(ctx, id, { status: 'paid', reference, paid_at: ctx.now, decided_by: ctx.actor.user_id });
  await resolveNotifications(ctx, id, ['staff_withdrawal_confirmed']);
  await notify(ctx, noticeOf(row, 'withdrawal_paid', { reference }));
  return done(ctx, row, 'markPaid', { reference });
}

/** Declines a withdrawal with a reason that the client reads, and frees its money. */
export async function decline(ctx: ReviewCtx, id: string, input: ParsedOf<typeof withdrawals.decline>['body']) {
  const row = await reviewed(ctx, id, input.version, withdrawalCan.decline);
  const { reason } = input;
  await moveMoney(ctx, row, 'release');
  await rows.updateWithdrawal(ctx, id, {
    status: 'declined',
    note: reason,
    decided_by: ctx.actor.user_id,
    ended_at: ctx.now,
  });
  await resolveNotifications(ctx, id, ['staff_withdrawal_confirmed']);
  await notify(ctx, noticeOf(row, 'withdrawal_declined', { reason }));
  return done(ctx, row, 'decline', { reason });
}
