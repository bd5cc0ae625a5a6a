/** What a payment of orders does, one statement after the other, by what the statement says. */
export const paymentSteps = [
  { step: 'call noted', statement: /^insert into "idempotency_keys"/ },
  { step: 'orders locked', statement: /FROM orders .*FOR UPDATE/i },
  { step: 'ledger locked', statement: /FROM ledger_heads h .*FOR UPDATE/ },
  { step: 'transaction booked', statement: /^insert into "ledger_transactions"/ },
  { step: 'entries booked', statement: /^insert into "ledger_entries"/ },
  { step: 'head moved', statement: /^update "ledger_heads" set "seq"/ },
  { step: 'invoice written', statement: /^insert into invoices|^insert into "invoices"/i },
  { step: 'orders billed', statement: /\binsert into invoice_orders\b/i },
  { step: 'orders moved on', statement: /^update "?orders"? /i },
  { step: 'about to commit', statement: /^$/ },
  { step: 'committed, not answered', statement: /^$/ },
] as const;

export type PaymentStep = (typeof paymentSteps)[number]['step'];
