import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { WatchRule } from '#contract/watch-rules.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Watched = AnswerOf<Contract['parcels']['deskWatch']>[number];
export type WatchTab = 'all' | WatchRule;

const key = 'orders'; // what `orders.changed` makes stale

/** What is watched of all clients. */
export function useWatched(query: { page: number; per_page: number; tab: WatchTab }) {
  return useQuery({
    queryKey: [key, 'watched', query],
    queryFn: ({ signal }) => api.parcels.deskWatch({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Asks the carriers of a parcel now; answers whether they could be asked, or undefined after showing why not. */
export function useAskCarrier() {
  const client = useQueryClient();
  return async (account_id: string, id: string): Promise<boolean | undefined> => {
    const answer = await call(api.parcels.ask({ params: { account_id, id } }));
    await client.invalidateQueries({ queryKey: [key] });
    return answer === false ? undefined : answer.asked;
  };
}
