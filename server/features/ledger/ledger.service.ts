import { v7 as uuid } from 'uuid';
import type { AccountCtx, Actor } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { chainHash, type ChainEntry, firstHash, type LedgerKind } from './ledger-chain.ts';
import { bonusLot, isBonusLot, isOpenLot, lastDayOf, openAgain, spendingOrder } from './ledger-lots.ts';
import * as rows from './ledger.db.ts';
import { balanceFell } from './ledger.events.ts';
import { requireWithinLimits } from '#server/features/sub-accounts/index.ts';

export { bonusLot, type LedgerKind };

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

/** Balances in minor units. `available` = cash + bonus that has not expired + what may be owed. */
export type Balances = {
  currency: string;
  cash: number;
  bonus: number;
  /** Bonus by its last day (UTC), soonest first. */
  lots: { last_day: string; amount: number }[];
  /** What the account may owe, and what it owes of it. */
  credit_limit: number;
  credit_used: number;
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
  const { known, before } = await readBefore(ctx, posting);
  if (known) return { ...known, isNew: false };
  return { ...(await book(ctx, posting, { head, before })), isNew: true };
}

/**
 * The balances, and what an earlier call with the same key has posted; a key that stands for something else is a fault of
 * ours.
 */
async function readBefore(ctx: AccountCtx, posting: Omit<Posting, 'entries'>) {
  const { before, known } = await rows.readBefore(ctx, posting.idempotency_key);
  if (!known) return { before, known };
  if (known.kind === posting.kind && known.ref_id === posting.ref.id)
    return { before, known: { seq: known.seq, id: known.id } };
  throw new Error(`ledger key ${posting.idempotency_key} was used for another posting`);
}

/** The locked ledger: its head, the balances under that lock, and how far below zero this posting may take cash. */
type Standing = { head: rows.Head; before: Map<string, number>; credit?: number };

/** Appends a posting to the locked ledger. */
export async function book(
  ctx: AccountCtx,
  posting: Posting,
  { head, before, credit = 0 }: Standing,
): Promise<{ seq: number; id: string }> {
  assertNotActing(ctx.actor);
  checkEntries(posting, head.currency);
  const entries = withBalances(posting.entries, before, credit);
  const short = entries.find(isShort);
  if (short) throw insufficient(-short.balance_after, summarise(before, head, ctx.now));
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
  const lots = entries.filter(({ ledger_account, amount }) => amount > 0 && isBonusLot(ledger_account));
  if (lots.length > 0)
    await rows.keepLots(
      ctx,
      lots.map(({ ledger_account }) => ({ ledger_account, last_day: lastDayOf(ledger_account) })),
    );
  if (entries.some(({ ledger_account, amount }) => amount < 0 && isSpendable(ledger_account)))
    await balanceFell.emit(ctx, { account_id: ctx.account });
  return { seq: tx.seq, id: tx.id };
}

const isSpendable = (ledgerAccount: string): boolean => ledgerAccount === 'cash' || isBonusLot(ledgerAccount);

/** Throws `insufficient_balance` unless so much can be spent now. */
export async function requireBalance(ctx: AccountCtx, amount: number): Promise<void> {
  const had = await balances(ctx);
  if (amount > had.available) throw insufficient(amount - had.available, had);
}

/** Throws unless the member may pay so much in one payment, and the wallet has it; for a payment of several postings. */
export async function requireSpendable(ctx: AccountCtx, amount: number, currency: string): Promise<void> {
  await rows.lockHead(ctx);
  await requireWithinLimits(ctx, amount, currency);
  await requireBalance(ctx, amount);
}

/**
 * Takes `amount` from the wallet into `to`: bonus with the nearest expiry first, then cash (domain.md §3.9), below zero as
 * far as the account's credit limit goes. Throws `approval_needed` above the limits of the member who pays.
 */
export async function spend(
  ctx: AccountCtx,
  payment: Omit<Posting, 'entries'> & { amount: number; currency: string; to: readonly Omit<Entry, 'currency'>[] },
): Promise<{ seq: number; id: string }> {
  const head = await rows.lockHead(ctx);
  const { amount, currency, to, ...posting } = payment;
  const { known, before } = await readBefore(ctx, posting);
  if (known) return known;
  await requireWithinLimits(ctx, amount, currency);
  const had = summarise(before, head, ctx.now);
  // a charged-back balance counts against bonus too: available never falls below zero by spending (domain.md §2.8)
  if (amount > had.available) throw insufficient(amount - had.available, had);
  const entries = [...spendingOrder(before, amount, ctx.now), ...to].map((part) => ({ ...part, currency }));
  return book(ctx, { ...posting, entries }, { head, before, credit: head.credit_limit });
}

/**
 * Gives back of what a payment took: cash first, then the bonus that it used, and out of the income that it made; a claim's
 * refund leaves the income and is booked as claims. Bonus goes back to its lot; where that has expired, to a lot with the
 * same id that lasts `returnedBonusDays` from now. `before` is what was given back of it already. Throws when there is not
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
  const { seq, before: given, amount, as: kind = 'credit_note', ...rest } = note;
  const posting = { ...rest, kind };
  const { known, before } = await readBefore(ctx, posting);
  if (known) return known;
  const paid = await rows.findEntries(ctx, seq);
  const taken = slice(
    paid
      .filter((entry) => entry.amount < 0)
      .sort((a, b) => Number(b.ledger_account === 'cash') - Number(a.ledger_account === 'cash')),
    given,
    amount,
  );
  const income = paid.filter((entry) => entry.amount > 0);
  const made = slice(income, given, amount).map((entry) =>
    kind === 'claim_refund' ? { ...entry, ledger_account: 'claims' } : entry,
  );
  const entries = [
    ...taken.map((entry) => ({ ...entry, ledger_account: openAgain(entry.ledger_account, ctx.now) })),
    ...made.map((entry) => ({ ...entry, amount: -entry.amount })),
  ];
  return book(ctx, { ...posting, entries }, { head, before });
}

/** Sets what an account may owe; refused below what it owes already. Who decides it, and why, is the caller's to record. */
export async function setCreditLimit(ctx: AccountCtx, limit: number): Promise<void> {
  const head = await rows.lockHead(ctx);
  const { credit_used: used } = summarise(await rows.readBalances(ctx), head, ctx.now);
  if (limit < used)
    throw appError('credit_in_use', { text: 'ledger.credit_in_use', params: { used: moneyText(used, head.currency) } });
  await rows.saveCreditLimit(ctx, limit);
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
function assertNotActing(actor: Actor): void {
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
    throw new Error('only a recorded chargeback takes money below zero, and paying as far as the credit limit');
  }
}

function withBalances(entries: readonly Entry[], before: Map<string, number>, credit: number): ChainEntry[] {
  const after = new Map(before);
  return entries.map((entry, index) => {
    const balance_after = (after.get(entry.ledger_account) ?? 0) + entry.amount;
    after.set(entry.ledger_account, balance_after);
    const owed = entry.ledger_account === 'cash' && entry.amount < 0 && balance_after < 0 && balance_after >= -credit;
    return { ...entry, line: index + 1, balance_after, overdraws: owed || (entry.overdraws ?? false) };
  });
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

/** What balances mean. */
export function summarise(
  accounts: Map<string, number>,
  { currency, credit_limit }: Pick<rows.Head, 'currency' | 'credit_limit'>,
  now: Date,
): Balances {
  const of = (name: string) => accounts.get(name) ?? 0;
  const open = [...accounts]
    .filter(([name, amount]) => amount > 0 && isOpenLot(name, now))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const byDay = new Map<string, number>();
  for (const [name, amount] of open) byDay.set(lastDayOf(name), (byDay.get(lastDayOf(name)) ?? 0) + amount);
  const lots = Array.from(byDay, ([last_day, amount]) => ({ last_day, amount }));
  const bonus = lots.reduce((sum, { amount }) => sum + amount, 0);
  return {
    currency,
    cash: of('cash'),
    bonus,
    lots,
    credit_limit,
    credit_used: Math.min(credit_limit, Math.max(0, -of('cash'))),
    available: of('cash') + bonus + credit_limit,
    held: of('held_cash') + of('held_bonus'),
    accounts,
  };
}

/** The merchant's balances as the ledger has them, in minor units. */
export async function balances(ctx: AccountCtx): Promise<Balances> {
  const wallet = (await rows.readWallet(ctx)) ?? {
    currency: 'USD',
    credit_limit: 0,
    balances: new Map<string, number>(),
  };
  return summarise(wallet.balances, wallet, ctx.now);
}

/** The same, which nobody changes until the transaction ends. */
export async function lockedBalances(ctx: AccountCtx): Promise<Balances> {
  const head = await rows.lockHead(ctx);
  return summarise(await rows.readBalances(ctx), head, ctx.now);
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

/** The ledger account that stands for the provider's bank or card account of a recharge method. */
export function bankOf(method: string): string {
  return `bank:${method}`;
}
