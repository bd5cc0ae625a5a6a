import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isPassing } from '../api/api-error.ts';
import { showFailure } from '../api/call.ts';

const mostRetries = 2;
/** A tab in the background follows no query; so long it still comes back with its data, and hears of changes. */
const keptMs = 60 * 60_000;

/** Queries that an event of the server made stale, until they are fetched again. */
const refreshed = new WeakSet<object>();

/** Makes queries stale in the background; a failure to refresh what is on the screen is not shown (P46). */
export async function refreshInBackground(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  for (const query of client.getQueryCache().findAll({ predicate })) refreshed.add(query);
  await client.invalidateQueries({ predicate });
}

/** Shows the failure of a query, unless what it would refresh in the background is on the screen. */
function show(error: unknown, query: { state: { data?: unknown } }): void {
  if (query.state.data === undefined || !refreshed.has(query)) showFailure(error);
}

/**
 * Data stays fresh until an event or an action of the user says otherwise (P17); failures show the toasts of
 * spec §8 once, at the first try. Only what may pass by itself is tried again, quietly, and never a mutation.
 */
export function makeQueryClient(): QueryClient {
  const queryCache = new QueryCache({
    onError: (error, query) => {
      const first = query.state.fetchFailureCount === 1;
      if (first || !isPassing(error)) show(error, query);
    },
    onSettled: (_data, _error, query) => void refreshed.delete(query),
  });
  queryCache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'failed') return;
    if (event.action.failureCount === 1) show(event.action.error, event.query); // it is tried again
  });
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: keptMs,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < mostRetries && isPassing(error),
      },
      mutations: { retry: false },
    },
  });
}
