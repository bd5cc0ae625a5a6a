import { chargedOf, paidFromHold } from '#contract/transaction-rules.ts';
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

/** What a transaction changed of what can be spent and of what is on hold; the fee is what the method kept of a recharge. */
type Moved = { tx: Statement['transactions'][number]; amount: number; held: number; fee: number };

function movedBy(tx: Statement['transactions'][number]): Moved {
  const fees = tx.entries.filter(({ ledger_account }) => ledger_account === 'fees');
  const fee = tx.kind === 'recharge' ? fees.reduce((total, { amount }) => total + amount, 0) : 0;
  return { tx, amount: sum(tx.entries), held: onHold(tx.entries), fee };
}

type Totals = { in: number; out: number; held: number };

/** What each type of transaction brought, took and put on hold, in the sequence in which the types first occur. */
function totalsByKind(moved: readonly Moved[]): Map<string, Totals> {
  const totals = new Map<string, Totals>();
  for (const { tx, amount, held } of moved) {
    const total = totals.get(tx.kind) ?? { in: 0, out: 0, held: 0 };
    if (amount > 0) total.in += amount;
    else total.out -= amount;
    total.held += held;
    totals.set(tx.kind, total);
  }
  return totals;
}

type Words = (typeof paperWords)[Language];

/** A transaction in words: what it was, its document and note, and what its amount alone leaves out. */
function described({ tx, amount, held, fee }: Moved, words: Words, language: Language) {
  const money = (minor: number) => moneyText(minor, tx.entries[0]?.currency ?? '');
  const note = keptSentence(language, tx.memo);
  const paid = paidFromHold({ kind: tx.kind, held });
  const below =
    paid === 0
      ? [
          tx.ref.label,
          note,
          ...(fee === 0
            ? []
            : [fillText(words.charged, { charged: money(chargedOf({ amount, fee })), fee: money(fee) })]),
        ]
      : [fillText(words.paidFromHold, { money: money(paid) }), note];
  const text = paid === 0 ? (words.kinds[tx.kind] ?? tx.kind) : fillText(words.paid, { number: tx.ref.label });
  return { text, below: below.filter((line) => line !== '') };
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
  const moved = transactions.map(movedBy).filter(({ amount, held: put }) => amount !== 0 || put !== 0);
  const holds = moved.some(({ held: put }) => put !== 0);
  const cellOf = (amount: number) => (amount === 0 ? '' : amountText(amount, currency));
  const heldCell = (amount: number) => (holds ? [cellOf(amount)] : []);
  const heldColumn = holds ? [{ title: named(words.onHold), width: 80, end: true }] : [];
  const rows = moved.map((one) => {
    balance += one.amount;
    const day = dayText(clock(new Date(one.tx.at)));
    const what = described(one, words, language);
    return { cells: [day, what, cellOf(one.amount), ...heldCell(one.held), amountText(balance, currency)] };
  });
  const total = (sign: 1 | -1) =>
    moved.reduce((all, { amount }) => (Math.sign(amount) === sign ? all + Math.abs(amount) : all), 0);
  const byKind = [...totalsByKind(moved)];
  const fees = moved.reduce((all, { fee }) => all + fee, 0);
  const paid = moved.reduce((all, { tx, held: put }) => all + paidFromHold({ kind: tx.kind, held: put }), 0);
  const heldBefore = onHold(opening.balances);
  const unlessNone = (label: string, amount: number) => (amount === 0 ? [] : [{ label, value: money(amount) }]);
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
                ...heldColumn,
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
                ...heldColumn,
              ],
              rows: byKind.map(([kind, totals]) => ({
                cells: [words.kinds[kind] ?? kind, cellOf(totals.in), cellOf(totals.out), ...heldCell(totals.held)],
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
          ...unlessNone(words.fees, fees),
          ...unlessNone(words.heldBefore, heldBefore),
          ...unlessNone(words.withdrawn, paid),
          ...unlessNone(words.held, held),
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
