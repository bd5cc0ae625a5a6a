import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '../api/client.ts';

export type Dashboard = AnswerOf<Contract['dashboard']['get']>;

/** The figures of an account's open work; every feature's changes make them stale. */
export function useDashboard(enabled = true) {
  return useQuery({
    queryKey: ['dashboard', 'account'],
    queryFn: ({ signal }) => api.dashboard.get({}, { signal }),
    enabled,
    meta: { follows: ['orders', 'quotes', 'products', 'stores', 'wallet', 'invoices'] },
  });
}
