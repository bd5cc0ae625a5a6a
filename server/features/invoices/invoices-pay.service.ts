import type { ParsedOf } from '#contract/endpoint.ts';
import type { invoices } from '#contract/invoices.ts';
import { auditAll, type AuditEntry } from '#server/db/audit.ts';
import { type MerchantCtx, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { type AppError, appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { keepSentence, type Phrase, type RefusalText } from '#server/lib/refusal-texts.ts';
import * as ledger from '#server/features/ledger/index.ts';
import * as issue from './records/issue.db.ts';
import { ordersInvoicesPaying, stockInvoicePaid } from './invoices.events.ts';
import { findInvoices, findVisible } from './records/invoices.db.ts';
import { getInvoice, invoiceNumber, isDue } from './invoices.service.ts';

/** Pays an issued invoice from the wallet: ledger, invoice and what it is about go on in one transaction. */
export async function payInvoice(
  ctx: MerchantCtx,
  id: string,
  { expected_total }: ParsedOf<typeof invoices.payOpen>['body'],
) {
  const refuse: Refuse = (code, sentence) =>
    appError(code, sentence, code === 'price_changed' ? 'expected_total' : undefined);
  const due = await lockDue(ctx, [{ id, expected_total }], refuse);
  await settleOrdersOf(ctx, due);
  await payIssued(ctx, due);
  publish(ctx, { account_id: ctx.account, kind: 'wallet.changed' });
  return getInvoice(ctx, id);
}

/**
 * Pays several issued invoices from the wallet in one transaction, deposits before their balances: all of them, or none where one
 * cannot be paid. Limits of the member and the wallet must allow their sum.
 */
export async function payInvoices(ctx: MerchantCtx, { invoices: asked }: ParsedOf<typeof invoices.payMany>['body']) {
  const refuse: Refuse = (code, reason) => appError(code, { text: 'invoices.none_paid', params: { reason } });
  const due = await lockDue(ctx, asked, refuse);
  const total = due.reduce((sum, invoice) => sum + invoice.total, 0);
  const currency = due[0]?.currency ?? '';
  await settleOrdersOf(ctx, due);
  await ledger.requireSpendable(ctx, total, currency);
  await payIssued(ctx, due);
  publish(ctx, { account_id: ctx.account, kind: 'wallet.changed' });
  return {
    invoices: due.map((invoice) => ({ id: invoice.id, number: invoiceNumber(invoice), total: invoice.total })),
    total,
    currency,
  };
}

/** What paying issued invoices together costs now, and the number of the first that cannot be paid. */
export async function previewInvoices(ctx: MerchantCtx, ids: readonly string[]) {
  const wanted = new Set(ids);
  const found = await findInvoices(ctx, [...wanted]);
  if (found.length < wanted.size) throw notFound('invoice');
  const blocked = found.find(
    (invoice) => !isDue(invoice, ctx.now) || (invoice.pay_first !== null && !wanted.has(invoice.pay_first.id)),
  );
  return {
    invoices: found.map((invoice) => ({ id: invoice.id, number: invoiceNumber(invoice), total: invoice.total })),
    total: found.reduce((sum, invoice) => sum + invoice.total, 0),
    currency: found[0]?.currency ?? '',
    blocked: blocked ? invoiceNumber(blocked) : null,
  };
}

/** How a refusal is said: of the one invoice, or of all of which one stands in the way. */
type Refuse = (code: 'order_not_payable' | 'price_changed', sentence: Phrase) => AppError;

/** The invoices in the sequence in which they are paid, locked together with the others of their stock orders. */
async function lockDue(
  ctx: MerchantCtx,
  asked: ParsedOf<typeof invoices.payMany>['body']['invoices'],
  refuse: Refuse,
): Promise<Issued[]> {
  const expected = new Map(asked.map(({ id, expected_total }) => [id, expected_total]));
  const visible = await findVisible(ctx, [...expected.keys()]);
  if (visible.length < expected.size) throw notFound('invoice');
  const all = await issue.lockWithRelated(ctx, [...expected.keys()]);
  const due = all.filter(({ id }) => expected.has(id));
  for (const invoice of due) requirePayable(invoice, { all, expected, refuse, now: ctx.now });
  return due;
}

const statusSentences = {
  open: 'invoices.is_open',
  expired: 'invoices.is_expired',
  paid: 'invoices.is_paid',
  partly_credited: 'invoices.is_paid',
  credited: 'invoices.is_credited',
  void: 'invoices.is_void',
} as const satisfies Record<issue.OrdersInvoice['status'], RefusalText>;

type Issued = issue.StockInvoice | issue.OrdersInvoice;
type Payment = {
  all: readonly Issued[];
  expected: ReadonlyMap<string, number>;
  refuse: Refuse;
  now: Date;
};

/** A balance waits for its deposit, unless both are paid together; prices of orders stand until they end. */
function requirePayable(invoice: Issued, payment: Payment): void {
  const { id, status, total } = invoice;
  const { expected, refuse } = payment;
  const number = invoiceNumber(invoice);
  if (status !== 'open') throw refuse('order_not_payable', { text: statusSentences[status], params: { number } });
  if (!isDue(invoice, payment.now))
    throw refuse('order_not_payable', { text: 'invoices.is_expired', params: { number } });
  if (waitsForDeposit(invoice, payment))
    throw refuse('order_not_payable', { text: 'invoices.deposit_first', params: { number } });
  if (total !== expected.get(id))
    throw refuse('price_changed', {
      text: 'invoices.total_changed',
      params: { number, total: moneyText(total, invoice.currency) },
    });
}

function waitsForDeposit(invoice: Issued, { all, expected }: Payment): boolean {
  if (invoice.kind !== 'stock_order' || invoice.part !== 'balance') return false;
  const deposit = all.find(
    (one) => one.kind === 'stock_order' && one.stock_order_id === invoice.stock_order_id && one.part === 'deposit',
  );
  return deposit?.status === 'open' && !expected.has(deposit.id);
}

/** Has the orders of invoices paid, which locks them before the wallet, as at checkout. */
async function settleOrdersOf(ctx: MerchantCtx, due: readonly Issued[]): Promise<void> {
  const invoices = due
    .filter(({ kind }) => kind === 'orders')
    .map((invoice) => ({ ...invoice, number: invoiceNumber(invoice) }));
  if (invoices.length > 0) await ordersInvoicesPaying.emit(ctx, { account_id: ctx.account, invoices });
}

/** Takes invoices from the wallet, one after the other, and lets stock orders go on. */
async function payIssued(ctx: MerchantCtx, due: readonly Issued[]): Promise<void> {
  const account_id = ctx.account;
  for (const invoice of due) {
    const { id, total, currency } = invoice;
    const { seq } = await ledger.spend(ctx, {
      ...entryOf(invoice),
      ref: { kind: 'invoices', id, label: invoiceNumber(invoice) },
      idempotency_key: `invoice:${id}`,
      amount: total,
      currency,
      to: [
        { ledger_account: 'revenue', amount: invoice.goods + invoice.freight },
        { ledger_account: 'fees', amount: invoice.fees },
      ].filter(({ amount }) => amount !== 0),
    });
    await issue.markPaid(ctx, id, seq);
    if (invoice.kind === 'stock_order')
      await stockInvoicePaid.emit(ctx, { account_id, id: invoice.stock_order_id, part: invoice.part });
    publish(ctx, { account_id, kind: 'invoices.changed', id });
  }
  await auditAll(ctx, due.map(auditOf));
}

function auditOf(invoice: Issued): AuditEntry {
  const { id, total, currency } = invoice;
  const part = invoice.kind === 'stock_order' ? { part: invoice.part } : { orders: invoice.orders_count };
  const details = { number: invoiceNumber(invoice), ...part, total, currency };
  return { action: 'invoices.pay', entity: 'invoices', entity_id: id, details };
}

/** How the wallet's statement calls the payment. */
function entryOf(invoice: Issued): Pick<Parameters<typeof ledger.spend>[1], 'kind' | 'memo'> {
  if (invoice.kind === 'orders')
    return {
      kind: 'invoice_payment',
      memo: keepSentence({ text: 'ledger.orders', params: { count: invoice.orders_count } }),
    };
  const text = invoice.part === 'deposit' ? 'ledger.stock_deposit' : 'ledger.stock_balance';
  return { kind: 'stock_payment', memo: keepSentence({ text }) };
}
