import { useQuery } from '@tanstack/react-query';
import { api } from '#web/api/client.ts';

/** Stores to choose from. */
export function useStoreOptions() {
  return useQuery({
    queryKey: ['stores', 'options'],
    queryFn: ({ signal }) => api.stores.options({ query: { per_page: 200 } }, { signal }),
    staleTime: 60_000,
  });
}
