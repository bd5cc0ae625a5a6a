import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isPassing } from '../api/api-error.ts';
import { showFailure } from '../api/call.ts';

type Meta = {
  /** The page shows failures itself. */
  quiet?: boolean;
  /** Other features whose events make this query stale. */
  follows?: readonly string[];
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta;
    mutationMeta: Meta;
  }
}

const mostRetries = 2;
/** A tab in the background follows no query; so long it still comes back with its data, and hears of changes. */
const keptMs = 60 * 60_000;

/**
 * Data stays fresh until an event or an act of the user says otherwise (decision 17); failures show the toasts of
 * spec §8 once. Only what may pass by itself is tried again, and never a mutation.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.quiet !== true) showFailure(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        if (mutation.meta?.quiet !== true) showFailure(error);
      },
    }),
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
