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

it('says what a recharge was charged, and a paid withdrawal on its day, in sums that stay those of the ledger', () => {
  const transaction = (seq: number, kind: string, label: string, entries: [string, number][]) => ({
    seq,
    id: String(seq),
    at: `2026-11-0${seq}T10:00:00.000Z`,
    kind,
    ref: { kind: 'x', id: String(seq), label },
    memo: '',
    entries: entries.map(([ledger_account, amount]) => ({ ledger_account, amount, currency: 'USD' })),
  });
  const statement = {
    ...statementOf(0),
    transactions: [
      transaction(1, 'recharge', 'RC-1', [
        ['bank:card', -10_000],
        ['cash', 9_710],
        ['fees', 290],
      ]),
      transaction(2, 'hold', 'WD-1', [
        ['cash', -5_000],
        ['held_cash', 5_000],
      ]),
      transaction(3, 'withdrawal', 'WD-1', [
        ['held_cash', -5_000],
        ['bank:bank', 5_000],
      ]),
    ],
    closing: { seq: 3, hash: 'b', balances: [{ ledger_account: 'cash', amount: 104_710 }] },
  } as unknown as Statement; // as far as paper says it
  const { parts } = paperOf({ statement, signed: null }, 'en', 'https://portal.test');
  const tables = parts.flatMap((part) => (part.part === 'table' ? [part.rows.map(({ cells }) => cells)] : []));
  expect(tables).toEqual([
    [
      [
        '2026-11-01',
        { text: 'Recharge', below: ['RC-1', 'Charged 100.00 USD, fee 2.90 USD'] },
        '97.10',
        '',
        '1,097.10',
      ],
      ['2026-11-02', { text: 'Funds held', below: ['WD-1'] }, '−50.00', '50.00', '1,047.10'],
      [
        '2026-11-03',
        { text: 'Withdrawal WD-1 paid', below: ['50.00 USD paid from funds on hold'] },
        '',
        '−50.00',
        '1,047.10',
      ],
    ],
    [
      ['Recharge', '97.10', '', ''],
      ['Funds held', '', '50.00', '50.00'],
      ['Withdrawal', '', '', '−50.00'],
    ],
  ]);
  const sums = parts.flatMap((part) => (part.part === 'sums' ? part.rows : []));
  expect(sums.map(({ label, value }) => [label, value])).toEqual([
    ['Opening balance', '1,000.00 USD'],
    ['Money in', '97.10 USD'],
    ['Money out', '50.00 USD'],
    ['Closing balance', '1,047.10 USD'],
    ['Recharge fees deducted', '2.90 USD'],
    ['Withdrawals paid', '50.00 USD'],
  ]);
});
