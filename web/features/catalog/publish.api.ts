import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type PublishingStore = AnswerOf<Contract['publishing']['stores']>[number];
export type Publish = InputOf<Contract['publishing']['create']>['body'];

/** Stores with whether catalogue products can be put into them. */
export function usePublishingStores() {
  return useQuery({
    queryKey: ['publishing', 'stores'],
    queryFn: ({ signal }) => api.publishing.stores({}, { signal }),
    meta: { follows: ['stores'] },
  });
}

/** Puts a catalogue product into a store; false after showing why it was refused. */
export function usePublish() {
  const client = useQueryClient();
  return async (body: Publish, idempotencyKey: string) => {
    const answer = await call(api.publishing.create({ body }, { idempotencyKey }));
    if (answer !== false) await client.invalidateQueries({ queryKey: ['publishing'] });
    return answer;
  };
}
