import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Story = AnswerOf<Contract['explain']['get']>;
export type StoryEntry = Story['entries'][number];

/** Everything that happened to an order, oldest first; staff name the client, and read what is internal as well. */
export function useStory(orderId: string, accountId?: string) {
  return useQuery({
    queryKey: ['orders', 'explain', orderId, accountId],
    queryFn: ({ signal }) =>
      accountId === undefined
        ? api.explain.get({ params: { id: orderId } }, { signal })
        : api.explain.deskGet({ params: { account_id: accountId, id: orderId } }, { signal }),
    meta: { follows: ['claims', 'invoices', 'parcels'] },
  });
}
