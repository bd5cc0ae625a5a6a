import { type AccountCtx, readerLanguage } from '#server/db/context.ts';
import { spanOf } from '#server/db/day-span.ts';
import { dayText, zoneClock } from '#server/lib/file-cells.ts';
import { currencyDigits, decimalText } from '#server/lib/money-text.ts';
import { keptSentence, type Language } from '#server/lib/refusal-texts.ts';
import { balancesAfter, earliestAfter, findHead, readChain, seqBefore } from './ledger.db.ts';

/** Days of the account (`YYYY-MM-DD`) of the first and the last transaction; open ends mean the whole ledger. */
export type JournalQuery = { from?: string | undefined; to?: string | undefined };

type Link = Awaited<ReturnType<typeof readChain>>[number];
type Line = { ledger_account: string; amount: number; currency: string; balance_after: number };

const batch = 500;

/**
 * A ledger in the plain-text format of hledger: every transaction as double entries, each with the balance that it leaves,
 * which `hledger check` computes again. Signs are the merchant's. A journal that begins later opens with the balances of
 * that day. Transactions stand in the sequence of the chain. Days are the account's, cut as in signed statements: one that
 * comes before one of an earlier day has that one's, because hledger adds up by days, and its own time in a comment.
 */
export async function journalPiece(
  ctx: AccountCtx,
  { from, to }: JournalQuery,
  after: string | null,
): Promise<{ text: string; rows: number; next: string | null }> {
  const span = await spanOf(ctx, from, to);
  const first = after === null ? await seqOf(ctx, span?.since) : Number(after);
  const last = span?.before ? await seqOf(ctx, span.before) : Number.POSITIVE_INFINITY;
  const links = await readChain(ctx, first, batch);
  const within = links.filter(({ tx }) => tx.seq <= last);
  const head = await findHead(ctx);
  const zone = head?.time_zone ?? 'UTC';
  const lines: string[] =
    after === null ? await heading(ctx, { currency: head?.currency ?? 'USD', zone }, first, from) : [];
  for (const [place, day] of (await daysOf(ctx, links, zone)).entries()) {
    const link = within[place];
    if (link) lines.push(...transactionText(link, day, readerLanguage(ctx)));
  }
  const ended = links.length < batch || within.length < links.length;
  return {
    text: lines.map((line) => `${line}\n`).join(''),
    rows: within.length,
    next: ended ? null : String(links.at(-1)?.tx.seq),
  };
}

const seqOf = async (ctx: AccountCtx, before: Date | null | undefined) =>
  before ? (await seqBefore(ctx, before)).seq : 0;

/** The day of each transaction: that of the earliest time of its own and those behind it. */
async function daysOf(ctx: AccountCtx, links: readonly Link[], zone: string): Promise<string[]> {
  const clock = zoneClock(zone);
  const days: string[] = [];
  let earliest = await earliestAfter(ctx, links.at(-1)?.tx.seq ?? 0);
  for (const { tx } of links.toReversed()) {
    if (earliest === null || tx.at < earliest) earliest = tx.at;
    days.unshift(dayText(clock(earliest)));
  }
  return days;
}

async function heading(
  ctx: AccountCtx,
  { currency, zone }: { currency: string; zone: string },
  seq: number,
  day = '',
): Promise<string[]> {
  const before = seq === 0 ? [] : await balancesAfter(ctx, seq);
  const opening = before
    .filter(({ balance_after }) => balance_after !== 0)
    .map((line) => ({ ...line, currency, amount: line.balance_after }));
  return [
    `; Wallet ledger for hledger. Amounts are signed as the merchant sees them; days are those of ${zone}.`,
    `commodity ${decimalText(1_000 * 10 ** currencyDigits(currency), currency)}${currencyDigits(currency) === 0 ? '.' : ''} ${currency}`,
    '',
    ...(opening.length === 0 ? [] : [...declared(opening), `${day} * Opening balances`, ...postings(opening), '']),
  ];
}

function transactionText({ tx, entries }: Link, day: string, language: Language): string[] {
  const memo = [tx.kind, tx.ref_label, plain(keptSentence(language, tx.memo))].filter((part) => part !== '').join(' ');
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
