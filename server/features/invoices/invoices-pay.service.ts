import type { ParsedOf } from '#contract/endpoint.ts';
import type { invoices } from '#contract/invoices.ts';
import { audit } from '#server/db/audit.ts';
import { type MerchantCtx, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { type AppError, appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { keepSentence, type Phrase, type RefusalText } from '#server/lib/refusal-texts.ts';
import * as ledger from '#server/features/ledger/index.ts';
import * as issue from './invoices-issue.db.ts';
import { stockInvoicePaid } from './invoices.events.ts';
import { findInvoices, findVisible } from './invoices.db.ts';
import { getInvoice, invoiceNumber } from './invoices.service.ts';

/** Pays an issued invoice from the wallet: ledger, invoice and what it is about go on in one transaction. */
export async function payInvoice(
  ctx: MerchantCtx,
  id: string,
  { expected_total }: ParsedOf<typeof invoices.payOpen>['body'],
) {
  const refuse: Refuse = (code, sentence) =>
    appError(code, sentence, code === 'price_changed' ? 'expected_total' : undefined);
  for (const invoice of await lockDue(ctx, [{ id, expected_total }], refuse)) await payIssued(ctx, invoice);
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
  await ledger.requireSpendable(ctx, total, currency);
  for (const invoice of due) await payIssued(ctx, invoice);
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
    ({ status, stock_order, pay_first }) =>
      status !== 'open' || stock_order === null || (pay_first !== null && !wanted.has(pay_first.id)),
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
): Promise<issue.IssuedRow[]> {
  const expected = new Map(asked.map(({ id, expected_total }) => [id, expected_total]));
  const visible = await findVisible(ctx, [...expected.keys()]);
  if (visible.length < expected.size) throw notFound('invoice');
  const all = await issue.lockWithRelated(ctx, [...expected.keys()]);
  const due = all.filter(({ id }) => expected.has(id));
  const paidAtOnce = visible.find(({ id }) => !due.some((invoice) => invoice.id === id)); // an invoice of orders
  if (paidAtOnce)
    throw refuse('order_not_payable', { text: 'invoices.is_paid', params: { number: invoiceNumber(paidAtOnce) } });
  for (const invoice of due) requirePayable(invoice, { all, expected, refuse });
  return due;
}

const statusSentences = {
  open: 'invoices.is_open',
  paid: 'invoices.is_paid',
  partly_credited: 'invoices.is_paid',
  credited: 'invoices.is_credited',
  void: 'invoices.is_void',
} as const satisfies Record<issue.IssuedRow['status'], RefusalText>;

type Payment = { all: readonly issue.IssuedRow[]; expected: ReadonlyMap<string, number>; refuse: Refuse };

/** A balance waits for its deposit, unless both are paid together. */
function requirePayable(invoice: issue.IssuedRow, { all, expected, refuse }: Payment): void {
  const { id, status, part, stock_order_id, total } = invoice;
  const number = invoiceNumber(invoice);
  if (status !== 'open') throw refuse('order_not_payable', { text: statusSentences[status], params: { number } });
  const deposit = all.find((one) => one.stock_order_id === stock_order_id && one.part === 'deposit');
  if (part === 'balance' && deposit?.status === 'open' && !expected.has(deposit.id))
    throw refuse('order_not_payable', { text: 'invoices.deposit_first', params: { number } });
  if (total !== expected.get(id))
    throw refuse('price_changed', {
      text: 'invoices.total_changed',
      params: { number, total: moneyText(total, invoice.currency) },
    });
}

/** Takes one invoice from the wallet, and lets its stock order go on. */
async function payIssued(ctx: MerchantCtx, invoice: issue.IssuedRow): Promise<void> {
  const { id, part, total, currency } = invoice;
  const label = invoiceNumber(invoice);
  const { seq } = await ledger.spend(ctx, {
    kind: 'stock_payment',
    ref: { kind: 'invoices', id, label },
    memo: keepSentence({ text: part === 'deposit' ? 'ledger.stock_deposit' : 'ledger.stock_balance' }),
    idempotency_key: `invoice:${id}`,
    amount: total,
    currency,
    to: [
      { ledger_account: 'revenue', amount: invoice.goods + invoice.freight },
      { ledger_account: 'fees', amount: invoice.fees },
    ].filter(({ amount }) => amount !== 0),
  });
  await issue.markPaid(ctx, id, seq);
  await stockInvoicePaid.emit(ctx, { account_id: ctx.account, id: invoice.stock_order_id, part });
  await audit(ctx, {
    action: 'invoices.pay',
    entity: 'invoices',
    entity_id: id,
    details: { number: label, part, total, currency },
  });
  publish(ctx, { account_id: ctx.account, kind: 'invoices.changed', id });
}
