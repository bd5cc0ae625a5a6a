import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Client = AnswerOf<Contract['clients']['list']>[number];

/** Clients by name or number. */
export function useClients(query: { page: number; per_page: number; q: string }) {
  return useQuery({
    queryKey: ['clients', 'list', query],
    queryFn: ({ signal }) => api.clients.list({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Switches the search by picture for a client; a refusal is shown. */
export function useImageSearchSwitch() {
  const client = useQueryClient();
  return async ({ id, image_identify_enabled }: Client) => {
    const body = { image_identify_enabled: !image_identify_enabled };
    if ((await call(api.clients.change({ params: { id }, body }))) === false) return;
    await client.invalidateQueries({ queryKey: ['clients', 'list'] });
  };
}
