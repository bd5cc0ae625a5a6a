import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Client = AnswerOf<Contract['clients']['list']>[number];

/** Clients by name or number. */
export function useClients(query: { page: number; per_page: number; q: string }) {
  return useQuery({
    queryKey: ['clients', 'list', query],
    queryFn: ({ signal }) => api.clients.list({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}
