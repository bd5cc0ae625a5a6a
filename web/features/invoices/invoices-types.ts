import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Invoice = AnswerOf<Contract['invoices']['list']>[number];
export type CreditNote = AnswerOf<Contract['invoices']['listCreditNotes']>[number];
export type ListedOrder = AnswerOf<Contract['invoices']['listOrders']>[number];
export type InvoiceDetail = AnswerOf<Contract['invoices']['get']>;
export type BilledOrder = InvoiceDetail['invoice_orders'][number];
export type InvoiceLine = BilledOrder['lines'][number];
