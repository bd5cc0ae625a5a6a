export const bankStatements = {
  no_method: 'Choose the bank transfer method whose account this statement is of.',
  empty: 'The file has no rows below its head. Export the statement again with at least one payment.',
  too_many_rows: 'The file has more than {{most}} rows. Export a shorter period.',
  too_many_columns: 'The file has more than {{most}} columns. Export the statement as a plain table.',
  imported: 'This file is already imported. Upload it again to import it with other columns.',
  no_currency: '“{{value}}” is not a currency. Choose the currency column, or the currency of the account.',
  no_amount: '“{{value}}” is not an amount. Check the amount column.',
  no_date: '“{{value}}” is not a date up to today. Check the date column and the order of day and month.',
  long_transaction: 'The transaction ID is longer than 64 characters. Check the column.',
  transaction_repeated: 'Transaction {{value}} is in the file more than once. Check it with the bank.',
  transaction_changed: 'Transaction {{value}} was imported with another amount. Check it with the bank.',
  is_credited: 'This payment is already credited in {{number}}.',
  is_ignored: 'This payment is ignored. Reopen it first.',
  not_ignored: 'Only an ignored payment can be reopened. Reload the page to see its status.',
  needs_second:
    'This payment is approved for {{number}} and needs a second approval. Send that approval back in the review first.',
  not_exact: 'This payment no longer matches exactly. Check it by itself.',
  credited_with_other:
    '{{number}} was credited with another amount. Ignore this payment, or book it with an adjustment.',
  used: '{{number}} already has its payment. Ignore this one, or book it with an adjustment.',
} as const;
