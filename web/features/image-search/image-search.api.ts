import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { imageSearch } from '#contract/image-search.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract, type Input } from '#web/api/client.ts';
import { uploadFile } from '#web/api/upload.ts';

type Calls = Contract['imageSearch'];
export type Search = AnswerOf<Calls['get']>;
export type Result = AnswerOf<Calls['results']>[number];
export type CatalogResult = Extract<Result, { kind: 'catalog' }>;
export type Twin = AnswerOf<Calls['twins']>[number];
export type Crop = Search['crop'];
export type Filters = { among: 'all' | 'catalog' | 'own'; priced: boolean; stocked: boolean };
type Inquiry = Input<typeof imageSearch.inquiry>['body'];

const key = 'image-search';
const follows = { follows: ['products', 'quotes'] };
const flag = (on: boolean) => (on ? '1' : '0');

/** One of my searches. */
export function useSearch(id: string | undefined) {
  return useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => api.imageSearch.get({ params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  });
}

/** The address of a search's picture. It serves once, so it is asked for anew each time the picture is put up. */
export function usePictureUrl(id: string) {
  return useQuery({
    queryKey: [key, 'picture', id],
    queryFn: ({ signal }) => api.imageSearch.picture({ params: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** What looks alike. */
export function useResults(search: Search, filters: Filters) {
  return useQuery({
    queryKey: [key, 'results', search.id, search.crop, filters],
    queryFn: ({ signal }) =>
      api.imageSearch.results(
        {
          params: { id: search.id },
          query: { among: filters.among, priced: flag(filters.priced), in_stock: flag(filters.stocked) },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    meta: follows,
  });
}

/** My searches, newest first. */
export function useSearches(query: { page: number; per_page: number }) {
  return useQuery({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => api.imageSearch.list({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Products of my stores that look the same. */
export function useTwins(query: { page: number; per_page: number; cheaper: boolean }) {
  const { cheaper, ...page } = query;
  return useQuery({
    queryKey: [key, 'twins', query],
    queryFn: ({ signal }) => api.imageSearch.twins({ query: { ...page, cheaper: flag(cheaper) } }, { signal }),
    placeholderData: keepPreviousData,
    meta: follows,
  });
}

/** My products, to map one of them to what was found. */
export function useOwnProducts(q: string) {
  return useQuery({
    queryKey: [key, 'own', q],
    queryFn: ({ signal }) => api.products.list({ query: { q, per_page: 8 } }, { signal }),
    placeholderData: keepPreviousData,
    meta: follows,
  });
}

/** Variants of one of my products. */
export function useVariants(productId: string | undefined) {
  return useQuery({
    queryKey: [key, 'variants', productId],
    queryFn: ({ signal }) => api.products.variants({ params: { id: productId ?? '' } }, { signal }),
    enabled: productId !== undefined,
    meta: follows,
  });
}

/** Acts on my searches; each answers false after showing why it was refused. */
export function useSearchActs() {
  const client = useQueryClient();
  const changed = () =>
    client.invalidateQueries({ queryKey: [key], predicate: ({ queryKey }) => queryKey[1] !== 'picture' });
  const after = async <T>(answer: Promise<T | false>): Promise<T | false> => {
    const data = await answer;
    if (data !== false) void changed();
    return data;
  };
  return {
    byFile: (file: File) =>
      after(
        call(async () => {
          const { id } = await uploadFile(file, 'image_search');
          return api.imageSearch.search({ body: { file_id: id } });
        }),
      ),
    byUrl: (url: string) => after(call(api.imageSearch.search({ body: { url } }))),
    crop: (id: string, crop: Crop) => after(call(api.imageSearch.crop({ params: { id }, body: { crop } }))),
    remove: (id: string) => after(call(api.imageSearch.remove({ params: { id } }))),
    clear: () => after(call(api.imageSearch.clear())),
    ask: async (id: string, body: Inquiry, idempotencyKey: string) => {
      const answer = await call(api.imageSearch.inquiry({ params: { id }, body }, { idempotencyKey }));
      void client.invalidateQueries({ queryKey: ['quotes'] });
      return answer;
    },
  };
}
