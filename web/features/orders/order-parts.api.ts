import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';
import type { OrderDetail } from './orders.api.ts';

export type Regrouping = AnswerOf<Contract['orders']['splitPreview']>;
export type Candidate = AnswerOf<Contract['orders']['mergeCandidates']>[number];
type Seen = Pick<OrderDetail, 'id' | 'version'>;
export type Units = { line_id: string; quantity: number }[];

/** What an order and the part of these units would cost; nothing while none are chosen, or all. */
export function useSplitPreview({ id, version }: Seen, lines: Units, possible: boolean) {
  return useQuery({
    queryKey: ['orders', 'split', id, version, lines],
    queryFn: ({ signal }) => api.orders.splitPreview({ params: { id }, body: { lines, version } }, { signal }),
    enabled: possible,
    placeholderData: keepPreviousData,
  });
}

/** Orders that could go in the same parcel. */
export function useMergeCandidates(id: string, possible: boolean) {
  return useQuery({
    queryKey: ['orders', 'merge', id],
    queryFn: ({ signal }) => api.orders.mergeCandidates({ params: { id } }, { signal }),
    enabled: possible,
  });
}

/** What an order would cost with the units of others. */
export function useMergePreview({ id, version }: Seen, orders: readonly Seen[]) {
  const body = { orders: orders.map((one) => ({ id: one.id, version: one.version })), version };
  return useQuery({
    queryKey: ['orders', 'merge', id, body],
    queryFn: ({ signal }) => api.orders.mergePreview({ params: { id }, body }, { signal }),
    enabled: orders.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** Acts that move units between orders; each answers false after showing why it was refused. */
export function usePartActs() {
  const client = useQueryClient();
  const done = async <T>(answer: Promise<T>) => {
    const result = await answer;
    const names = ['orders', 'stock', 'dashboard'];
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
    return result;
  };
  return {
    split: ({ id, version }: Seen, lines: Units, expected_total: number | null, idempotencyKey: string) =>
      done(call(api.orders.split({ params: { id }, body: { lines, version, expected_total } }, { idempotencyKey }))),
    merge: ({ id, version }: Seen, orders: readonly Seen[], expected_total: number | null, idempotencyKey: string) => {
      const others = orders.map((one) => ({ id: one.id, version: one.version }));
      const body = { orders: others, version, expected_total };
      return done(call(api.orders.merge({ params: { id }, body }, { idempotencyKey })));
    },
    putBack: ({ id, version }: Seen, idempotencyKey: string) =>
      done(call(api.orders.putBack({ params: { id }, body: { version } }, { idempotencyKey }))),
  };
}
