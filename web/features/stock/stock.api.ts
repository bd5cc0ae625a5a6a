import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { MovementKind } from '#contract/stock-rules.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Level = AnswerOf<Contract['stock']['list']>[number];
export type Movement = AnswerOf<Contract['stock']['movements']>[number];
export type MoveBody = InputOf<Contract['stock']['deskMove']>['body'];
export type StockRequest = AnswerOf<Contract['stock']['requests']>[number];
export type DeskRequest = AnswerOf<Contract['stock']['deskRequests']>[number];
type Page = { page: number; per_page: number; q: string };

const key = 'stock';
const past = (asOf: string | undefined) => (asOf ? { as_of: asOf } : {});

/** The account's own stock. */
export function useLevels(query: Page & { tab: 'on_hand' | 'low' }, asOf: string | undefined, enabled: boolean) {
  return useQuery({
    queryKey: [key, 'list', query, asOf],
    queryFn: ({ signal }) => api.stock.list({ query: { ...query, ...past(asOf) } }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** The journal of the account's own stock. */
export function useMovements(
  query: Page & { kind: MovementKind | undefined },
  asOf: string | undefined,
  enabled: boolean,
) {
  const { kind, ...page } = query;
  return useQuery({
    queryKey: [key, 'movements', query, asOf],
    queryFn: ({ signal }) =>
      api.stock.movements({ query: { ...page, ...(kind && { kind }), ...past(asOf) } }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Sets when a SKU is low; a refusal throws, so that the form can show it. */
export function useSetAlert() {
  const client = useQueryClient();
  return async (skuId: string, body: { low_threshold: number | null; lead_days: number | null }) => {
    await api.stock.setAlert({ params: { id: skuId }, body });
    await client.invalidateQueries({ queryKey: [key] });
  };
}

/** Warehouses of the provider. */
export function useWarehouses() {
  return useQuery({ queryKey: [key, 'warehouses'], queryFn: ({ signal }) => api.stock.warehouses({}, { signal }) });
}

/** Clients whose name or number holds the text. */
export function useClientOptions(q: string) {
  return useQuery({
    queryKey: ['clients', 'options', q],
    queryFn: ({ signal }) => api.clients.options({ query: { q, per_page: 20 } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** SKUs that may lie in a client's stock. */
export function useSkus(account_id: string | null, q: string) {
  return useQuery({
    queryKey: ['catalog', 'list', account_id, q],
    queryFn: ({ signal }) =>
      api.catalog.deskList({ query: { account_id: account_id ?? '', q, per_page: 20 } }, { signal }),
    enabled: account_id !== null,
    placeholderData: keepPreviousData,
  });
}

/** Writes a movement to a client's journal; false after a refusal was shown. */
export const moveStock = (accountId: string, body: MoveBody, idempotencyKey: string) =>
  call(api.stock.deskMove({ params: { id: accountId }, body }, { idempotencyKey }));

/** What the merchant asked the warehouse to do. */
export function useStockRequests(query: Omit<Page, 'q'>) {
  return useQuery({
    queryKey: [key, 'requests', query],
    queryFn: ({ signal }) => api.stock.requests({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Acts on requests, of the merchant and of the desk. */
export function useRequestActs() {
  const client = useQueryClient();
  const stale = () => client.invalidateQueries({ queryKey: [key] });
  return {
    /** A refusal throws, so that the form can show it. */
    ask: async (body: InputOf<Contract['stock']['request']>['body'], idempotencyKey: string) => {
      await api.stock.request({ body }, { idempotencyKey });
      await stale();
    },
    withdraw: async (id: string) => {
      await call(api.stock.withdraw({ params: { id } }));
      await stale();
    },
    answer: async (row: DeskRequest, decision: 'accept' | 'decline', answer: string, idempotencyKey: string) => {
      const params = { account_id: row.client.id, id: row.id };
      const done = await call(api.stock.deskAnswer({ params, body: { decision, answer } }, { idempotencyKey }));
      await stale();
      return done !== false;
    },
  };
}

/** Requests of all clients. */
export function useDeskRequests(query: Omit<Page, 'q'> & { tab: 'open' | 'answered' }) {
  return useQuery({
    queryKey: [key, 'desk', 'requests', query],
    queryFn: ({ signal }) => api.stock.deskRequests({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}
