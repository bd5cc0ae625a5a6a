import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { quoteTabs } from '#contract/quotes.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';
import { uploadFile } from '#web/api/upload.ts';

export type Quote = AnswerOf<Contract['quotes']['list']>[number];
export type QuoteDetail = AnswerOf<Contract['quotes']['get']>;
/** An answer, as a link shows it too. */
export type QuoteVersion = Omit<QuoteDetail['versions'][number], 'due_at'>;
export type DeskQuote = AnswerOf<Contract['quotes']['deskList']>[number];
export type QuoteTab = (typeof quoteTabs)[number];
export type QuoteAsk = InputOf<Contract['quotes']['ask']>['body'];
export type QuoteCounter = InputOf<Contract['quotes']['counter']>['body'];
export type QuoteChoice = InputOf<Contract['quotes']['accept']>['body'];
export type SampleAsk = InputOf<Contract['quotes']['sample']>['body'];
export type QuoteMessage = InputOf<Contract['quotes']['say']>['body'];
export type DeclineReason = InputOf<Contract['quotes']['decline']>['body']['reason'];

const key = 'quotes';
type Page = { page: number; per_page: number; q: string };

/** The account's requests for prices. */
export function useQuotes(
  query: Partial<Record<'q' | 'sort' | 'store_id' | 'destination' | 'from' | 'to', string>> &
    Omit<Page, 'q'> & { tab: QuoteTab; source?: Quote['source']; unread?: 'yes' },
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

/** Where the account has its samples sent. */
export function useSampleAddress() {
  return useQuery({
    queryKey: [key, 'sample-address'],
    queryFn: ({ signal }) => api.quotes.sampleAddress({}, { signal }),
    gcTime: 0,
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
    ask: (body: QuoteAsk, idempotencyKey: string) => after(api.quotes.ask({ body }, { idempotencyKey })),
    askAgain: (id: string, idempotencyKey: string) =>
      after(api.quotes.askAgain({ params: { id } }, { idempotencyKey })),
    accept: (id: string, body: QuoteChoice, idempotencyKey: string) =>
      after(api.quotes.accept({ params: { id }, body }, { idempotencyKey })),
    counter: (id: string, body: QuoteCounter) => after(api.quotes.counter({ params: { id }, body })),
    say: (id: string, body: QuoteMessage) => after(api.quotes.say({ params: { id }, body })),
    read: (id: string, seq: number) => after(api.quotes.read({ params: { id }, body: { seq } })),
    takeAlternative: (id: string, alternative_id: string) =>
      after(api.quotes.takeAlternative({ params: { id }, body: { alternative_id } })),
    sample: (id: string, body: SampleAsk, idempotencyKey: string) =>
      api.quotes.sample({ params: { id }, body }, { idempotencyKey }).finally(() => {
        for (const name of [key, 'orders']) void client.invalidateQueries({ queryKey: [name] });
      }),
    decline: (id: string, body: { reason: DeclineReason; note?: string }) =>
      after(api.quotes.decline({ params: { id }, body })),
    cancel: (id: string) => after(api.quotes.cancel({ params: { id } })),
  };
}

/** Sends a file for a quote; false after a refusal was shown. */
export const attachFile = (file: File) => call(uploadFile(file, 'quote_attachment'));
/** A link to a file of the talk, for one download. */
export const linkToFile = (id: string) => call(api.files.link({ params: { id } }));
