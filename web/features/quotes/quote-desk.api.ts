import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';
import { uploadForClient } from '#web/api/upload.ts';

export type DeskQuoteDetail = AnswerOf<Contract['quotes']['deskGet']>;
export type QuoteAnswer = InputOf<Contract['quotes']['answer']>['body'];
export type QuoteCosts = AnswerOf<Contract['quotes']['costs']>;
export type Candidate = AnswerOf<Contract['quotes']['candidates']>[number];
export type LikeQuote = AnswerOf<Contract['quotes']['like']>[number];
export type DeskMessage = InputOf<Contract['quotes']['deskSay']>['body'];
export type Refusal = InputOf<Contract['quotes']['unavailable']>['body'];
export type AlternativeOffer = InputOf<Contract['quotes']['addAlternative']>['body'];
export type MarginRule = InputOf<Contract['quotes']['setMargin']>['body'];
export type DeskTab = 'open' | 'quoted' | 'closed' | 'all';
export type Channel = AnswerOf<Contract['shipping']['channels']>[number];
export type Sku = AnswerOf<Contract['catalog']['deskList']>[number];

const key = 'quotes';
type Page = { page: number; per_page: number; q: string };

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

/** How a client's prices are made. */
export function useCosts(ids: { account_id: string; id: string }) {
  return useQuery({
    queryKey: [key, 'desk', 'costs', ids],
    queryFn: ({ signal }) => api.quotes.costs({ params: ids }, { signal }),
  });
}

/** What the catalogue has that may be what the client asks for. */
export function useCandidates(ids: { account_id: string; id: string }) {
  return useQuery({
    queryKey: [key, 'desk', 'candidates', ids],
    queryFn: ({ signal }) => api.quotes.candidates({ params: ids }, { signal }),
  });
}

/** Answered quotes for like goods. */
export function useLikeQuotes(ids: { account_id: string; id: string }) {
  return useQuery({
    queryKey: [key, 'desk', 'like', ids],
    queryFn: ({ signal }) => api.quotes.like({ params: ids }, { signal }),
  });
}

/** Acts of an agent on one quote; each answers false after showing why it was refused. */
export function useDeskActs(ids: { account_id: string; id: string }) {
  const client = useQueryClient();
  const after = async <T>(work: Promise<T>): Promise<T | false> => {
    const answer = await call(work);
    void client.invalidateQueries({ queryKey: [key] });
    return answer;
  };
  const { account_id } = ids;
  return {
    answer: (body: QuoteAnswer, idempotencyKey: string) =>
      after(api.quotes.answer({ params: ids, body }, { idempotencyKey })),
    say: (body: DeskMessage) => after(api.quotes.deskSay({ params: ids, body })),
    read: (seq: number) => after(api.quotes.deskRead({ params: ids, body: { seq } })),
    assign: (user_id?: string) =>
      after(api.quotes.assign({ params: ids, body: user_id === undefined ? {} : { user_id } })),
    unavailable: (body: Refusal) => after(api.quotes.unavailable({ params: ids, body })),
    addAlternative: (body: AlternativeOffer) => after(api.quotes.addAlternative({ params: ids, body })),
    removeAlternative: (alternative_id: string) =>
      after(api.quotes.removeAlternative({ params: { ...ids, alternative_id } })),
    setMargin: (body: MarginRule) => after(api.quotes.setMargin({ params: { account_id }, body })),
    setFxRate: (currency: string, yuan: number) => after(api.quotes.setFxRate({ body: { currency, yuan } })),
    attach: (file: File) => call(uploadForClient(file, account_id, 'quote_attachment')),
    linkTo: (id: string) => call(api.files.deskLink({ params: { account_id, id } })),
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
