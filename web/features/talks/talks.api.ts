import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

type Talks = Contract['talks'];
export type Talk = AnswerOf<Talks['list']>;
export type Message = Talk['messages'][number];
export type DeskTalk = AnswerOf<Talks['deskList']>[number];
export type Ids = { account_id: string; id: string };

const key = 'orders'; // what `orders.talked` makes stale

/** What was written about an order. */
export function useTalk(orderId: string) {
  return useQuery({
    queryKey: [key, 'talk', orderId],
    queryFn: ({ signal }) => api.talks.list({ params: { id: orderId } }, { signal }),
  });
}

/** Talks about orders of all clients. */
export function useDeskTalks(query: { page: number; per_page: number; q: string; tab: 'waiting' | 'all' }) {
  return useQuery({
    queryKey: [key, 'talks', query],
    queryFn: ({ signal }) => api.talks.deskList({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The talk about one client's order. */
export function useDeskTalk(ids: Ids) {
  return useQuery({
    queryKey: [key, 'talks', 'one', ids],
    queryFn: ({ signal }) => api.talks.deskGet({ params: ids }, { signal }),
  });
}

function useAfter() {
  const client = useQueryClient();
  return async <T>(work: Promise<T>): Promise<T | false> => {
    const answer = await call(work);
    for (const name of ['talk', 'talks']) void client.invalidateQueries({ queryKey: [key, name] });
    return answer;
  };
}

/** Acts of the client's side; each answers false after showing why it was refused. */
export function useTalkActs(id: string) {
  const after = useAfter();
  return {
    say: (text: string, idempotencyKey: string) =>
      after(api.talks.say({ params: { id }, body: { text } }, { idempotencyKey })),
    read: (seq: number) => after(api.talks.read({ params: { id }, body: { seq } })),
  };
}

/** Acts of the desk; each answers false after showing why it was refused. */
export function useDeskTalkActs(ids: Ids) {
  const after = useAfter();
  return {
    say: (text: string, idempotencyKey: string) =>
      after(api.talks.deskSay({ params: ids, body: { text } }, { idempotencyKey })),
    read: (seq: number, settled = false) => after(api.talks.deskRead({ params: ids, body: { seq, settled } })),
  };
}
