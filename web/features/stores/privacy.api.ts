import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';
import { saveJson } from '#web/api/download.ts';

export type PrivacyRequest = AnswerOf<Contract['privacy']['list']>[number];

// Events of stores tell of requests: the key begins with that word.
const key = ['stores', 'privacy'] as const;

/** The latest requests about buyers' data of a store, newest first. */
export function usePrivacyRequests(storeId: string) {
  return useQuery({
    queryKey: [...key, storeId],
    queryFn: ({ signal }) => api.privacy.list({ query: { store_id: storeId, per_page: 20 } }, { signal }),
  });
}

/** Fetches a buyer's data as a file; refusals are shown. */
export function useBuyerData() {
  const client = useQueryClient();
  return async (id: string): Promise<void> => {
    const found = await call(api.privacy.document({ params: { id } }));
    if (found === false) return;
    saveJson(found.file_name, found.file);
    await client.invalidateQueries({ queryKey: key });
  };
}
