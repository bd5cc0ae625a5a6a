import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { quoteTabs } from '#contract/quotes.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Quote = AnswerOf<Contract['quotes']['list']>[number];
export type QuoteDetail = AnswerOf<Contract['quotes']['get']>;
/** An answer, as a link shows it too. */
export type QuoteVersion = Omit<QuoteDetail['versions'][number], 'due_at'>;
export type DeskQuote = AnswerOf<Contract['quotes']['deskList']>[number];
export type DeskQuoteDetail = AnswerOf<Contract['quotes']['deskGet']>;
export type QuoteAnswer = InputOf<Contract['quotes']['answer']>['body'];
export type QuoteTab = (typeof quoteTabs)[number];
export type DeskTab = 'open' | 'quoted' | 'closed' | 'all';
export type Channel = AnswerOf<Contract['shipping']['channels']>[number];
export type Sku = AnswerOf<Contract['catalog']['deskList']>[number];
export type DeclineReason = InputOf<Contract['quotes']['decline']>['body']['reason'];

const key = 'quotes';
type Page = { page: number; per_page: number; q: string };

/** The account's requests for prices. */
export function useQuotes(
  query: Partial<Record<'q' | 'sort' | 'store_id' | 'from' | 'to', string>> & Omit<Page, 'q'> & { tab: QuoteTab },
) {
  return useQuery({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => api.quotes.list({ query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { follows: ['orders'] },
  });
}

/** How many proposed prices wait for the merchant. */
export function useWaitingPrices(): number | undefined {
  const query = useQuery({
    queryKey: [key, 'waiting-prices'],
    queryFn: ({ signal }) => api.prices.changes({ query: { per_page: 1 } }, { signal }),
  });
  return query.data?.meta.counts?.to_decide;
}

/** One quote with its versions. */
export function useQuote(id: string | undefined) {
  return useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => api.quotes.get({ params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  });
}

/** Acts of the merchant; each answers false after showing why it was refused. */
export function useQuoteActs() {
  const client = useQueryClient();
  const after = async <T>(work: Promise<T>): Promise<T | false> => {
    const answer = await call(work);
    // A refusal often means that the quote is not what it was: look again in both cases.
    for (const name of [key, 'products', 'orders']) void client.invalidateQueries({ queryKey: [name] });
    return answer;
  };
  return {
    accept: (id: string, version: number, idempotencyKey: string) =>
      after(api.quotes.accept({ params: { id }, body: { version } }, { idempotencyKey })),
    decline: (id: string, body: { reason: DeclineReason; note?: string }) =>
      after(api.quotes.decline({ params: { id }, body })),
    cancel: (id: string) => after(api.quotes.cancel({ params: { id } })),
  };
}

/** Quotes of all clients. */
export function useDeskQuotes(query: Page & { tab: DeskTab }) {
  return useQuery({
    queryKey: [key, 'desk', query],
    queryFn: ({ signal }) => api.quotes.deskList({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One client's quote on the desk. */
export function useDeskQuote(ids: { account_id: string; id: string }) {
  return useQuery({
    queryKey: [key, 'desk', 'one', ids],
    queryFn: ({ signal }) => api.quotes.deskGet({ params: ids }, { signal }),
  });
}

/** Sends an agent's answer. */
export function useAnswer() {
  const client = useQueryClient();
  return async (ids: { account_id: string; id: string }, body: QuoteAnswer, idempotencyKey: string) => {
    const answer = await call(api.quotes.answer({ params: ids, body }, { idempotencyKey }));
    void client.invalidateQueries({ queryKey: [key] });
    return answer;
  };
}

/** Shipping channels of the provider. */
export function useChannels() {
  return useQuery({
    queryKey: ['shipping', 'channels'],
    queryFn: ({ signal }) => api.shipping.channels({}, { signal }),
  });
}

/** The provider's SKUs and those of one client. */
export function useCatalog(query: { account_id: string; q: string }) {
  return useQuery({
    queryKey: ['catalog', 'list', query],
    queryFn: ({ signal }) => api.catalog.deskList({ query: { ...query, per_page: 20 } }, { signal }),
    placeholderData: keepPreviousData,
  });
}
