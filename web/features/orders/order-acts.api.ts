import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type CancelRequest = AnswerOf<Contract['orders']['cancelRequests']>[number];
type Seen = { id: string; version: number };

/** Acts that change what becomes of an order; each answers false after showing why it was refused. */
export function useCancelActs() {
  const client = useQueryClient();
  const done = async <T>(answer: Promise<T>) => {
    const result = await answer;
    const names = ['orders', 'invoices', 'wallet', 'stock', 'dashboard'];
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
    return result;
  };
  return {
    hold: ({ id, version }: Seen, hold: { reason: string; until: string | undefined } | null) => {
      const until = hold?.until === undefined ? {} : { until: hold.until };
      const body = hold ? { held: true, version, reason: hold.reason, ...until } : { held: false, version };
      return done(call(api.orders.hold({ params: { id }, body })));
    },
    cancel: ({ id, version }: Seen, reason: string, idempotencyKey: string) =>
      done(call(api.orders.cancel({ params: { id }, body: { version, reason } }, { idempotencyKey }))),
    takeBack: ({ id, version }: Seen, idempotencyKey: string) =>
      done(call(api.orders.takeBack({ params: { id }, body: { version } }, { idempotencyKey }))),
    requestCancel: ({ id, version }: Seen, reason: string, units: 'open' | 'removed') =>
      done(call(api.orders.requestCancel({ params: { id }, body: { version, reason, units } }))),
    withdrawCancel: (id: string) => done(call(api.orders.withdrawCancel({ params: { id } }))),
    decide: (
      { id, client: { id: account_id } }: CancelRequest,
      body: { accept: boolean; cost: number; answer: string },
      idempotencyKey: string,
    ) => done(call(api.orders.decideCancel({ params: { account_id, id }, body }, { idempotencyKey }))),
    work: (
      { id, version, client: { id: account_id } }: Seen & { client: { id: string } },
      act: 'buy' | 'pick' | 'pack' | 'unpack',
    ) => done(call(api.orders.work({ params: { account_id, id }, body: { act, version } }))),
  };
}

/** Cancellations that clients ask for. */
export function useCancelRequests(query: { page: number; per_page: number; tab: 'open' | 'answered' }) {
  return useQuery({
    queryKey: ['orders', 'cancel-requests', query],
    queryFn: ({ signal }) => api.orders.cancelRequests({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}
