/** Texts of the wallet's signed statements. */
export const statements = {
  title: 'Statements',
  about: 'Statements are signed so that you and your accountant can verify that no entry was changed.',
  clientAbout: 'Statements are signed so that the client and their accountant can verify that no entry was changed.',
  verify: 'Verify a statement',
  issue: 'Create statement',
  empty: 'We create a statement after each month ends. You can create one for past days at any time.',
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
    help: 'Past days only, in your account’s time zone.',
    missing: 'Choose a day.',
    created: 'Statement created.',
  },
} as const;
