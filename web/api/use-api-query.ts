import {
  type InfiniteData,
  keepPreviousData,
  type QueryFunction,
  skipToken,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { ApiEndpoint } from './client.ts';
import { followedBy } from './follows.ts';
import { newIdempotencyKey } from './idempotency-keys.ts';

type Tuning =
  | 'enabled'
  | 'gcTime'
  | 'initialData'
  | 'refetchInterval'
  | 'refetchOnMount'
  | 'refetchOnWindowFocus'
  | 'retry'
  | 'select'
  | 'staleTime';

/** What a reader may say of a query: the library's own options, and two of ours. */
export type ApiQueryOptions<R, T = R> = Pick<UseQueryOptions<R, Error, T>, Tuning> & {
  /** Shows the previous answer until that for the new input has come: lists while they turn a page. */
  keepPrevious?: boolean;
  /** No event reads it again: somebody is typing in the answer, or it serves once. */
  still?: boolean;
};

/** The query of an endpoint and an input: its key is `[feature, endpoint, input]`. An input of `null` waits. */
export function apiQuery<I, R, T = R>(
  endpoint: ApiEndpoint<I, R>,
  input: NonNullable<NoInfer<I>> | null,
  { keepPrevious = false, still = false, ...options }: ApiQueryOptions<R, T> = {},
) {
  const send = (signal: AbortSignal) => {
    const key = endpoint.idempotent ? { idempotencyKey: newIdempotencyKey() } : {};
    return endpoint(input as I, { signal, ...key } as Parameters<typeof endpoint>[1]); // null is not sent
  };
  return {
    queryKey: [endpoint.feature, endpoint.endpoint, input] as const,
    queryFn: (input === null ? skipToken : ({ signal }) => send(signal)) as QueryFunction<R> | typeof skipToken,
    meta: { follows: followedBy(endpoint.feature, endpoint.endpoint), still },
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...options,
  };
}

/**
 * Reads an endpoint: `useApiQuery(api.orders.get, { params: { id } })`. An input of `null` waits until there is one. The
 * answer stays until the server reports a change of what it shows (`follows.ts`); failures are shown by the query client.
 */
export function useApiQuery<I, R, T = R>(
  endpoint: ApiEndpoint<I, R>,
  input: NonNullable<NoInfer<I>> | null,
  options?: ApiQueryOptions<R, T>,
): UseQueryResult<T> {
  return useQuery(apiQuery(endpoint, input, options));
}

/** Reads an endpoint for several inputs at once; the answers come in the sequence of the inputs. */
export function useApiQueries<I, R>(
  endpoint: ApiEndpoint<I, R>,
  inputs: readonly NonNullable<NoInfer<I>>[],
): UseQueryResult<R>[] {
  return useQueries({ queries: inputs.map((input) => apiQuery(endpoint, input)) });
}

/**
 * Shows the answer of an action as what an endpoint reads: at once, and before events read again what depends on it, so
 * that nothing is asked of a record that can't be any more.
 */
export function useShowAnswer<I, R>(endpoint: ApiEndpoint<I, R>): (input: NonNullable<NoInfer<I>>, answer: R) => void {
  const client = useQueryClient();
  return (input, answer) => void client.setQueryData(apiQuery(endpoint, input).queryKey, answer);
}

type PagedInput = { query?: { page?: number | undefined } | undefined } | undefined;
type Paged = { meta: { page: number; per_page: number; total: number } };

/** Reads a list page by page, each below the one before: `fetchNextPage` brings the next while `hasNextPage`. */
export function useApiPages<I extends PagedInput, R extends Paged>(
  endpoint: ApiEndpoint<I, R>,
  input: NonNullable<NoInfer<I>> | null,
): UseInfiniteQueryResult<InfiniteData<R, number>> {
  const pages = apiQuery(endpoint, input);
  return useInfiniteQuery({
    queryKey: [...pages.queryKey, 'pages'],
    queryFn:
      input === null
        ? skipToken
        : ({ pageParam, signal }) => {
            const page = { ...input, query: { ...input.query, page: pageParam } };
            return endpoint(page, { signal } as Parameters<typeof endpoint>[1]); // a page of a list
          },
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page * meta.per_page < meta.total ? meta.page + 1 : undefined),
    meta: pages.meta,
  });
}
