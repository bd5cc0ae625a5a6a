import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { StoreSettings } from '#contract/store-rules.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Health = AnswerOf<Contract['stores']['health']>;
export type Run = AnswerOf<Contract['autopay']['runs']>[number];

const key = 'stores';

/** Settings of a store with their version. */
export function useSettings(id: string) {
  return useQuery({
    queryKey: [key, 'settings', id],
    queryFn: ({ signal }) => api.stores.settings({ params: { id } }, { signal }),
  });
}

/** How the shop's news arrive. */
export function useHealth(id: string) {
  return useQuery({
    queryKey: [key, 'health', id],
    queryFn: ({ signal }) => api.stores.health({ params: { id } }, { signal }),
  });
}

/** What the shop says of its subscriptions; asked of the shop each time, so only where it is shown. */
export function useSubscriptions(id: string) {
  return useQuery({
    queryKey: [key, 'subscriptions', id],
    queryFn: ({ signal }) => api.stores.subscriptions({ params: { id } }, { signal }),
    retry: false,
  });
}

/** Runs in which the store's orders were paid by themselves. */
export function useRuns(id: string) {
  return useQuery({
    queryKey: [key, 'runs', id],
    queryFn: ({ signal }) => api.autopay.runs({ params: { id }, query: { per_page: 20 } }, { signal }),
  });
}

export function useRunRows(id: string, run: string) {
  return useQuery({
    queryKey: [key, 'runs', id, run],
    queryFn: ({ signal }) => api.autopay.rows({ params: { id, run }, query: { per_page: 200 } }, { signal }),
  });
}

/** What disconnecting leaves behind. */
export function useLeaving(id: string) {
  return useQuery({
    queryKey: [key, 'leaving', id],
    queryFn: ({ signal }) => api.stores.leaving({ params: { id } }, { signal }),
  });
}

export function useChannels() {
  return useQuery({
    queryKey: ['shipping', 'channels'],
    queryFn: ({ signal }) => api.shipping.channels({}, { signal }),
    staleTime: 300_000,
  });
}

/** Acts on one store. Those that throw show the refusal at their field. */
export function useCareActs(id: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [key] });
  return {
    async save(settings: StoreSettings, version: number) {
      const answer = await api.stores.saveSettings({ params: { id }, body: { settings, version } });
      await refresh();
      return answer;
    },
    async repair() {
      const answer = await call(api.stores.repair({ params: { id } }));
      await client.invalidateQueries({ queryKey: [key, 'subscriptions', id] });
      return answer;
    },
    async look(days: { from?: string; to?: string }) {
      const answer = await api.stores.sync({ params: { id }, body: days });
      await refresh();
      return answer;
    },
    async disconnect(typed: string) {
      const answer = await api.stores.disconnect({ params: { id }, body: { typed } });
      await refresh();
      return answer;
    },
  };
}
