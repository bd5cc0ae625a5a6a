import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { productTabs } from '#contract/products.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Product = AnswerOf<Contract['products']['get']>;
export type Variant = AnswerOf<Contract['products']['variants']>[number];
export type ProductEvent = AnswerOf<Contract['products']['timeline']>[number];
export type ProductStockItem = AnswerOf<Contract['products']['stock']>[number];
export type ProductTab = (typeof productTabs)[number];

const key = 'products';
const follows = { follows: ['quotes', 'orders', 'stock'] };

/** Products of the account's stores. */
export function useProducts(filter: { page: number; per_page: number; tab: ProductTab } & Record<string, unknown>) {
  return useQuery({
    queryKey: [key, 'list', filter],
    // the address may hold filters of another day; the server says which it knows
    queryFn: ({ signal }) => api.products.list({ query: filter }, { signal }),
    placeholderData: keepPreviousData,
    meta: follows,
  });
}

/** Vendors and tags that the list can be narrowed to. */
export function useProductFacets() {
  return useQuery({
    queryKey: [key, 'facets'],
    queryFn: ({ signal }) => api.products.facets({}, { signal }),
    staleTime: 60_000,
  });
}

/** One product, for its detail. */
export function useProduct(id: string | undefined) {
  return useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => api.products.get({ params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
    meta: follows,
  });
}

/** The variants of a product with what is shipped for them. */
export function useVariants(id: string) {
  return useQuery({
    queryKey: [key, 'variants', id],
    queryFn: ({ signal }) => api.products.variants({ params: { id } }, { signal }),
    meta: follows,
  });
}

export type Inquiry = {
  variant_ids?: string[];
  destinations: string[];
  orders_per_day?: number;
  target_price?: number;
  note?: string;
};

/** Asks for the price of a product; answers the request, or false after showing why it was refused. */
export function useInquiry() {
  const client = useQueryClient();
  return async (productId: string, body: Inquiry, idempotencyKey: string) => {
    const answer = await call(api.products.inquiry({ params: { id: productId }, body }, { idempotencyKey }));
    for (const name of [key, 'quotes', 'orders']) void client.invalidateQueries({ queryKey: [name] });
    return answer;
  };
}

/** Prices of the product's items, current ones first. */
export function useProductPrices(id: string) {
  return useQuery({
    queryKey: [key, 'prices', id],
    queryFn: ({ signal }) => api.products.prices({ params: { id } }, { signal }),
    meta: follows,
  });
}

/** What there is of each item that the product consists of. */
export function useProductStock(id: string) {
  return useQuery({
    queryKey: [key, 'stock', id],
    queryFn: ({ signal }) => api.products.stock({ params: { id } }, { signal }),
    meta: { follows: ['stock', 'orders'] },
  });
}

/** The newest orders of the product. */
export function useProductOrders(id: string) {
  return useQuery({
    queryKey: [key, 'orders', id],
    queryFn: ({ signal }) => api.products.orders({ params: { id } }, { signal }),
    meta: follows,
  });
}

/** Requests for prices of the product. */
export function useProductQuotes(id: string) {
  return useQuery({
    queryKey: [key, 'quotes', id],
    queryFn: ({ signal }) => api.products.quotes({ params: { id } }, { signal }),
    meta: follows,
  });
}

/** What happened to the product, newest first. */
export function useProductTimeline(id: string) {
  return useQuery({
    queryKey: [key, 'timeline', id],
    queryFn: ({ signal }) => api.products.timeline({ params: { id } }, { signal }),
    meta: follows,
  });
}
