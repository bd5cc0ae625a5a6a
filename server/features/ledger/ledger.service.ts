import { v7 as uuid } from 'uuid';
import type { AccountCtx, Actor } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { chainHash, type ChainEntry, firstHash, type LedgerKind } from './ledger-chain.ts';
import * as rows from './ledger.db.ts';

export type { LedgerKind };

/** One line of a posting: minor units, signed from the merchant's view (+ in, − out). */
export type Entry = { ledger_account: string; amount: number; currency: string; overdraws?: boolean };

export type Posting = {
  kind: LedgerKind;
  /** The record that the money is about: `{ kind: 'invoices', id, label: 'INV-1001' }`. */
  ref: { kind: string; id: string; label: string };
  memo?: string;
  /** One posting per account and key, ever: a repeated action answers the first one's. */
  idempotency_key: string;
  entries: readonly Entry[];
};

/** Balances in minor units. `available` = cash + bonus that has not expired. */
export type Balances = {
  currency: string;
  cash: number;
  bonus: number;
  available: number;
  held: number;
  accounts: Map<string, number>;
};

/**
 * Moves money: appends a balanced transaction to the merchant's chain, unless its key has done so before (`isNew` false).
 * Waits for other postings of the same merchant.
 * Throws `insufficient_balance` when the merchant's money would fall below zero and the entry is no chargeback.
 */
export async function post(ctx: AccountCtx, posting: Posting): Promise<{ seq: number; id: string; isNew: boolean }> {
  const head = await rows.lockHead(ctx);
  const known = await findPosted(ctx, posting);
  if (known) return { ...known, isNew: false };
  return { ...(await book(ctx, posting, head, await rows.readBalances(ctx))), isNew: true };
}

/** What an earlier call with the same key has posted; a key that stands for something else is a fault of ours. */
async function findPosted(ctx: AccountCtx, posting: Omit<Posting, 'entries'>) {
  const known = await rows.findByKey(ctx, posting.idempotency_key);
  if (!known) return null;
  if (known.kind === posting.kind && known.ref_id === posting.ref.id) return { seq: known.seq, id: known.id };
  throw new Error(`ledger key ${posting.idempotency_key} was used for another posting`);
}

/** Appends a posting to the locked ledger, given the balances under that lock. */
async function book(
  ctx: AccountCtx,
  posting: Posting,
  head: rows.Head,
  before: Map<string, number>,
): Promise<{ seq: number; id: string }> {
  refuseActing(ctx.actor);
  checkEntries(posting, head.currency);
  const entries = withBalances(posting.entries, before, ctx.now);
  const tx = {
    account_id: ctx.account,
    seq: head.seq + 1,
    id: uuid(),
    at: ctx.now,
    kind: posting.kind,
    ref_kind: posting.ref.kind,
    ref_id: posting.ref.id,
    ref_label: posting.ref.label,
    memo: posting.memo ?? '',
    actor_kind: ctx.actor.kind,
    actor_user_id: userOf(ctx.actor),
    idempotency_key: posting.idempotency_key,
  };
  await rows.append(ctx, { ...tx, prev_hash: head.hash, hash: chainHash(head.hash, tx, entries) }, entries);
  return { seq: tx.seq, id: tx.id };
}

/** Throws `insufficient_balance` unless so much can be spent now. */
export async function demandBalance(ctx: AccountCtx, amount: number): Promise<void> {
  const had = await balances(ctx);
  if (amount > had.available) throw insufficient(amount - had.available, had);
}

/** Takes `amount` from the wallet into `to`: bonus with the nearest expiry first, then cash (domain.md §3.9). */
export async function spend(
  ctx: AccountCtx,
  payment: Omit<Posting, 'entries'> & { amount: number; currency: string; to: readonly Omit<Entry, 'currency'>[] },
): Promise<{ seq: number; id: string }> {
  const head = await rows.lockHead(ctx);
  const { amount, currency, to, ...posting } = payment;
  const known = await findPosted(ctx, posting);
  if (known) return known;
  const before = await rows.readBalances(ctx);
  const had = summarise(before, currency, ctx.now);
  // a charged-back balance counts against bonus too: available never falls below zero by spending (domain.md §2.8)
  if (amount > had.available) throw insufficient(amount - had.available, had);
  const entries = [...spendingOrder(before, amount, ctx.now), ...to].map((part) => ({ ...part, currency }));
  return book(ctx, { ...posting, entries }, head, before);
}

/**
 * Gives back of what a payment took: cash first, then the bonus that it used, and out of the income that it made; a claim's
 * refund leaves the income and is booked as claims. `before` is what was given back of it already. Throws when there is not
 * as much.
 */
export async function giveBack(
  ctx: AccountCtx,
  note: Omit<Posting, 'entries' | 'kind'> & {
    seq: number;
    before: number;
    amount: number;
    as?: 'credit_note' | 'claim_refund';
  },
): Promise<{ seq: number; id: string }> {
  const head = await rows.lockHead(ctx);
  const { seq, before, amount, as: kind = 'credit_note', ...rest } = note;
  const posting = { ...rest, kind };
  const known = await findPosted(ctx, posting);
  if (known) return known;
  const paid = await rows.findEntries(ctx, seq);
  const taken = slice(
    paid
      .filter((entry) => entry.amount < 0)
      .sort((a, b) => Number(b.ledger_account === 'cash') - Number(a.ledger_account === 'cash')),
    before,
    amount,
  );
  const income = paid.filter((entry) => entry.amount > 0);
  const made = slice(income, before, amount).map((entry) =>
    kind === 'claim_refund' ? { ...entry, ledger_account: 'claims' } : entry,
  );
  const entries = [...taken, ...made.map((entry) => ({ ...entry, amount: -entry.amount }))];
  return book(ctx, { ...posting, entries }, head, await rows.readBalances(ctx));
}

/** The part of these entries that lies behind `skip` and is worth `take`, all positive. */
function slice(entries: readonly Entry[], skip: number, take: number): Entry[] {
  let [toSkip, left] = [skip, take];
  const parts = entries.flatMap(({ ledger_account, currency, amount }) => {
    const skipped = Math.min(toSkip, Math.abs(amount));
    const taken = Math.min(left, Math.abs(amount) - skipped);
    toSkip -= skipped;
    left -= taken;
    return taken > 0 ? [{ ledger_account, currency, amount: taken }] : [];
  });
  if (left > 0) throw new Error('a payment cannot give back more than it took');
  return parts;
}

/** Whoever acts in a client’s place moves none of its money, whatever the action that leads here (P28). */
function refuseActing(actor: Actor): void {
  if (actor.kind === 'merchant' && actor.acting) throw appError('not_allowed_while_acting', { text: 'ledger.acting' });
}

function userOf(actor: Actor): string | null {
  if (actor.kind === 'merchant') return actor.acting ? actor.acting.staff_user_id : actor.user_id;
  return actor.kind === 'staff' ? actor.user_id : null;
}

function checkEntries({ entries, kind }: Posting, currency: string): void {
  const sum = entries.reduce((total, entry) => total + entry.amount, 0);
  if (entries.length < 2 || sum !== 0) throw new Error(`a ledger posting must balance, this one sums to ${sum}`);
  if (entries.some((entry) => !Number.isSafeInteger(entry.amount) || entry.amount === 0)) {
    throw new Error('ledger amounts are whole minor units other than zero');
  }
  // one wallet currency per account (P6)
  if (entries.some((entry) => entry.currency !== currency)) throw new Error(`this ledger is kept in ${currency}`);
  if (kind !== 'chargeback' && entries.some((entry) => entry.overdraws)) {
    throw new Error('only a recorded chargeback may take money below zero');
  }
}

function withBalances(entries: readonly Entry[], before: Map<string, number>, now: Date): ChainEntry[] {
  const after = new Map(before);
  const made = entries.map((entry, index) => {
    const balance_after = (after.get(entry.ledger_account) ?? 0) + entry.amount;
    after.set(entry.ledger_account, balance_after);
    return { ...entry, line: index + 1, balance_after, overdraws: entry.overdraws ?? false };
  });
  const short = made.find(isShort);
  if (short) throw insufficient(-short.balance_after, summarise(before, short.currency, now));
  return made;
}

/** Money that leaves and is not there; money that comes in may leave a charged-back balance below zero. */
function isShort(entry: ChainEntry): boolean {
  return entry.balance_after < 0 && entry.amount < 0 && !entry.overdraws && isMerchantMoney(entry.ledger_account);
}

function insufficient(lacking: number, had: Balances) {
  const missing = moneyText(lacking, had.currency);
  const available = moneyText(had.available, had.currency);
  return appError('insufficient_balance', { text: 'ledger.balance_short', params: { available, missing } });
}

function summarise(accounts: Map<string, number>, currency: string, now: Date): Balances {
  const of = (name: string) => accounts.get(name) ?? 0;
  const bonus = [...accounts].filter(([name]) => isOpenLot(name, now)).reduce((sum, [, amount]) => sum + amount, 0);
  return {
    currency,
    cash: of('cash'),
    bonus,
    available: of('cash') + bonus,
    held: of('held_cash') + of('held_bonus'),
    accounts,
  };
}

/** The merchant's balances as the ledger has them, in minor units. */
export async function balances(ctx: AccountCtx): Promise<Balances> {
  const head = await rows.findHead(ctx);
  return summarise(await rows.readBalances(ctx), head?.currency ?? 'USD', ctx.now);
}

export type ChainCheck = { ok: true; transactions: number } | { ok: false; seq: number; problem: string };

const batch = 500;

/** Reads a merchant's whole ledger and computes every hash, sum and balance again. */
export async function verifyChain(ctx: AccountCtx): Promise<ChainCheck> {
  const after = new Map<string, number>();
  let seq = 0;
  let hash: Buffer = firstHash;
  for (;;) {
    const links = await rows.readChain(ctx, seq, batch);
    for (const { tx, entries } of links) {
      const problem = linkProblem({ tx, entries }, { seq, hash, after });
      if (problem) return { ok: false, seq: seq + 1, problem };
      ({ seq, hash } = tx);
    }
    if (links.length < batch) break;
  }
  const head = await rows.findHead(ctx);
  const matches = head?.seq === seq && head.hash.equals(hash);
  return matches
    ? { ok: true, transactions: seq }
    : { ok: false, seq, problem: 'the head does not match the last transaction' };
}

type Link = Awaited<ReturnType<typeof rows.readChain>>[number];

function linkProblem(
  { tx, entries }: Link,
  before: { seq: number; hash: Buffer; after: Map<string, number> },
): string | null {
  if (tx.seq !== before.seq + 1) return `transaction ${before.seq + 1} is missing`;
  if (!tx.prev_hash.equals(before.hash)) return 'does not follow the transaction before it';
  if (!tx.hash.equals(chainHash(before.hash, tx, entries))) return 'its hash does not fit its content';
  if (entries.reduce((sum, entry) => sum + entry.amount, 0) !== 0) return 'does not sum to zero';
  for (const entry of entries) {
    const balance = (before.after.get(entry.ledger_account) ?? 0) + entry.amount;
    if (balance !== entry.balance_after) return `line ${entry.line} has a wrong balance`;
    before.after.set(entry.ledger_account, balance);
    if (isShort(entry)) return `line ${entry.line} is overdrawn`;
  }
  return null;
}

/** Accounts whose money is the merchant's: never below zero, except by a recorded chargeback (P7). */
function isMerchantMoney(ledgerAccount: string): boolean {
  return ['cash', 'held_cash', 'held_bonus'].includes(ledgerAccount) || isBonusLot(ledgerAccount);
}

function isBonusLot(ledgerAccount: string): boolean {
  return ledgerAccount.startsWith('bonus:');
}

/** The ledger account of a bonus lot; its name begins with the last day of use, so that lots sort by expiry. */
export function bonusLot(lastDay: string, id: string): string {
  return `bonus:${lastDay}-${id}`;
}

/** A lot is spent up to the end of its last day (UTC). */
function isOpenLot(ledgerAccount: string, now: Date): boolean {
  return isBonusLot(ledgerAccount) && ledgerAccount.slice(6, 16) >= now.toISOString().slice(0, 10);
}

/** The ledger account that stands for the provider's bank or card account of a recharge method. */
export function bankOf(method: string): string {
  return `bank:${method}`;
}

type Part = { ledger_account: string; amount: number };

/**
 * What to take so that `amount` leaves the wallet: bonus with the nearest expiry first, then cash (domain.md §3.9).
 * What the lots do not cover is taken from cash, whether it is there or not: posting decides that.
 */
function spendingOrder(wallet: ReadonlyMap<string, number>, amount: number, now: Date): Part[] {
  const lots = [...wallet.keys()].filter((name) => isOpenLot(name, now)).sort();
  const parts: Part[] = [];
  let open = amount;
  for (const lot of lots) {
    const taken = Math.min(open, Math.max(0, wallet.get(lot) ?? 0));
    if (taken > 0) parts.push({ ledger_account: lot, amount: -taken });
    open -= taken;
  }
  if (open > 0) parts.push({ ledger_account: 'cash', amount: -open });
  return parts;
}
