import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Wallet = AnswerOf<Contract['wallet']['get']>;
export type Log = AnswerOf<Contract['wallet']['billingLogs']>[number];
export type Method = AnswerOf<Contract['wallet']['rechargeMethods']>[number];
export type Recharge = AnswerOf<Contract['wallet']['recharge']>;
export type DeskRecharge = AnswerOf<Contract['wallet']['deskList']>[number];
export type DeskMethod = AnswerOf<Contract['wallet']['deskMethods']>[number];

type Page = { page: number; per_page: number };
const payingPollMs = 3_000;

/** Balances; what payable orders cost changes with orders. */
export function useWallet() {
  return useQuery({
    queryKey: ['wallet', 'balances'],
    queryFn: ({ signal }) => api.wallet.get({}, { signal }),
    meta: { follows: ['orders', 'invoices'] },
  });
}

export function useLogs(query: Page & { kind: string | undefined; from: string | undefined; to: string | undefined }) {
  return useQuery({
    queryKey: ['wallet', 'logs', query],
    queryFn: ({ signal }) => api.wallet.billingLogs({ query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { follows: ['invoices'] },
  });
}

export function useMethods() {
  return useQuery({
    queryKey: ['wallet', 'recharges', 'methods'],
    queryFn: ({ signal }) => api.wallet.rechargeMethods({}, { signal }),
  });
}

export function useRecharges(query: Page & { q: string }) {
  return useQuery({
    queryKey: ['wallet', 'recharges', 'list', query],
    queryFn: ({ signal }) => api.wallet.recharges({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One recharge. While a card payment is open it is asked for again: the payer may just have come back from the payment page. */
export function useRecharge(id: string | undefined) {
  return useQuery({
    queryKey: ['wallet', 'recharges', 'one', id],
    queryFn: ({ signal }) => api.wallet.recharge({ params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
    refetchInterval: (query) => (query.state.data?.status === 'processing' ? payingPollMs : false),
  });
}

export function useDeskRecharges(query: Page & { q: string; tab: 'to_review' | 'credited' | 'rejected' | 'all' }) {
  return useQuery({
    queryKey: ['wallet', 'recharges', 'desk', query],
    queryFn: ({ signal }) => api.wallet.deskList({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useDeskMethods(enabled: boolean) {
  return useQuery({
    queryKey: ['wallet', 'recharges', 'deskMethods'],
    queryFn: ({ signal }) => api.wallet.deskMethods({}, { signal }),
    enabled,
  });
}

/** Makes everything about money stale after an act of the user. */
export function useMoneyChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: ['wallet'] });
  };
}
