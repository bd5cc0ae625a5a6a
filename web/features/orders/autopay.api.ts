import { useQuery, useQueryClient } from '@tanstack/react-query';
import { newActKey } from '#web/lib/act-key.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type NextRun = AnswerOf<Contract['autopay']['next']>[number];
export type Run = AnswerOf<Contract['autopay']['allRuns']>[number];

const follows = { follows: ['orders', 'wallet', 'stores'] };

/** What the next run of each store would do, if it were now. */
export function useNextRuns() {
  return useQuery({
    queryKey: ['orders', 'autopay', 'next'],
    queryFn: ({ signal }) => api.autopay.next({}, { signal }),
    meta: follows,
  });
}

/** The last runs of all stores. */
export function useAllRuns() {
  return useQuery({
    queryKey: ['orders', 'autopay', 'runs'],
    queryFn: ({ signal }) => api.autopay.allRuns({ query: { per_page: 20 } }, { signal }),
    meta: follows,
  });
}

/** Pays what waits in a store now; answers false after showing why it was refused. */
export function useRunNow() {
  const client = useQueryClient();
  return async (id: string) => {
    const answer = await call(api.autopay.runNow({ params: { id } }, { idempotencyKey: newActKey() }));
    const changed = ['orders', 'invoices', 'wallet', 'dashboard', 'stores'];
    await Promise.all(changed.map((name) => client.invalidateQueries({ queryKey: [name] })));
    return answer;
  };
}
