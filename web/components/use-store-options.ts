import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';

/** Stores to choose from. */
export function useStoreOptions() {
  return useApiQuery(api.stores.options, { query: { per_page: 200 } }, { staleTime: 60_000 });
}
