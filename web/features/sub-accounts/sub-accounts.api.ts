import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Member = AnswerOf<Contract['subAccounts']['list']>[number];

/** The people of the account. */
export function useMembers(query: { page: number; per_page: number; q: string }) {
  return useQuery({
    queryKey: ['sub-accounts', 'list', query],
    queryFn: ({ signal }) => api.subAccounts.list({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}
