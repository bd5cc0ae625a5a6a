import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Story = AnswerOf<Contract['explain']['get']>;
export type StoryEntry = Story['entries'][number];

/** Everything that happened to an order, oldest first; follows what it is told from. */
export function useStory(orderId: string) {
  return useQuery({
    queryKey: ['orders', 'explain', orderId],
    queryFn: ({ signal }) => api.explain.get({ params: { id: orderId } }, { signal }),
    meta: { follows: ['claims', 'invoices', 'parcels'] },
  });
}
