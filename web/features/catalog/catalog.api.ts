import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type OfferedProduct = AnswerOf<Contract['catalog']['list']>[number];
export type OfferedDetail = AnswerOf<Contract['catalog']['get']>;
export type DeskProduct = AnswerOf<Contract['catalog']['deskProducts']>[number];
export type DeskDetail = AnswerOf<Contract['catalog']['deskGet']>;
export type DeskSku = DeskDetail['items'][number];
export type CatalogQuery = {
  page: number;
  per_page: number;
  q: string;
  sort?: string;
  category?: string;
  status?: 'active' | 'low';
  priced?: 'yes' | 'no';
};
type Offer = InputOf<Contract['catalog']['deskOffer']>['body']['status'];

const key = 'catalog';

/** The provider's catalogue as the merchant may order from it. */
export function useCatalog(query: CatalogQuery) {
  return useQuery({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => api.catalog.list({ query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { follows: ['quotes'] },
  });
}

/** Categories to choose from. */
export function useCategories() {
  return useQuery({ queryKey: [key, 'categories'], queryFn: ({ signal }) => api.catalog.categories({}, { signal }) });
}

/** One product of the catalogue with its SKUs. */
export function useOffered(id: string | undefined) {
  return useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => api.catalog.get({ params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  });
}

/** Products of the catalogue for staff. */
export function useDeskProducts(query: { page: number; per_page: number; q: string }) {
  return useQuery({
    queryKey: [key, 'desk', query],
    queryFn: ({ signal }) => api.catalog.deskProducts({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One product for staff. */
export function useDeskProduct(id: string | undefined) {
  return useQuery({
    queryKey: [key, 'desk', 'one', id],
    queryFn: ({ signal }) => api.catalog.deskGet({ params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  });
}

/** Acts of staff on the catalogue; each answers false after showing why it was refused. */
export function useCatalogActs() {
  const client = useQueryClient();
  const after = async <T>(work: Promise<T>): Promise<T | false> => {
    const answer = await call(work);
    await client.invalidateQueries({ queryKey: [key] });
    return answer;
  };
  return {
    create: (body: InputOf<Contract['catalog']['deskCreate']>['body'], attempt: string) =>
      after(api.catalog.deskCreate({ body }, { idempotencyKey: attempt })),
    save: (id: string, body: InputOf<Contract['catalog']['deskSave']>['body']) =>
      after(api.catalog.deskSave({ params: { id }, body })),
    addSku: (id: string, body: InputOf<Contract['catalog']['deskAddSku']>['body'], attempt: string) =>
      after(api.catalog.deskAddSku({ params: { id }, body }, { idempotencyKey: attempt })),
    saveSku: (id: string, body: InputOf<Contract['catalog']['deskSaveSku']>['body']) =>
      after(api.catalog.deskSaveSku({ params: { id }, body })),
    offer: ({ id, version }: DeskSku, status: Offer) =>
      after(api.catalog.deskOffer({ params: { id }, body: { status, version } })),
  };
}
