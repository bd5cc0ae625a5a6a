import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Board = AnswerOf<Contract['promises']['board']>;
export type BoardAction = Board['actions'][number];

/** Which unpaid orders make the next cut-off; everything that orders wait for makes it stale. */
export function useBoard() {
  return useQuery({
    queryKey: ['promises', 'board'],
    queryFn: ({ signal }) => api.promises.board({ query: { horizon: 'next' } }, { signal }),
    meta: { follows: ['orders', 'wallet', 'products', 'prices', 'quotes', 'stores', 'shipping'] },
  });
}
