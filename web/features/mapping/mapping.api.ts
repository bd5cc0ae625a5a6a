import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Product = AnswerOf<Contract['products']['get']>;
export type Variant = AnswerOf<Contract['products']['variants']>[number];
export type Drift = Variant['drift'][number];
export type SkuChoice = AnswerOf<Contract['products']['skus']>[number];
export type Suggestion = AnswerOf<Contract['suggestions']['list']>[number];
export type Stock = NonNullable<SkuChoice['stock']>;
export type Version = AnswerOf<Contract['products']['versions']>[number];
export type Save = InputOf<Contract['products']['saveMapping']>['body'];
export type Decision = Save['variants'][number]['decision'];

const key = 'products';
const follows = { follows: ['quotes', 'orders'] };

/** The product whose variants are mapped. */
export function useProduct(id: string) {
  return useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => api.products.get({ params: { id } }, { signal }),
    meta: follows,
  });
}

/** Its variants with what they consist of. */
export function useVariants(id: string) {
  return useQuery({
    queryKey: [key, 'variants', id],
    queryFn: ({ signal }) => api.products.variants({ params: { id }, query: {} }, { signal }),
    meta: follows,
  });
}

/** Catalogue items for the product, likeliest first; by words when there are any. */
export function useChoices(id: string, q: string) {
  return useQuery({
    queryKey: [key, 'skus', id, q],
    queryFn: ({ signal }) => api.products.skus({ params: { id }, query: q === '' ? {} : { q } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** An item that another page hands over to be mapped; null when it is not offered. */
export function useHanded(id: string, sku: string | null) {
  return useQuery({
    queryKey: [key, 'skus', id, 'handed', sku],
    queryFn: async ({ signal }) => {
      const found = await api.products.skus({ params: { id }, query: { sku: sku ?? '' } }, { signal });
      return found.find((one) => one.id === sku) ?? null;
    },
    enabled: sku !== null,
  });
}

/** What the product's variants probably are. */
export function useSuggestions(id: string) {
  return useQuery({
    queryKey: ['suggestions', 'of', id],
    queryFn: ({ signal }) => api.suggestions.list({ query: { product_id: id, per_page: 200 } }, { signal }),
    meta: { follows: ['products'] },
  });
}

/** What there is of the items that the product consists of now. */
export function useStock(id: string) {
  return useQuery({
    queryKey: [key, 'stock', id],
    queryFn: ({ signal }) => api.products.stock({ params: { id } }, { signal }),
    meta: { follows: ['stock'] },
  });
}

/** Versions of a variant's mapping, newest first. */
export function useVersions(id: string, variantId: string) {
  return useQuery({
    queryKey: [key, 'versions', id, variantId],
    queryFn: ({ signal }) => api.products.versions({ params: { id, variant_id: variantId } }, { signal }),
  });
}

/** What a save would touch; undefined while nothing is changed. */
export function useDryRun(id: string, variants: Save['variants']) {
  return useQuery({
    queryKey: [key, 'dry-run', id, variants],
    queryFn: ({ signal }) =>
      api.products.saveMapping({ params: { id }, body: { mode: 'dry_run', variants } }, { signal }),
    enabled: variants.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Saves; answers what became of it, or false after showing why it was refused. */
export function useSaveMapping(id: string) {
  const client = useQueryClient();
  return async (body: Omit<Save, 'mode'>) => {
    const answer = await call(api.products.saveMapping({ params: { id }, body: { mode: 'commit', ...body } }));
    await Promise.all(
      [key, 'orders', 'dashboard', 'suggestions'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    );
    return answer;
  };
}

/** Another product that wants to be mapped or reviewed. */
export async function findNext(id: string): Promise<string | undefined> {
  for (const tab of ['needs_review', 'suggested', 'unmapped'] as const) {
    const found = await call(api.products.list({ query: { tab, per_page: 2 } }));
    const next = found === false ? undefined : found.data.find((product) => product.id !== id);
    if (next) return next.id;
  }
  return undefined;
}
