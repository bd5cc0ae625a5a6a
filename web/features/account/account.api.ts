import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Account = AnswerOf<Contract['account']['get']>;
export type Place = AnswerOf<Contract['session']['sessions']>[number];
export type Attempt = AnswerOf<Contract['session']['loginLog']>[number];
export type Visit = AnswerOf<Contract['account']['visits']>[number];

type Page = { page: number; per_page: number };

/** Who is logged in and for which account. */
export function useAccount() {
  return useQuery({ queryKey: ['account', 'one'], queryFn: ({ signal }) => api.account.get({}, { signal }) });
}

/** Places where the user is logged in. */
export function usePlaces(query: Page) {
  return useQuery({
    queryKey: ['account', 'places', query],
    queryFn: ({ signal }) => api.session.sessions({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Log-ins of the user, refused ones too. */
export function useAttempts(query: Page) {
  return useQuery({
    queryKey: ['account', 'attempts', query],
    queryFn: ({ signal }) => api.session.loginLog({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Who of the provider looked into the account or acted for it. */
export function useVisits(query: Page) {
  return useQuery({
    queryKey: ['account', 'visits', query],
    queryFn: ({ signal }) => api.account.visits({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Logs out in another place; answers whether that worked. */
export function useEndPlace(): (place: Place) => Promise<boolean> {
  const client = useQueryClient();
  return async ({ id }) => {
    const answer = await call(api.session.endSession({ params: { id } }));
    await client.invalidateQueries({ queryKey: ['account', 'places'] });
    return answer !== false;
  };
}
