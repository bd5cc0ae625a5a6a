import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Publication = AnswerOf<Contract['publishing']['list']>[number];

/** Catalogue products that were put into stores, newest first. */
export function usePublications(query: { page: number; per_page: number; state?: Publication['state'] }) {
  return useQuery({
    queryKey: ['publishing', 'list', query],
    queryFn: ({ signal }) => api.publishing.list({ query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { follows: ['products'] },
  });
}

/** Tries a failed one again; false after showing why it was refused. */
export function useRetry() {
  const client = useQueryClient();
  return async (id: string) => {
    const answer = await call(api.publishing.retry({ params: { id } }));
    await client.invalidateQueries({ queryKey: ['publishing'] });
    return answer;
  };
}
