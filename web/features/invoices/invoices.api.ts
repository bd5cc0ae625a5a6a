import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Invoice = AnswerOf<Contract['invoices']['list']>[number];
export type InvoiceDetail = AnswerOf<Contract['invoices']['get']>;
export type BilledOrder = InvoiceDetail['invoice_orders'][number];
export type InvoiceLine = BilledOrder['lines'][number];

export type InvoiceTab = 'all' | 'unpaid' | 'paid' | 'expired';

/** Invoices of the account, newest first. */
export function useInvoices(query: { page: number; per_page: number; q: string; tab: InvoiceTab }) {
  return useQuery({
    queryKey: ['invoices', 'list', query],
    queryFn: ({ signal }) => api.invoices.list({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One invoice with its orders and lines. */
export function useInvoice(id: string | undefined) {
  return useQuery({
    queryKey: ['invoices', 'one', id],
    queryFn: ({ signal }) => api.invoices.get({ params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  });
}
