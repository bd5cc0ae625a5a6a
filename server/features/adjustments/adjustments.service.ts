import { v7 as uuid } from 'uuid';
import { type AdjustmentStatus, longestBonusDays, staffAdjustmentTabs } from '#contract/adjustment-rules.ts';
import type { adjustments } from '#contract/adjustments.ts';
import { maxListDepth } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import { type AccountCtx, forAccount, notFound, type StaffActor, type StaffCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { countTabs, metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import * as rows from './adjustments.db.ts';
import * as ledger from '#server/features/ledger/index.ts';
import { notify, resolveNotifications } from '#server/features/notifications/index.ts';

type ForClient = AccountCtx<StaffActor>;
type Row = rows.AdjustmentRow;

const day = 86_400_000;

type StaffTab = ParsedOf<typeof adjustments.staffList>['query']['tab'];
const tabRows: Record<StaffTab, { decided: boolean | null; proposedByReader?: boolean }> = {
  proposed: { decided: false, proposedByReader: false },
  for_colleague: { decided: false, proposedByReader: true },
  decided: { decided: true },
  all: { decided: null },
};

/** Adjustments of all clients; what waits for a decision comes oldest first. */
export async function listForStaff(ctx: StaffCtx, query: ParsedOf<typeof adjustments.staffList>['query']) {
  const which = { ...tabRows[query.tab], q: query.q };
  const found = await rows.list(ctx, which, pageOf(query));
  await noteAccess(ctx, {
    feature: 'wallet',
    route: 'adjustments.staffList',
    accounts: found.map((row) => row.account_id),
    staff_user_id: ctx.actor.user_id,
  });
  const counted = (tab: StaffTab) => rows.count(ctx, { ...tabRows[tab], q: undefined }, maxListDepth);
  const counts = await countTabs(staffAdjustmentTabs, counted);
  return {
    data: found.map(shown),
    meta: metaOf(query, await rows.count(ctx, which, maxListDepth), counts),
  };
}

/** Proposes a change to a client's money; nothing moves until somebody else approves it. */
export async function propose(ctx: StaffCtx, body: ParsedOf<typeof adjustments.propose>['body']) {
  const { account_id, ...proposal } = body;
  const own = forAccount(ctx, account_id);
  const last_day = proposal.kind === 'bonus' ? proposal.last_day : null;
  if (last_day !== null) requireLastDay(ctx.now, last_day);
  const id = uuid();
  await rows.insert(own, { ...proposal, id, last_day, proposed_by: ctx.actor.user_id });
  const row = await demand(own, id);
  await record(own, row, 'propose');
  await notify(own, {
    event: 'staff_adjustment_proposed',
    account_id,
    subject: id,
    params: { number: numberOf(row), client: row.client_name, amount: row.amount, currency: row.currency },
    link: `/staff/adjustments?adjustment=${id}`,
  });
  return shown(row);
}

function requireLastDay(now: Date, lastDay: string): void {
  const latest = new Date(now.getTime() + longestBonusDays * day).toISOString().slice(0, 10);
  if (lastDay < now.toISOString().slice(0, 10) || lastDay > latest)
    throw appError('invalid_input', { text: 'adjustments.last_day', params: { latest } }, 'last_day');
}

/** Approves what somebody else proposed: its money moves in the same transaction, once. */
export async function approve(ctx: ForClient, id: string, body: ParsedOf<typeof adjustments.approve>['body']) {
  const row = await requireOpen(ctx, id, body.version);
  requireSecondPerson(row, ctx.actor);
  const ledger_seq = await carryOut(ctx, row);
  await close(ctx, row, { status: 'approved', note: body.note ?? null, ledger_seq });
  publish(ctx, { account_id: ctx.account, kind: 'wallet.changed' });
  return shown(await demand(ctx, id));
}

/** Moves the money; answers the ledger's transaction, or null for a credit limit. */
async function carryOut(ctx: ForClient, row: Row): Promise<number | null> {
  const { kind, amount, currency, id } = row;
  if (kind === 'credit_limit') {
    await ledger.setCreditLimit(ctx, amount);
    return null;
  }
  if (kind === 'bonus') requireLastDay(ctx.now, row.last_day ?? '');
  if (kind === 'debit') await requireCash(ctx, row);
  const signed = kind === 'debit' ? -amount : amount;
  const wallet = kind === 'bonus' ? ledger.bonusLot(row.last_day ?? '', id) : 'cash';
  const { seq } = await ledger.post(ctx, {
    kind: 'adjustment',
    ref: { kind: 'adjustments', id, label: numberOf(row) },
    memo: row.reason,
    idempotency_key: `adjustment:${id}`,
    entries: [
      { ledger_account: wallet, amount: signed, currency },
      { ledger_account: kind === 'bonus' ? 'bonus_given' : 'adjustments', amount: -signed, currency },
    ],
  });
  return seq;
}

/** Bonus and credit are not taken by a deduction: it needs the cash itself. */
async function requireCash(ctx: ForClient, { amount, currency, client_name: client }: Row): Promise<void> {
  const { cash } = await ledger.balances(ctx);
  if (amount <= cash) return;
  const money = moneyText(Math.max(0, cash), currency);
  throw appError('insufficient_balance', { text: 'adjustments.cash_short', params: { client, cash: money } });
}

/** Rejects what somebody else proposed, with a word to whoever proposed it. */
export async function reject(ctx: ForClient, id: string, body: ParsedOf<typeof adjustments.reject>['body']) {
  const row = await requireOpen(ctx, id, body.version);
  requireSecondPerson(row, ctx.actor);
  await close(ctx, row, { status: 'rejected', note: body.note, ledger_seq: null });
  return shown(await demand(ctx, id));
}

/** Takes back what oneself proposed. */
export async function withdraw(ctx: ForClient, id: string, body: ParsedOf<typeof adjustments.withdraw>['body']) {
  const row = await requireOpen(ctx, id, body.version);
  if (row.proposed_by !== ctx.actor.user_id)
    throw appError('second_person', { text: 'adjustments.not_yours', params: { name: row.proposer } });
  await close(ctx, row, { status: 'withdrawn', note: null, ledger_seq: null });
  return shown(await demand(ctx, id));
}

function requireSecondPerson({ proposed_by }: Row, actor: StaffActor): void {
  if (proposed_by === actor.user_id) throw appError('second_person', { text: 'adjustments.second_person' });
}

async function requireOpen(ctx: ForClient, id: string, version: number): Promise<Row> {
  const row = await demand(ctx, id, true);
  const params = { number: numberOf(row) };
  if (row.status !== 'proposed') throw appError('adjustment_closed', { text: `adjustments.is_${row.status}`, params });
  if (row.version !== version) throw appError('stale_version', { text: 'adjustments.changed', params });
  return row;
}

async function demand(ctx: AccountCtx, id: string, lock = false): Promise<Row> {
  const row = await rows.find(ctx, id, lock);
  if (!row) throw notFound('adjustment');
  return row;
}

type Decision = { status: Exclude<AdjustmentStatus, 'proposed'>; note: string | null; ledger_seq: number | null };

const verbs = { approved: 'approve', rejected: 'reject', withdrawn: 'withdraw' } as const;

async function close(ctx: ForClient, row: Row, decision: Decision): Promise<void> {
  await rows.decide(ctx, row.id, { ...decision, decided_by: ctx.actor.user_id });
  await record(ctx, row, verbs[decision.status], decision.note);
  await resolveNotifications(ctx, row.id, ['staff_adjustment_proposed']);
}

async function record(
  ctx: AccountCtx,
  row: Row,
  verb: 'propose' | (typeof verbs)[keyof typeof verbs],
  note: string | null = null,
): Promise<void> {
  const { kind, amount, currency, last_day, reason } = row;
  await audit(ctx, {
    action: `adjustments.${verb}`,
    entity: 'adjustments',
    entity_id: row.id,
    account_id: ctx.account,
    details: { number: numberOf(row), kind, amount, currency, last_day, reason, ...(note !== null && { note }) },
  });
  publish(ctx, { account_id: null, kind: 'wallet.changed', id: row.id });
}

const numberOf = ({ number }: Pick<Row, 'number'>) => `ADJ-${number}`;

function shown(row: Row) {
  const {
    account_id,
    number: _,
    client_number,
    client_name,
    proposed_by,
    proposer,
    decided_by,
    decider,
    ...rest
  } = row;
  return {
    ...rest,
    number: numberOf(row),
    client: { id: account_id, number: client_number, name: client_name },
    proposed_by: { id: proposed_by, name: proposer },
    decided_by: decided_by === null ? null : { id: decided_by, name: decider ?? '' },
  };
}
