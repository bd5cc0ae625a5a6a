import type { AccountCtx } from '#server/db/context.ts';
import { currencyDigits, decimalText } from '#server/lib/money-text.ts';
import { balancesAfter, findHead, readChain, seqAt } from './ledger.db.ts';

/** Days (UTC, `YYYY-MM-DD`) of the first and the last transaction; open ends mean the whole ledger. */
export type JournalQuery = { from?: string | undefined; to?: string | undefined };

type Link = Awaited<ReturnType<typeof readChain>>[number];
type Line = { ledger_account: string; amount: number; currency: string; balance_after: number };

const batch = 500;

/** Where a piece ended: its last transaction, and the latest day so far. */
type Place = { seq: number; day: string };

/**
 * A ledger in the plain-text format of hledger: every transaction as double entries, each with the balance that it leaves,
 * which `hledger check` computes again. Signs are the merchant's. A journal that begins later opens with the balances of
 * that day. Transactions stand in the sequence of the chain; one that carries an earlier day than the one before it has that
 * one's, because hledger adds up by days, and its own time in a comment.
 */
export async function journalPiece(
  ctx: AccountCtx,
  { from, to }: JournalQuery,
  after: string | null,
): Promise<{ text: string; rows: number; next: string | null }> {
  const opens = after === null;
  const place = opens ? await openingPlace(ctx, from) : placeOf(after);
  const links = await readChain(ctx, place.seq, batch);
  const within = to === undefined ? links : links.filter(({ tx }) => dayOf(tx.at) <= to);
  const lines: string[] = opens ? await heading(ctx, place) : [];
  for (const { tx, entries } of within) {
    if (dayOf(tx.at) > place.day) place.day = dayOf(tx.at);
    place.seq = tx.seq;
    lines.push(...transactionText({ tx, entries }, place.day));
  }
  const ended = links.length < batch || within.length < links.length;
  return {
    text: lines.map((line) => `${line}\n`).join(''),
    rows: within.length,
    next: ended ? null : placeText(place),
  };
}

const placeText = ({ seq, day }: Place) => `${seq}|${day}`;

function placeOf(text: string): Place {
  const [seq = '', day = ''] = text.split('|');
  return { seq: Number(seq), day };
}

async function openingPlace(ctx: AccountCtx, from: string | undefined): Promise<Place> {
  return from === undefined ? { seq: 0, day: '' } : { seq: await seqAt(ctx, from), day: from };
}

async function heading(ctx: AccountCtx, { seq, day }: Place): Promise<string[]> {
  const head = await findHead(ctx);
  const currency = head?.currency ?? 'USD';
  const before = seq === 0 ? [] : await balancesAfter(ctx, seq);
  const opening = before
    .filter(({ balance_after }) => balance_after !== 0)
    .map((line) => ({ ...line, currency, amount: line.balance_after }));
  return [
    '; Wallet ledger for hledger. Amounts are signed as the merchant sees them; days are UTC.',
    `commodity ${decimalText(1_000 * 10 ** currencyDigits(currency), currency)}${currencyDigits(currency) === 0 ? '.' : ''} ${currency}`,
    '',
    ...(opening.length === 0 ? [] : [...declared(opening), `${day} * Opening balances`, ...postings(opening), '']),
  ];
}

function transactionText({ tx, entries }: Link, day: string): string[] {
  const memo = [tx.kind, tx.ref_label, plain(tx.memo)].filter((part) => part !== '').join(' ');
  const at = tx.at.toISOString();
  return [
    ...declared(entries),
    `${day} * (${tx.seq}) ${memo}`,
    `    ; time: ${at}, hash: ${tx.hash.toString('hex')}`,
    ...postings(entries),
    '',
  ];
}

const declared = (lines: readonly Line[]) => [
  ...new Set(lines.map(({ ledger_account }) => `account ${journalAccount(ledger_account)}`)),
];

function postings(lines: readonly Line[]): string[] {
  return lines.map(({ ledger_account, amount, currency, balance_after }) => {
    const sum = (minor: number) => `${decimalText(minor, currency)} ${currency}`;
    return `    ${journalAccount(ledger_account).padEnd(32)}  ${sum(amount).padStart(16)} = ${sum(balance_after)}`;
  });
}

/** Words of others on one line, without the signs that mean something to hledger. */
const plain = (text: string) => text.replaceAll(/[\r\n;|]+/g, ' ').trim();

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

const names: Record<string, string> = {
  cash: 'assets:wallet:cash',
  bonus: 'assets:wallet:bonus',
  held_cash: 'assets:held:cash',
  held_bonus: 'assets:held:bonus',
  bank: 'equity:recharges',
  revenue: 'expenses:orders',
  fees: 'expenses:fees',
  claims: 'income:claims',
  bonus_given: 'income:bonus',
  commission: 'income:commission',
  chargeback: 'equity:chargebacks',
  adjustments: 'income:adjustments',
};

/** What an account of the ledger is called in the merchant's own books. */
export function journalAccount(ledgerAccount: string): string {
  const [kind = '', part] = ledgerAccount.split(':');
  const name = names[kind] ?? `equity:${kind}`;
  return part === undefined ? name : `${name}:${part}`;
}
