import { clockText, dayText, zoneClock } from '#server/lib/file-cells.ts';
import { fillText } from '#server/lib/fill-text.ts';
import { amountText, moneyText } from '#server/lib/money-text.ts';
import type { PdfDocument } from '#server/lib/pdf/pdf-document.ts';
import { keptSentence, type Language } from '#server/lib/refusal-texts.ts';
import type { Statement } from './statement-document.ts';
import { paperWords } from './statement-texts.ts';

/** So many transactions are drawn on one paper; longer statements are had in parts. */
export const mostOnPaper = 5_000;

/** A statement in parts that fit on paper, each from the balances at which the one before ended. */
export function inParts(statement: Statement): Statement[] {
  const { transactions, opening, closing } = statement;
  if (transactions.length <= mostOnPaper) return [statement];
  const balances = new Map(opening.balances.map(({ ledger_account, amount }) => [ledger_account, amount]));
  const now = () => Array.from(balances, ([ledger_account, amount]) => ({ ledger_account, amount }));
  return Array.from({ length: Math.ceil(transactions.length / mostOnPaper) }, (_, place) => {
    const part = transactions.slice(place * mostOnPaper, (place + 1) * mostOnPaper);
    const before = now();
    for (const { ledger_account, amount } of part.flatMap(({ entries }) => entries))
      balances.set(ledger_account, (balances.get(ledger_account) ?? 0) + amount);
    return {
      ...statement,
      opening: { ...opening, balances: before },
      transactions: part,
      closing: { ...closing, balances: now() },
    };
  });
}

/** With the signature of an issued statement; without one for the provider's own use. */
type OnPaper = {
  statement: Statement;
  signed: { key_id: string; hash: string } | null;
  /** Which part of how many it is. */
  part?: { place: number; of: number };
};

const isWallet = ({ ledger_account }: { ledger_account: string }) =>
  ledger_account === 'cash' || ledger_account.startsWith('bonus:');
const sum = (parts: readonly { ledger_account: string; amount: number }[]) =>
  parts.filter(isWallet).reduce((total, { amount }) => total + amount, 0);

/** What is on hold: it left what can be spent, and is the account's still. */
const onHold = (parts: readonly { ledger_account: string; amount: number }[]) =>
  parts
    .filter(({ ledger_account }) => ledger_account === 'held_cash' || ledger_account === 'held_bonus')
    .reduce((total, { amount }) => total + amount, 0);

type Moved = { tx: { kind: string }; amount: number };

/** What each type of transaction brought and took, in the sequence in which the types first occur. */
function totalsByKind(moved: readonly Moved[]): Map<string, { in: number; out: number }> {
  const totals = new Map<string, { in: number; out: number }>();
  for (const { tx, amount } of moved) {
    const total = totals.get(tx.kind) ?? { in: 0, out: 0 };
    if (amount > 0) total.in += amount;
    else total.out -= amount;
    if (amount !== 0) totals.set(tx.kind, total);
  }
  return totals;
}

/** A statement as it stands on paper: opening, movements of the wallet with the balance after each, sums by type, and how to verify it. */
export function paperOf({ statement, signed, part }: OnPaper, language: Language, url: string): PdfDocument {
  const words = paperWords[language];
  const { account, currency, period, provider, issued_at, opening, closing, transactions, position } = statement;
  const clock = zoneClock(period.zone);
  const money = (amount: number) => moneyText(amount, currency);
  const named = (text: string) => fillText(text, { currency });
  const held = onHold(closing.balances);
  let balance = sum(opening.balances);
  const moved = transactions.map((tx) => ({ tx, amount: sum(tx.entries) }));
  const rows = moved
    .filter(({ amount }) => amount !== 0)
    .map(({ tx, amount }) => {
      balance += amount;
      const note = keptSentence(language, tx.memo);
      const below = [tx.ref.label, note].filter((line) => line !== '');
      const what = { text: words.kinds[tx.kind] ?? tx.kind, below };
      const day = dayText(clock(new Date(tx.at)));
      return { cells: [day, what, amountText(amount, currency), amountText(balance, currency)] };
    });
  const total = (sign: 1 | -1) =>
    moved.reduce((all, { amount }) => (Math.sign(amount) === sign ? all + Math.abs(amount) : all), 0);
  const byKind = [...totalsByKind(moved)];
  const cellOf = (amount: number) => (amount === 0 ? '' : amountText(amount, currency));
  return {
    kind: words.kind,
    number: `${period.from} – ${period.to}${part ? ` · ${fillText(words.part, { place: String(part.place), of: String(part.of) })}` : ''}`,
    language,
    created: issued_at,
    facts: [
      [words.opening, money(sum(opening.balances))],
      [words.closing, money(sum(closing.balances))],
      [words.created, `${clockText(clock(new Date(issued_at)))} (${period.zone})`],
    ],
    footer: provider,
    pages: words.pages,
    parts: [
      {
        part: 'parties',
        parties: [
          { label: words.account, lines: [account.name, String(account.number)] },
          { label: words.provider, lines: [provider] },
        ],
      },
      ...(rows.length === 0
        ? [{ part: 'note' as const, text: words.none }]
        : [
            {
              part: 'table' as const,
              title: words.transactions,
              columns: [
                { title: words.date, width: 80 },
                { title: words.what, width: 'rest' as const },
                { title: named(words.amount), width: 90, end: true },
                { title: named(words.balance), width: 90, end: true },
              ],
              rows,
            },
            {
              part: 'table' as const,
              title: words.byType,
              columns: [
                { title: words.type, width: 'rest' as const },
                { title: named(words.in), width: 90, end: true },
                { title: named(words.out), width: 90, end: true },
              ],
              rows: byKind.map(([kind, totals]) => ({
                cells: [words.kinds[kind] ?? kind, cellOf(totals.in), cellOf(totals.out)],
              })),
            },
          ]),
      {
        part: 'sums',
        rows: [
          { label: words.opening, value: money(sum(opening.balances)) },
          { label: words.moneyIn, value: money(total(1)) },
          { label: words.moneyOut, value: money(total(-1)) },
          { label: words.closing, value: money(sum(closing.balances)), strong: true },
          ...(held === 0 ? [] : [{ label: words.held, value: money(held) }]),
        ],
      },
      ...(signed === null
        ? []
        : [
            {
              part: 'note' as const,
              title: words.verifyTitle,
              text: fillText(words.verify, {
                url,
                position: String(position),
                key: signed.key_id,
                hash: signed.hash,
                head: closing.hash,
              }),
            },
          ]),
    ],
  };
}
