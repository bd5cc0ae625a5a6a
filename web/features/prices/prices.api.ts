import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

type Prices = Contract['prices'];
export type Price = AnswerOf<Prices['list']>[number];
export type Change = AnswerOf<Prices['changes']>[number];
export type DeskPrice = AnswerOf<Prices['deskList']>[number];
export type DeskChange = AnswerOf<Prices['deskChanges']>[number];
export type Rule = AnswerOf<Prices['rule']>;
export type Outcome = AnswerOf<Prices['propose']>;
export type Proposal = InputOf<Prices['propose']>['body'];
type Page = { page: number; per_page: number; q?: string };
type QueryOf<Endpoint extends Prices[keyof Prices]> =
  InputOf<Endpoint> extends { query?: infer Asked } ? Page & Omit<NonNullable<Asked>, keyof Page | 'sort'> : never;

const key = 'quotes'; // what `quotes.changed` makes stale

/** The account's price list. */
export function usePrices(query: QueryOf<Prices['list']>) {
  return useQuery({
    queryKey: [key, 'prices', query],
    queryFn: ({ signal }) => api.prices.list({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Prices that are proposed to the account. */
export function useChanges(query: QueryOf<Prices['changes']>) {
  return useQuery({
    queryKey: [key, 'price-changes', query],
    queryFn: ({ signal }) => api.prices.changes({ query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { follows: ['orders'] },
  });
}

/** Up to which rise prices are accepted by themselves. */
export function useRule() {
  return useQuery({ queryKey: [key, 'price-rule'], queryFn: ({ signal }) => api.prices.rule({}, { signal }) });
}

/** Acts of the merchant; each answers false after showing why it was refused. */
export function usePriceActs() {
  const client = useQueryClient();
  const after = async <T>(work: Promise<T>): Promise<T | false> => {
    const answer = await call(work);
    for (const name of [key, 'products', 'orders']) void client.invalidateQueries({ queryKey: [name] });
    return answer;
  };
  return {
    accept: (ids: readonly string[]) => after(api.prices.accept({ body: { ids: [...ids] } })),
    reject: (ids: readonly string[], reason: string) => after(api.prices.reject({ body: { ids: [...ids], reason } })),
    saveRule: (rule: Rule) => after(api.prices.saveRule({ body: rule })),
  };
}

/** Current prices of all clients. */
export function useDeskPrices(query: QueryOf<Prices['deskList']>) {
  return useQuery({
    queryKey: [key, 'desk', 'prices', query],
    queryFn: ({ signal }) => api.prices.deskList({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Proposed prices of all clients. */
export function useDeskChanges(query: QueryOf<Prices['deskChanges']>) {
  return useQuery({
    queryKey: [key, 'desk', 'price-changes', query],
    queryFn: ({ signal }) => api.prices.deskChanges({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The earliest day of a rise. */
export function useNotice() {
  return useQuery({ queryKey: [key, 'desk', 'notice'], queryFn: ({ signal }) => api.prices.notice({}, { signal }) });
}

/** Acts of the desk; `propose` throws, so that the form shows a refusal at its field. */
export function usePriceDeskActs() {
  const client = useQueryClient();
  const stale = () => void client.invalidateQueries({ queryKey: [key] });
  return {
    async propose(body: Proposal, idempotencyKey: string) {
      const answer = await api.prices.propose({ body }, { idempotencyKey });
      if (body.mode === 'commit') stale();
      return answer;
    },
    async withdraw(changes: { account_id: string; id: string }[]) {
      const answer = await call(api.prices.withdraw({ body: { changes } }));
      stale();
      return answer;
    },
  };
}
