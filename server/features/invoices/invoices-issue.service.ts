import { v7 as uuid } from 'uuid';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type Ctx, forAccount, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { keepSentence, type Phrase, type RefusalText } from '#server/lib/refusal-texts.ts';
import { asIssued } from './documents/documents.db.ts';
import { issueDocument } from './documents/documents.service.ts';
import * as issue from './records/issue.db.ts';
import { addOrders, type BilledOrder, sumOf } from './invoices-issue-paid.service.ts';
import { findBilledTo, findVisible, nextNumber } from './records/invoices.db.ts';
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
  for (const id of await issue.markVoid(ctx, stockOrderId))
    await issueDocument(ctx, { ...asIssued(id), stage: 'void' });
  publish(ctx, { account_id: ctx.account, kind: 'invoices.changed' });
}

/** Invoices that wait for their payment, numbered and made out to the account as it stands. */
export async function issueBills(ctx: Ctx, bills: readonly Bill[]): Promise<void> {
  for (const { account_id, stock_order_id, part, currency, sums, items } of bills) {
    const { billing, name, number: client_number } = await findBilledTo(forAccount(ctx, account_id));
    const bill = { account_id, id: uuid(), number: await nextNumber(ctx), stock_order_id, part, currency, ...sums };
    const billed_to = { ...(billing as Record<string, unknown>), name, client_number }; // an object by its default
    await issue.insertOpen(ctx, { ...bill, billed_to, seller: ctx.app.seller }, items);
    await issueDocument(forAccount(ctx, account_id), asIssued(bill.id));
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

/** What an invoice of orders is issued for, until when its prices stand, and what it tells the client beside. */
type IssuedFor = { orders: readonly BilledOrder[]; valid_until: Date; replaces?: string; note: string | null };

/** An invoice of orders that waits for its payment, numbered and made out to the account as it stands. */
export async function issueOrders(ctx: AccountCtx, { orders, valid_until, replaces, note }: IssuedFor) {
  const { billing, name, number: client_number, currency } = await findBilledTo(ctx);
  const sums = sumOf(orders);
  const invoice = { account_id: ctx.account, id: uuid(), number: await nextNumber(ctx), currency, ...sums };
  const label = invoiceNumber(invoice);
  await issue.insertOpenOfOrders(ctx, {
    ...invoice,
    billed_to: { ...(billing as Record<string, unknown>), name, client_number }, // an object by its default
    seller: ctx.app.seller,
    orders_count: orders.length,
    price_valid_until: valid_until,
    replaces: replaces ?? null,
    note,
    created_by: 'user_id' in ctx.actor ? ctx.actor.user_id : null,
  });
  await addOrders(ctx, invoice, orders);
  await issueDocument(ctx, asIssued(invoice.id));
  await audit(ctx, {
    action: 'invoices.issue',
    account_id: ctx.account,
    entity: 'invoices',
    entity_id: invoice.id,
    details: { number: label, orders: orders.length, total: sums.total, currency },
  });
  publish(ctx, { account_id: ctx.account, kind: 'invoices.changed', id: invoice.id });
  return { id: invoice.id, number: label, orders: orders.length, total: sums.total, currency };
}

/** An invoice of orders that is not paid, locked until the transaction ends; throws 404, or a sentence where it has ended. */
export async function lockUnpaid(ctx: AccountCtx, id: string): Promise<issue.OrdersInvoice & { label: string }> {
  const invoice = await issue.lockOrdersInvoice(ctx, id);
  if (!invoice || (await findVisible(ctx, [id])).length === 0) throw notFound('invoice');
  const label = invoiceNumber(invoice);
  if (invoice.status === 'open' || invoice.status === 'expired') return { ...invoice, label };
  throw appError('order_not_payable', { text: endedSentences[invoice.status], params: { number: label } });
}

const endedSentences = {
  paid: 'invoices.is_paid',
  partly_credited: 'invoices.is_paid',
  credited: 'invoices.is_credited',
  void: 'invoices.is_void',
} as const satisfies Record<Exclude<issue.OrdersInvoice['status'], 'open' | 'expired'>, RefusalText>;

/** Ends an unpaid invoice of orders; the reason in the words of whoever ended it. Its orders are not touched. */
export async function endInvoice(
  ctx: AccountCtx,
  { id, label }: { id: string; label: string },
  ended: { status: 'expired' | 'void'; reason: string | null },
): Promise<void> {
  await issue.endUnpaid(ctx, id, ended);
  await issueDocument(ctx, { ...asIssued(id), stage: ended.status });
  await audit(ctx, {
    action: `invoices.${ended.status === 'void' ? 'void' : 'expire'}`,
    account_id: ctx.account,
    entity: 'invoices',
    entity_id: id,
    details: { number: label, reason: ended.reason },
  });
  publish(ctx, { account_id: ctx.account, kind: 'invoices.changed', id });
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
    await issueDocument(ctx, asIssued(invoice.id, id));
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
