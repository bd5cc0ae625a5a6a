import { v7 as uuid } from 'uuid';
import { audit } from '#server/db/audit.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { keepSentence, type Phrase } from '#server/lib/refusal-texts.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { asIssued } from './documents/documents.db.ts';
import { issueDocument } from './documents/documents.service.ts';
import * as rows from './records/issue.db.ts';
import { invoiceNumber } from './invoices.service.ts';
import * as ledger from '#server/features/ledger/index.ts';

export type { OrderCredit } from './records/issue.db.ts';

/** Amounts of an order's paid bills, in minor units of `currency` (null while nothing is paid). */
export type OrderPaid = {
  paid: number;
  /** What the provider keeps of units that were cancelled. */
  kept: number;
  credited: number;
  /** What can still be given back: neither credited nor kept, nor paid for units that a replacement sends. */
  left: number;
  currency: string | null;
};
export type OrderCreditNote = {
  amount: number;
  /** What the merchant reads on the credit note, in their language. */
  reason: Phrase;
  /** What it is given for, such as `claims:<id>`: a cause is credited once, however often this is called. */
  cause: string;
  /** Whether it costs income (a cancelled order), or is booked as the provider's loss by claims. */
  as: 'credit_note' | 'claim_refund';
  /** The order's bill that it is given for, where it is about a line of that one. */
  invoice_order_id?: string;
};

/** What was given back for an order at once; `whole`: all that was paid, with earlier credits. */
export type Credited = {
  amount: number;
  currency: string;
  numbers: readonly string[];
  whole: boolean;
  as: OrderCreditNote['as'];
};

/** Credit notes that were given for a cause. */
export const creditsFor = (ctx: AccountCtx, cause: string) => rows.findCreditsFor(ctx, cause);

/** What was paid for an order, and what of that was given back. */
export async function orderPaid(ctx: AccountCtx, orderId: string): Promise<OrderPaid> {
  const billed = await rows.findBilled(ctx, orderId);
  return { ...sumsOf(billed), currency: billed[0]?.currency ?? null };
}

/** The same of many orders; those without a paid bill are left out. */
export async function ordersPaid(
  ctx: AccountCtx,
  orderIds: readonly string[],
): Promise<Map<string, Omit<OrderPaid, 'kept'>>> {
  const paid = await rows.findPaid(ctx, orderIds);
  return new Map(paid.map(({ order_id, ...sums }) => [order_id, sums]));
}

function sumsOf(billed: readonly rows.BilledRow[]) {
  return {
    paid: billed.reduce((sum, bill) => sum + bill.total, 0),
    credited: billed.reduce((sum, bill) => sum + bill.credited, 0),
    kept: billed.reduce((sum, bill) => sum + bill.kept, 0),
    left: billed.reduce((sum, bill) => sum + leftOf(bill), 0),
  };
}

const leftOf = ({ total, credited, replaced_worth, kept }: rows.BilledRow) => total - credited - replaced_worth - kept;

/** Keeps `amount` of what was paid for units that a replacement sends, the latest part first. Throws `credit_too_much` above what is left. */
export async function holdWorth(ctx: AccountCtx, orderId: string, amount: number): Promise<void> {
  const billed = await rows.findBilled(ctx, orderId, true);
  requireLeft(billed, amount);
  let rest = amount;
  for (const bill of billed) {
    const part = Math.min(rest, leftOf(bill));
    rest -= part;
    if (part > 0) await rows.addReplaced(ctx, bill.id, part);
  }
}

/** Frees `amount` of what was kept for replacements, or all of it where less is kept. */
export async function releaseWorth(ctx: AccountCtx, orderId: string, amount: number): Promise<void> {
  let rest = amount;
  for (const bill of await rows.findBilled(ctx, orderId, true)) {
    const part = Math.min(rest, bill.replaced_worth);
    rest -= part;
    if (part > 0) await rows.addReplaced(ctx, bill.id, -part);
  }
}

/**
 * Keeps `amount` of what was paid for cancelled units, or all that is left where that is less: whoever cancels the rest of the
 * order does not get it. Answers what is kept.
 */
export async function keepOf(ctx: AccountCtx, orderId: string, amount: number): Promise<number> {
  const billed = await rows.findBilled(ctx, orderId, true);
  const all = Math.min(amount, sumsOf(billed).left);
  let rest = all;
  for (const bill of billed) {
    const part = Math.min(rest, leftOf(bill));
    rest -= part;
    if (part > 0) await rows.addKept(ctx, bill.id, part);
  }
  return all;
}

function requireLeft(billed: readonly rows.BilledRow[], amount: number): void {
  const { paid, credited, left } = sumsOf(billed);
  if (amount <= left) return;
  const say = (value: number) => moneyText(value, billed[0]?.currency ?? 'USD');
  const sum = (of: 'replaced_worth' | 'kept') => billed.reduce((all, bill) => all + bill[of], 0);
  const committed = sum('replaced_worth') + sum('kept');
  const params = { left: say(left), paid: say(paid), credited: say(credited) };
  const sentence: Phrase =
    committed > 0
      ? { text: 'invoices.refund_too_high_committed', params: { ...params, committed: say(committed) } }
      : { text: 'invoices.refund_too_high', params };
  throw appError('credit_too_much', sentence, 'amount');
}

/**
 * Writes credit notes on the order's invoices and credits the wallet in the same transaction, the latest part first, or on the
 * bill that the note names alone; a paid invoice itself is never changed. Throws `credit_too_much` above what was paid and not
 * given back yet. The same cause again changes nothing. `credited` says what the order has to be marked with, null when nothing
 * changed.
 */
export async function creditInvoices(
  ctx: AccountCtx,
  orderId: string,
  note: OrderCreditNote,
): Promise<{ credits: rows.OrderCredit[]; credited: Credited | null }> {
  const billed = await rows.findBilled(ctx, orderId, true);
  const known = await rows.findCreditsFor(ctx, note.cause);
  if (known.length > 0) return { credits: known, credited: null };
  const { paid, credited } = sumsOf(billed);
  const currency = billed[0]?.currency ?? 'USD';
  const { invoice_order_id } = note;
  const creditable = invoice_order_id === undefined ? billed : billed.filter(({ id }) => id === invoice_order_id);
  requireLeft(creditable, note.amount);
  let rest = note.amount;
  for (const bill of creditable) {
    const amount = Math.min(rest, leftOf(bill));
    if (amount === 0) continue;
    rest -= amount;
    await creditBill(ctx, bill, { ...note, amount });
  }
  const credits = await rows.findCreditsFor(ctx, note.cause);
  publish(ctx, { account_id: ctx.account, kind: 'wallet.changed' });
  const numbers = credits.map((credit) => credit.number);
  const whole = credited + note.amount === paid;
  return { credits, credited: { amount: note.amount, currency, numbers, whole, as: note.as } };
}

async function creditBill(
  ctx: AccountCtx,
  bill: rows.BilledRow,
  { amount, reason, cause, as }: OrderCreditNote,
): Promise<void> {
  const id = uuid();
  const number = await rows.nextCreditNumber(ctx);
  const { seq: ledger_seq } = await ledger.giveBack(ctx, {
    seq: bill.ledger_seq,
    before: bill.invoice_credited,
    amount,
    as,
    ref: { kind: 'credit_notes', id, label: `CN-${number}` },
    memo: keepSentence({ text: 'ledger.credit', params: { reason, invoice: invoiceNumber(bill) } }),
    idempotency_key: `${cause}:${bill.id}`,
  });
  const { id: invoice_order_id, invoice_id } = bill;
  await rows.addCredited(ctx, invoice_order_id, amount, as === 'claim_refund');
  await rows.insertCredit(ctx, {
    account_id: ctx.account,
    id,
    number,
    invoice_id,
    invoice_order_id,
    cause,
    amount,
    reason: keepSentence(reason),
    ledger_seq,
  });
  await issueDocument(ctx, asIssued(invoice_id, id));
  await audit(ctx, {
    action: 'invoices.credit',
    account_id: ctx.account,
    entity: 'credit_notes',
    entity_id: id,
    details: { number: `CN-${number}`, invoice: invoiceNumber(bill), amount, cause },
  });
  publish(ctx, { account_id: ctx.account, kind: 'invoices.changed', id: invoice_id });
}
