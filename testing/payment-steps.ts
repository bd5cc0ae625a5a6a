/** A step of a payment, by what its statement says: the statement has run, and nothing after it has. */
type Step = {
  step: string;
  statement: RegExp /** Which such statement of the process; the first unless set. */;
  time?: number;
};

/** The end of the transaction that took the ledger's lock. */
const aboutToCommit = 'about to commit';
export const committed = 'committed, not answered';
const ends = [
  { step: aboutToCommit, statement: /^$/ },
  { step: committed, statement: /^$/ },
] as const satisfies readonly Step[];

const ledgerLocked = { step: 'ledger locked', statement: /FROM ledger_heads h .*FOR UPDATE/ } as const satisfies Step;
const booking = [
  { step: 'transaction booked', statement: /^insert into "ledger_transactions"/ },
  { step: 'entries booked', statement: /^insert into "ledger_entries"/ },
  { step: 'head moved', statement: /^update "ledger_heads" set "seq"/ },
] as const satisfies readonly Step[];

/** What a payment of orders does, one statement after the other. */
export const orderSteps = [
  { step: 'call noted', statement: /^insert into "idempotency_keys"/ },
  { step: 'orders locked', statement: /FROM orders .*FOR UPDATE/i },
  ledgerLocked,
  ...booking,
  { step: 'invoice written', statement: /^insert into invoices|^insert into "invoices"/i },
  { step: 'orders billed', statement: /\binsert into invoice_orders\b/i },
  { step: 'orders moved on', statement: /^update "?orders"? /i },
  ...ends,
] as const satisfies readonly Step[];

/** What paying a deposit and its balance together does: the second is booked after all of the first. */
export const issuedSteps = [
  { step: 'call noted', statement: /^insert into "idempotency_keys"/ },
  { step: 'invoices locked', statement: /FROM invoices .*FOR UPDATE/i },
  ledgerLocked,
  ...booking,
  { step: 'deposit paid', statement: /^update "invoices" set "status"/ },
  { step: 'stock order moved on', statement: /^update "stock_orders"/ },
  { step: 'payment audited', statement: /^insert into "audit_log"/ },
  { step: 'balance booked', statement: /^insert into "ledger_entries"/, time: 2 },
  { step: 'balance paid', statement: /^update "invoices" set "status"/, time: 2 },
  ...ends,
] as const satisfies readonly Step[];

/** What paying an invoice that the provider issued for orders does: its orders move on before the wallet is booked. */
export const billedSteps = [
  { step: 'call noted', statement: /^insert into "idempotency_keys"/ },
  { step: 'invoice locked', statement: /FROM invoices .*FOR UPDATE/i },
  { step: 'orders locked', statement: /FROM orders .*FOR UPDATE/i },
  { step: 'orders moved on', statement: /^update "?orders"? /i },
  ledgerLocked,
  ...booking,
  { step: 'invoice paid', statement: /^update "invoices" set "status"/ },
  { step: 'payment audited', statement: /^insert into "audit_log"/ },
  ...ends,
] as const satisfies readonly Step[];

/** What the job of a large payment does: orders are evaluated in transactions of their own, then one pays them all. */
export const jobSteps = [
  { step: 'job started', statement: /^update "jobs" set "state"/ },
  { step: 'orders evaluated', statement: /UPDATE payment_selection_orders s SET bill/ },
  { step: 'more orders evaluated', statement: /UPDATE payment_selection_orders s SET bill/, time: 2 },
  { step: 'selection summed', statement: /FROM payment_selection_orders .*sum|sum.* FROM payment_selection_orders/i },
  ledgerLocked,
  ...booking,
  { step: 'invoice written', statement: /^insert into invoices|^insert into "invoices"/i },
  { step: 'orders billed', statement: /\binsert into invoice_orders\b/i },
  { step: 'orders moved on', statement: /^update "?orders"? /i },
  { step: 'selection paid', statement: /^update "payment_selections"/ },
  { step: 'job done', statement: /^update "jobs" set .*"result"/ },
  ...ends,
] as const satisfies readonly Step[];

export const payments = {
  orders: orderSteps,
  issued: issuedSteps,
  billed: billedSteps,
  job: jobSteps,
} as const satisfies Record<string, readonly Step[]>;
export type CrashPlan = { of: keyof typeof payments; step: string };
