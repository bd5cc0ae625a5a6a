/** Texts of the wallet's signed statements. */
export const statements = {
  title: 'Statements',
  about: 'Each statement is signed, so that you and your accountant can check that no entry was changed.',
  verify: 'Verify a statement',
  issue: 'Create statement',
  empty: 'Your first statement arrives when this month is over.',
  more: 'Show all statements',
  period: '{{from}} – {{to}}',
  signed: 'Signed file',
  columns: {
    period: 'Period',
    closing: 'Closing balance',
    transactions: 'Transactions',
    issued: 'Created',
    file: 'Download',
  },
  dialog: {
    title: 'Create statement',
    from: 'First day',
    to: 'Last day',
    help: 'Days that are over, in your account’s time zone.',
    missing: 'Choose a day.',
  },
} as const;
