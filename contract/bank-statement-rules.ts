// Rules of imported bank statements without schemas, so that the web app can share them.

/** What is read of a bank's row; the first two must be there. */
export const bankColumns = ['date', 'amount', 'currency', 'reference', 'payer', 'transaction'] as const;
export type BankColumn = (typeof bankColumns)[number];
export const neededBankColumns = ['date', 'amount'] as const satisfies readonly BankColumn[];

/** The largest bank statement that is taken in at once. */
export const bankLimits = { rows: 5_000, columns: 60 };

/**
 * How a row of the bank stands. Open rows: `exact` names one recharge with its very amount; `different` names one with
 * another amount or currency; `choose` fits several or one only by amount; `second` is approved by a colleague and needs the
 * reader's approval; `for_colleague` is approved by the reader and needs a colleague's; `known` names a recharge that is credited already; `unmatched` fits none. Closed rows: `credited`, `ignored`.
 */
export const bankRowStates = [
  'exact',
  'different',
  'choose',
  'second',
  'for_colleague',
  'known',
  'unmatched',
  'credited',
  'ignored',
] as const;
export type BankRowState = (typeof bankRowStates)[number];

export const bankRowTabs = ['exact', 'to_check', 'unmatched', 'for_colleague', 'done', 'all'] as const;
export type BankRowTab = (typeof bankRowTabs)[number];

export const bankTabStates: Readonly<Record<BankRowTab, readonly BankRowState[]>> = {
  exact: ['exact'],
  to_check: ['second', 'different', 'choose', 'known'],
  unmatched: ['unmatched'],
  for_colleague: ['for_colleague'],
  done: ['credited', 'ignored'],
  all: bankRowStates,
};

/** Rows that one confirmation of exact matches may name. */
export const mostConfirmed = 100;
/** Candidates that a row shows. */
export const mostCandidates = 5;
