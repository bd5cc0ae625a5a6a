import { expect, it } from 'vitest';
import type { Statement } from './statement-document.ts';
import { inParts, mostOnPaper, paperOf } from './statement-paper.ts';

/** A statement of so many payments of one cent each, out of 1,000.00. */
function statementOf(count: number): Statement {
  const cash = (amount: number) => [{ ledger_account: 'cash', amount }];
  const transactions = Array.from({ length: count }, (_, index) => ({
    seq: index + 2,
    id: String(index),
    at: '2026-11-01T10:00:00.000Z',
    kind: 'invoice_payment',
    ref: { kind: 'invoices', id: String(index), label: `INV-${index + 1}` },
    memo: '',
    entries: [
      { ledger_account: 'cash', amount: -1, currency: 'USD' },
      { ledger_account: 'revenue', amount: 1, currency: 'USD' },
    ],
  }));
  return {
    account: { id: 'a', name: 'Lamp shop', number: 1001 },
    provider: 'Tradewind',
    currency: 'USD',
    period: { from: '2026-11-01', to: '2026-11-30', zone: 'UTC' },
    issued_at: '2026-12-01T00:00:00.000Z',
    position: 1,
    opening: { seq: 1, hash: 'a', balances: cash(100_000) },
    transactions,
    closing: { seq: count + 1, hash: 'b', balances: cash(100_000 - count) },
  } as unknown as Statement; // as far as paper says it
}

it('is one paper up to so many transactions, and parts above, each from the balance of the one before', () => {
  expect(inParts(statementOf(mostOnPaper))).toHaveLength(1);
  const parts = inParts(statementOf(2 * mostOnPaper + 1));
  expect(parts.map(({ transactions }) => transactions.length)).toEqual([mostOnPaper, mostOnPaper, 1]);
  const cash = ({ balances }: Statement['opening']) =>
    balances.find(({ ledger_account }) => ledger_account === 'cash')?.amount;
  expect(parts.map(({ opening, closing }) => [cash(opening), cash(closing)])).toEqual([
    [100_000, 95_000],
    [95_000, 90_000],
    [90_000, 89_999],
  ]);
  const papers = parts.map((statement, index) =>
    paperOf({ statement, signed: null, part: { place: index + 1, of: 3 } }, 'en', 'https://portal.test'),
  );
  expect(papers.map(({ number }) => number)).toEqual(
    [1, 2, 3].map((place) => `2026-11-01 – 2026-11-30 · part ${place} of 3`),
  );
});

it('says what is on hold beside the closing balance, and nothing where nothing is', () => {
  const sumsOf = (statement: Statement) =>
    paperOf({ statement, signed: null }, 'en', 'https://portal.test').parts.flatMap((part) =>
      part.part === 'sums' ? part.rows.map(({ label, value }) => [label, value]) : [],
    );
  const statement = statementOf(1);
  expect(sumsOf(statement).at(-1)).toEqual(['Closing balance', '999.99 USD']);
  const held = { ledger_account: 'held_cash', amount: 12_345 };
  const closing = { ...statement.closing, balances: [...statement.closing.balances, held] };
  expect(sumsOf({ ...statement, closing }).slice(-2)).toEqual([
    ['Closing balance', '999.99 USD'],
    ['Also on hold', '123.45 USD'],
  ]);
});
