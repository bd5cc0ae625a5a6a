import type { ParsedOf } from '#contract/endpoint.ts';
import type { invoices } from '#contract/invoices.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type MerchantCtx, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import type { RefusalText } from '#server/lib/refusal-texts.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { stockInvoicePaid } from './invoices.events.ts';
import * as issue from './invoices-issue.db.ts';
import { findInvoice } from './invoices.db.ts';
import { getInvoice, invoiceNumber } from './invoices.service.ts';
import * as ledger from '#server/features/ledger/index.ts';

/** Pays an issued invoice from the wallet: ledger, invoice and what it is about go on in one transaction. */
export async function payInvoice(
  ctx: MerchantCtx,
  id: string,
  { expected_total }: ParsedOf<typeof invoices.payOpen>['body'],
) {
  const account = accountOf(ctx);
  if (!(await findInvoice(ctx, account, id))) throw notFound('invoice');
  const [named] = await issue.findIssued(ctx, account, { id });
  const all = named ? await issue.findIssued(ctx, account, { stock_order_id: named.stock_order_id }, true) : [];
  const invoice = all.find((one) => one.id === id);
  if (!invoice) throw appError('order_not_payable', { text: 'invoices.nothing_due' });
  demandPayable(invoice, all, expected_total);
  const label = invoiceNumber(invoice);
  const { seq } = await ledger.spend(ctx, account, {
    kind: 'stock_payment',
    ref: { kind: 'invoices', id, label },
    memo: invoice.part === 'deposit' ? 'Deposit of a stock order' : 'Balance of a stock order',
    idempotency_key: `invoice:${id}`,
    amount: invoice.total,
    currency: invoice.currency,
    to: [
      { ledger_account: 'revenue', amount: invoice.goods + invoice.freight },
      { ledger_account: 'fees', amount: invoice.fees },
    ].filter((part) => part.amount !== 0),
  });
  await issue.markPaid(ctx, account, id, seq);
  await stockInvoicePaid.emit(ctx, { account_id: account, id: invoice.stock_order_id, part: invoice.part });
  await audit(ctx, {
    action: 'invoices.pay',
    entity: 'invoices',
    entity_id: id,
    details: { number: label, part: invoice.part, total: invoice.total, currency: invoice.currency },
  });
  await publish(ctx, { account_id: account, kind: 'invoices.changed', id });
  await publish(ctx, { account_id: account, kind: 'wallet.changed' });
  return getInvoice(ctx, id);
}

const statusSentences = {
  open: 'invoices.is_open',
  paid: 'invoices.is_paid',
  partly_credited: 'invoices.is_paid',
  credited: 'invoices.is_credited',
  void: 'invoices.is_void',
} as const satisfies Record<issue.IssuedRow['status'], RefusalText>;

function demandPayable(invoice: issue.IssuedRow, all: readonly issue.IssuedRow[], expected: number): void {
  const label = invoiceNumber(invoice);
  if (invoice.status !== 'open')
    throw appError('order_not_payable', { text: statusSentences[invoice.status], params: { number: label } });
  if (invoice.part === 'balance' && all.some((one) => one.part === 'deposit' && one.status === 'open'))
    throw appError('order_not_payable', { text: 'invoices.deposit_first', params: { number: label } });
  if (invoice.total !== expected)
    throw appError(
      'price_changed',
      { text: 'invoices.total_changed', params: { number: label, total: moneyText(invoice.total, invoice.currency) } },
      'expected_total',
    );
}
