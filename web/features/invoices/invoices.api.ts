import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Invoice = AnswerOf<Contract['invoices']['list']>[number];
export type InvoiceDetail = AnswerOf<Contract['invoices']['get']>;
export type BilledOrder = InvoiceDetail['invoice_orders'][number];
export type InvoiceLine = BilledOrder['lines'][number];

export type InvoiceTab = 'all' | 'unpaid' | 'paid' | 'expired';

/** Invoices of the account, newest first. */
export function useInvoices(
  query: Partial<Record<'q' | 'sort' | 'from' | 'to', string>> & { page: number; per_page: number; tab: InvoiceTab },
) {
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

/** Billed orders one by one, in the order asked for; those of other accounts are counted as missing. */
export function useBilledOrders(ids: readonly string[]) {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['invoices', 'order', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.invoices.getOrder({ params: { id } }, { signal }),
    })),
    combine: (results) => ({
      found: results.flatMap(({ data }) => data ?? []),
      missing: results.filter(({ error }) => error !== null).length,
      error: results.every(({ error }) => error !== null) ? (results[0]?.error ?? null) : null,
      refetch: () => results.forEach((result) => void result.refetch()),
    }),
  });
}
