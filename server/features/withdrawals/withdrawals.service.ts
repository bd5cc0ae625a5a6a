import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { maxListDepth } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { NotificationMessage } from '#contract/notification-events.ts';
import { codeMinutes, codeTries, unconfirmedHours, withdrawalCan } from '#contract/withdrawal-rules.ts';
import type { withdrawals } from '#contract/withdrawals.ts';
import { audit } from '#server/db/audit.ts';
import {
  type AccountCtx,
  type Entry,
  forAccount,
  type MerchantActor,
  type MerchantCtx,
  notFound,
} from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import { publish, sendLater } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { type AppError, appError } from '#server/lib/app-error.ts';
import { dueAfter, type WorkingTime } from '#server/lib/business-time.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { keepSentence } from '#server/lib/refusal-texts.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { codeMail } from './withdrawal-mails.ts';
import * as rows from './withdrawals.db.ts';
import * as ledger from '#server/features/ledger/index.ts';
import { notify } from '#server/features/notifications/index.ts';
import { workingTime } from '#server/features/shipping/index.ts';
import { rechargedBy } from '#server/features/wallet/index.ts';

const minute = 60_000;
/** Mails with a code for one withdrawal. */
const mostCodes = 5;

export const numberOf = (row: { number: number }) => `WD-${row.number}`;

/** What finance has to decide on a withdrawal. */
const reviewTime = { days: 1 };

/** A withdrawal as the client sees it. */
export function shown(row: rows.WithdrawalRow, time: WorkingTime) {
  const { id, status, currency, amount, payout, reason, note, reference, requester, created_at } = row;
  return {
    id,
    number: numberOf(row),
    status,
    currency,
    amount,
    payout,
    reason,
    note,
    reference,
    requested_by: requester,
    created_at,
    confirmed_at: row.confirmed_at,
    approved_at: row.approved_at,
    paid_at: row.paid_at,
    due_at: row.confirmed_at && withdrawalCan.decline(row.status) ? dueAfter(row.confirmed_at, reviewTime, time) : null,
    ended_at: row.ended_at,
    code_until: row.code_until,
    version: row.version,
  };
}

export async function listWithdrawals(ctx: MerchantCtx, query: ParsedOf<typeof withdrawals.list>['query']) {
  const found = await rows.listWithdrawals(ctx, query.q, pageOf(query));
  const time = await workingTime(ctx);
  const total = await rows.countWithdrawals(ctx, query.q, maxListDepth);
  return { data: found.map((row) => shown(row, time)), meta: metaOf(query, total) };
}

export const getWithdrawal = async (ctx: AccountCtx, id: string) =>
  shown(await requireWithdrawal(ctx, id), await workingTime(ctx));

export async function requireWithdrawal(ctx: AccountCtx, id: string, lock = false): Promise<rows.WithdrawalRow> {
  const row = await rows.findWithdrawal(ctx, id, lock);
  if (!row) throw notFound('withdrawal');
  return row;
}

/** Saved payout accounts: first those of the method by which money came last, whose code begins with what it is (`payoneer_usd`). */
export async function listPayoutAccounts(ctx: MerchantCtx) {
  const came = await rechargedBy(ctx);
  const place = ({ kind }: { kind: string }) => {
    const found = came.findIndex((code) => code === kind || code.startsWith(`${kind}_`));
    return found < 0 ? came.length : found;
  };
  return (await rows.findPayoutAccounts(ctx)).toSorted((a, b) => place(a) - place(b));
}

/** Saves where money can be withdrawn to. Numbers are kept without the spaces that banks print. */
export async function createPayoutAccount(
  ctx: MerchantCtx,
  input: ParsedOf<typeof withdrawals.createPayoutAccount>['body'],
) {
  const account = input.kind === 'bank' ? input.account.replace(/[\s-]+/g, '').toUpperCase() : input.account;
  if (input.kind === 'bank' && input.bank === '') {
    throw appError('invalid_input', { text: 'withdrawals.bank_missing' }, 'bank');
  }
  const id = uuid();
  const payout = { ...input, account, swift: input.swift.replace(/\s+/g, '').toUpperCase() };
  if (!(await rows.insertPayoutAccount(ctx, { ...payout, id, created_by: ctx.actor.user_id }))) {
    throw appError('invalid_input', { text: 'withdrawals.account_known' }, 'account');
  }
  await audit(ctx, {
    action: 'withdrawals.createPayoutAccount',
    entity: 'payout_accounts',
    entity_id: id,
    fields: ['holder', 'account'],
    details: { kind: input.kind },
  });
  publish(ctx, { account_id: ctx.account, kind: 'wallet.changed' });
  return { ...payout, id, created_at: ctx.now };
}

export async function removePayoutAccount(ctx: MerchantCtx, id: string) {
  if (!(await rows.removePayoutAccount(ctx, id))) throw notFound('payout_account');
  await audit(ctx, { action: 'withdrawals.removePayoutAccount', entity: 'payout_accounts', entity_id: id });
  publish(ctx, { account_id: ctx.account, kind: 'wallet.changed' });
  return { done: true } as const;
}

/** Holds the money at once, and mails the code that confirms the withdrawal. Bonus money cannot be withdrawn. */
export async function createWithdrawal(ctx: MerchantCtx, input: ParsedOf<typeof withdrawals.create>['body']) {
  if (!ctx.actor.email_verified) throw appError('email_unverified', { text: 'withdrawals.email_unconfirmed' });
  const [saved] = await rows.findPayoutAccounts(ctx, input.payout_account_id);
  if (!saved) throw notFound('payout_account');
  const { kind, holder, account, bank, swift } = saved;
  const { currency, cash } = await ledger.balances(ctx);
  if (input.amount > cash) throw tooMuch(cash, currency);
  const id = uuid();
  const code = newCode();
  const number = await rows.insertWithdrawal(ctx, {
    id,
    currency,
    amount: input.amount,
    payout: { kind, holder, account, bank, swift },
    reason: input.reason ?? null,
    code_hash: hashOf(id, code),
    code_until: codeEnd(ctx.now),
    requested_by: ctx.actor.user_id,
  });
  await moveMoney(ctx, { id, number, currency, amount: input.amount, payout: saved }, 'hold');
  await audit(ctx, {
    action: 'withdrawals.create',
    entity: 'withdrawals',
    entity_id: id,
    details: { number: `WD-${number}`, amount: input.amount, currency, to: kind },
  });
  const row = await requireWithdrawal(ctx, id);
  await mailCode(ctx, row, code);
  await announce(ctx, id);
  return shown(row, await workingTime(ctx));
}

const tooMuch = (cash: number, currency: string): AppError =>
  appError(
    'insufficient_balance',
    { text: 'withdrawals.too_much', params: { most: moneyText(Math.max(0, cash), currency) } },
    'amount',
  );

const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');
const hashOf = (id: string, code: string) => hashToken(`${id}:${code}`);
const codeEnd = (now: Date) => new Date(now.getTime() + codeMinutes * minute);

async function mailCode(ctx: AccountCtx, row: rows.WithdrawalRow, code: string): Promise<void> {
  const { email, locale } = await rows.findReader(ctx, row.requested_by);
  const mail = codeMail({
    to: email,
    locale: locale === 'zh' ? 'zh' : 'en',
    code,
    amount: moneyText(row.amount, row.currency),
    payout: `${row.payout.holder}, ${hidden(row.payout.account)}`,
    link: `${ctx.app.publicUrl}/wallet/wallet?tab=withdrawals&withdrawal=${row.id}`,
    brand: ctx.app.brand,
  });
  await sendLater(ctx, {
    kind: 'mail',
    key: `mail:withdrawal:${row.id}:${row.codes}`,
    account_id: ctx.account,
    payload: mail,
  });
}

/** The end of an account's number, as mails and notifications name it. */
export const hidden = (account: string) => `…${account.slice(-4)}`;

type Move = 'hold' | 'release' | 'withdrawal';

/** Moves the money of a withdrawal: held at the request, free again, or out to the client's account. */
export async function moveMoney(
  ctx: AccountCtx,
  row: Pick<rows.WithdrawalRow, 'id' | 'number' | 'currency' | 'amount' | 'payout'>,
  move: Move,
): Promise<void> {
  const { id, currency, amount } = row;
  const [from, to] = {
    hold: ['cash', 'held_cash'],
    release: ['held_cash', 'cash'],
    withdrawal: ['held_cash', ledger.bankOf(row.payout.kind)],
  }[move] as [string, string]; // each move has two sides
  await ledger.post(ctx, {
    kind: move,
    ref: { kind: 'withdrawals', id, label: numberOf(row) },
    memo: keepSentence({ text: 'ledger.payout', params: { account: hidden(row.payout.account) } }),
    idempotency_key: `withdrawal:${id}:${move}`,
    entries: [
      { ledger_account: from, amount: -amount, currency },
      { ledger_account: to, amount, currency },
    ],
  });
}

/** Mails another code; the one before counts no more. */
export async function sendCode(ctx: MerchantCtx, id: string) {
  const row = await requireWithdrawal(ctx, id, true);
  if (!withdrawalCan.confirm(row.status)) throw notOpen(row);
  if (row.codes >= mostCodes) throw appError('too_many', { text: 'withdrawals.too_many_codes' });
  const code = newCode();
  const codes = row.codes + 1;
  await rows.updateWithdrawal(ctx, id, {
    code_hash: hashOf(id, code),
    code_until: codeEnd(ctx.now),
    code_tries: 0,
    codes,
  });
  await audit(ctx, { action: 'withdrawals.sendCode', entity: 'withdrawals', entity_id: id });
  await mailCode(ctx, { ...row, codes }, code);
  return getWithdrawal(ctx, id);
}

/** Confirms a withdrawal with the code of the mail. A wrong code counts, so that guesses come to an end. */
export async function confirmWithdrawal(entry: Entry<MerchantActor>, id: string, code: string) {
  const { account_id } = entry.actor;
  const outcome = await entry.run({ account_id }, async (ctx) => {
    const row = await requireWithdrawal(ctx, id, true);
    if (!withdrawalCan.confirm(row.status)) return notOpen(row);
    if (row.code_tries >= codeTries || row.code_until < ctx.now)
      return appError('invalid_input', { text: 'withdrawals.code_over' }, 'code');
    if (row.code_hash !== hashOf(id, code)) {
      await rows.updateWithdrawal(ctx, id, { code_tries: row.code_tries + 1 });
      await audit(ctx, { action: 'withdrawals.wrongCode', entity: 'withdrawals', entity_id: id });
      const left = codeTries - row.code_tries - 1;
      const wrong =
        left === 0
          ? { text: 'withdrawals.code_last' as const }
          : { text: 'withdrawals.code_wrong' as const, params: { left } };
      return appError('invalid_input', wrong, 'code');
    }
    await rows.updateWithdrawal(ctx, id, { status: 'confirmed', confirmed_at: ctx.now });
    await audit(ctx, { action: 'withdrawals.confirm', entity: 'withdrawals', entity_id: id });
    await notify(
      ctx,
      noticeOf(row, 'withdrawal_confirmed', { name: row.requester, account: hidden(row.payout.account) }),
    );
    await notify(ctx, {
      ...noticeOf(row, 'staff_withdrawal_confirmed', { client: row.client_name }),
      link: `/staff/withdrawals?withdrawal=${id}`,
    });
    await announce(ctx, id);
    return getWithdrawal(ctx, id);
  });
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

/** Gives the money back to the wallet before finance has approved the withdrawal. */
export async function cancelWithdrawal(ctx: MerchantCtx, id: string, version: number) {
  const row = await requireWithdrawal(ctx, id, true);
  if (!withdrawalCan.cancel(row.status)) throw notOpen(row);
  requireVersion(row, version);
  await moveMoney(ctx, row, 'release');
  await rows.updateWithdrawal(ctx, id, { status: 'cancelled', ended_at: ctx.now });
  await audit(ctx, { action: 'withdrawals.cancel', entity: 'withdrawals', entity_id: id });
  await announce(ctx, id);
  return getWithdrawal(ctx, id);
}

/** Cancels what nobody confirmed within a day. Runs every ten minutes. */
export async function cancelUnconfirmed(entry: Entry): Promise<void> {
  const before = new Date(entry.now.getTime() - unconfirmedHours * 60 * minute);
  const overdue = await entry.run('all_accounts', (ctx) => rows.findUnconfirmed(ctx, before));
  await eachAlone(entry, overdue, 'a withdrawal could not be cancelled', ({ account_id, id }) =>
    entry.run('all_accounts', async (all) => {
      const ctx = forAccount(all, account_id);
      const row = await requireWithdrawal(ctx, id, true);
      if (row.status !== 'requested') return;
      await moveMoney(ctx, row, 'release');
      await rows.updateWithdrawal(ctx, id, { status: 'cancelled', ended_at: ctx.now });
      await audit(ctx, { action: 'withdrawals.expire', entity: 'withdrawals', entity_id: id, account_id });
      await announce(ctx, id);
    }),
  );
}

export function notOpen(row: rows.WithdrawalRow): AppError {
  return appError('withdrawal_not_open', { text: `withdrawals.is_${row.status}`, params: { number: numberOf(row) } });
}

export function requireVersion(row: rows.WithdrawalRow, version: number): void {
  if (row.version === version) return;
  throw appError('stale_version', { text: 'withdrawals.changed', params: { number: numberOf(row) } });
}

type Reported = 'withdrawal_confirmed' | 'withdrawal_paid' | 'withdrawal_declined' | 'staff_withdrawal_confirmed';

/** What a notification says of a withdrawal. */
export function noticeOf(
  row: rows.WithdrawalRow,
  event: Reported,
  params: Record<string, string | number>,
): NotificationMessage {
  return {
    event,
    account_id: row.account_id,
    subject: row.id,
    asked_by: event === 'withdrawal_confirmed' ? null : row.requested_by,
    params: { number: numberOf(row), amount: row.amount, currency: row.currency, ...params },
    link: `/wallet/wallet?tab=withdrawals&withdrawal=${row.id}`,
  };
}

/** Tells open pages of the client and of staff. */
export async function announce(ctx: AccountCtx, id: string): Promise<void> {
  publish(ctx, { account_id: ctx.account, kind: 'wallet.changed', id });
  publish(ctx, { account_id: null, kind: 'wallet.changed', id });
}
