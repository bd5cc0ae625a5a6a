import { v7 as uuid } from 'uuid';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type Ctx, forAccount } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { keepSentence, type Phrase } from '#server/lib/refusal-texts.ts';
import { issueDocument } from './invoices-documents.service.ts';
import * as issue from './invoices-issue.db.ts';
import { findBilledTo, nextNumber } from './invoices.db.ts';
import { invoiceNumber } from './invoices.service.ts';
import * as ledger from '#server/features/ledger/index.ts';

type Sums = { goods: number; freight: number; fees: number; total: number };
export type Bill = {
  account_id: string;
  stock_order_id: string;
  part: 'deposit' | 'balance';
  currency: string;
  sums: Sums;
  items: readonly issue.NewItem[];
};

/** Invoices of a stock order, the deposit first. */
export async function invoicesOf(ctx: AccountCtx, stockOrderId: string) {
  const issued = await issue.findIssued(ctx, stockOrderId);
  return issued.map((row) => ({ ...row, number: invoiceNumber(row) }));
}

/** Makes the unpaid invoices of a stock order void. */
export async function voidOpen(ctx: AccountCtx, stockOrderId: string): Promise<void> {
  await issue.markVoid(ctx, stockOrderId);
  publish(ctx, { account_id: ctx.account, kind: 'invoices.changed' });
}

/** Invoices that wait for their payment, numbered and made out to the account as it stands. */
export async function issueBills(ctx: Ctx, bills: readonly Bill[]): Promise<void> {
  for (const { account_id, stock_order_id, part, currency, sums, items } of bills) {
    const { billing, name, number: client_number } = await findBilledTo(forAccount(ctx, account_id));
    const bill = { account_id, id: uuid(), number: await nextNumber(ctx), stock_order_id, part, currency, ...sums };
    const billed_to = { ...(billing as Record<string, unknown>), name, client_number }; // an object by its default
    await issue.insertOpen(ctx, { ...bill, billed_to, seller: ctx.app.seller }, items);
    await issueDocument(forAccount(ctx, account_id), { invoice_id: bill.id, credit_note_id: null });
    await audit(ctx, {
      action: 'invoices.issue',
      account_id,
      entity: 'invoices',
      entity_id: bill.id,
      details: { number: invoiceNumber(bill), part, total: sums.total, currency },
    });
    publish(ctx, { account_id, kind: 'invoices.changed', id: bill.id });
  }
}

/** Money that is given back; the reason in the portal's words or in those of staff. */
type Note = { amount: number; reason: Phrase | string; key: string };

/** Gives money back by credit notes, of the latest paid invoice first; a paid invoice itself is never changed. */
export async function creditStockOrder(
  ctx: AccountCtx,
  stock_order_id: string,
  { amount, reason, key }: Note,
): Promise<void> {
  const paid = (await issue.findIssued(ctx, stock_order_id, true)).filter((invoice) => invoice.paid_at !== null);
  let left = amount;
  for (const invoice of paid.toReversed()) {
    const part = Math.min(left, invoice.total - invoice.credited);
    if (part === 0 || invoice.ledger_seq === null) continue;
    left -= part;
    const id = uuid();
    const number = await issue.nextCreditNumber(ctx);
    const { seq: ledger_seq } = await ledger.giveBack(ctx, {
      seq: invoice.ledger_seq,
      before: invoice.credited,
      amount: part,
      ref: { kind: 'credit_notes', id, label: `CN-${number}` },
      memo: keepSentence({ text: 'ledger.credit', params: { reason, invoice: invoiceNumber(invoice) } }),
      idempotency_key: `${key}:${invoice.id}`,
    });
    await issue.insertCredit(ctx, {
      account_id: ctx.account,
      id,
      number,
      invoice_id: invoice.id,
      amount: part,
      reason: typeof reason === 'string' ? reason : keepSentence(reason),
      ledger_seq,
    });
    await issueDocument(ctx, { invoice_id: invoice.id, credit_note_id: id });
    await audit(ctx, {
      action: 'invoices.credit',
      account_id: ctx.account,
      entity: 'credit_notes',
      entity_id: id,
      details: { number: `CN-${number}`, invoice: invoiceNumber(invoice), amount: part },
    });
    publish(ctx, { account_id: ctx.account, kind: 'invoices.changed', id: invoice.id });
  }
  if (left > 0) throw appError('stock_order_invalid', { text: 'invoices.refund_above_paid' }, 'amount');
  publish(ctx, { account_id: ctx.account, kind: 'wallet.changed' });
}
