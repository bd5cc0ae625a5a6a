import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CatalogFlag } from '#contract/catalog-rules.ts';
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
  in_stock?: '1';
  without?: CatalogFlag[];
  price_from?: number;
  price_to?: number;
};
type Offer = InputOf<Contract['catalog']['deskOffer']>['body']['status'];

const key = 'catalog';

/** The provider's catalogue as the merchant may order from it. */
export function useCatalog({ without, ...rest }: CatalogQuery) {
  const query = { ...rest, ...(without && { without: without.join(',') }) };
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

/** Asks the agents for the price of a catalogue product; false after a refusal was shown. */
export function useAskOffered() {
  const client = useQueryClient();
  return async (id: string, body: InputOf<Contract['catalog']['inquiry']>['body'], idempotencyKey: string) => {
    const answer = await call(api.catalog.inquiry({ params: { id }, body }, { idempotencyKey }));
    void client.invalidateQueries({ queryKey: ['quotes'] });
    return answer;
  };
}

/** Products of the catalogue for staff. */
export function useDeskProducts(query: { page: number; per_page: number; q: string; account_id?: string }) {
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

/** Clients to make a product for. */
export function useClientOptions(q: string) {
  return useQuery({
    queryKey: ['clients', 'options', q],
    queryFn: ({ signal }) => api.clients.options({ query: { q, per_page: 20 } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Acts of staff on the catalogue; `offer` answers false after showing why it was refused, the others throw for their form. */
export function useCatalogActs() {
  const client = useQueryClient();
  const after = async <T>(work: Promise<T>): Promise<T> => {
    const answer = await work;
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
      after(call(api.catalog.deskOffer({ params: { id }, body: { status, version } }))),
  };
}
