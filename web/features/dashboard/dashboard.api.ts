import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Dashboard = AnswerOf<Contract['dashboard']['get']>;

/** The first page's figures; every feature's changes make them stale. */
export function useDashboard() {
  return useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => api.dashboard.get({}, { signal }),
    meta: { follows: ['orders', 'quotes', 'products', 'stores', 'wallet', 'invoices'] },
  });
}
