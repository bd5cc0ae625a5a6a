import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { orderImportResultSchema, orderImportSchema } from '#contract/order-import.ts';
import type { OrderTab } from '#contract/order-states.ts';
import type { shipSchema } from '#contract/orders.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';
import { uploadFile } from '#web/api/upload.ts';

export type Order = AnswerOf<Contract['orders']['list']>[number];
export type OrderDetail = AnswerOf<Contract['orders']['get']>;
export type DeskOrder = AnswerOf<Contract['orders']['deskList']>[number];
export type DeskOrderDetail = AnswerOf<Contract['orders']['deskGet']>;
export type Checkout = AnswerOf<Contract['invoices']['checkout']>;
export type ImportResult = z.output<typeof orderImportResultSchema>;
export type ImportLook = AnswerOf<Contract['orders']['lookAtImport']>;
export type ImportRequest = z.input<typeof orderImportSchema>;
export type ShipRequest = z.input<typeof shipSchema>;

const key = 'orders';

type OrderQuery = NonNullable<NonNullable<Parameters<typeof api.orders.list>[0]>['query']>;

/** A page of the account's orders with tab counts; filters come by their names in the address. */
export function useOrders(filter: { page: number; per_page: number; tab: OrderTab } & Record<string, string | number>) {
  const query = filter as OrderQuery; // the address may hold words of another day; the server says which ones it knows
  return useQuery({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => api.orders.list({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useOrder(id: string) {
  return useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => api.orders.get({ params: { id } }, { signal }),
  });
}

/** What paying these orders would cost now; asked again when orders, prices or the wallet change. */
export function useCheckout(orderIds: readonly string[]) {
  return useQuery({
    queryKey: [key, 'checkout', orderIds],
    queryFn: ({ signal }) => api.invoices.checkout({ body: { order_ids: [...orderIds] } }, { signal }),
    meta: { follows: ['wallet', 'products', 'quotes'] },
  });
}

/** Acts of a merchant; each answers false after showing why it was refused. */
export function useOrderActs() {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([key, 'invoices', 'wallet', 'dashboard'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  return {
    refresh,
    async confirm(order: { id: string; version: number }, code: 'HIGH_RISK' | 'PRICE_GUARD' | 'DUPLICATE_SUSPECT') {
      const answer = await call(
        api.orders.confirm({ params: { id: order.id }, body: { code, version: order.version } }),
      );
      await client.invalidateQueries({ queryKey: [key] });
      return answer;
    },
    /** Throws, so that a changed price is told apart. */
    async pay({ payable, total }: Pick<Checkout, 'payable' | 'total'>, idempotencyKey: string) {
      const expected_orders = payable.map(({ order_id, cost: { goods, freight, fees } }) => ({
        order_id,
        goods,
        freight,
        fees,
      }));
      const order_ids = payable.map((order) => order.order_id);
      const answer = await api.invoices.pay(
        { body: { order_ids, expected_total: total, expected_orders } },
        { idempotencyKey },
      );
      await refresh();
      return answer;
    },
  };
}

/** The file, kept at the server for the calls that name it; false after a toast. */
export const uploadOrderFile = (file: File) => call(uploadFile(file, 'order_import'));

/** What the columns of an uploaded file probably hold; false after a toast. */
export const lookAtImport = (file_id: string, store_id: string) =>
  call(api.orders.lookAtImport({ body: { file_id, store_id } }));

export const startImport = (body: ImportRequest, idempotencyKey: string) =>
  call(api.orders.import({ body }, { idempotencyKey }));

const watchMs = 700;

/** A job until it has ended. */
export function useJob(id: string | undefined) {
  return useQuery({
    queryKey: ['jobs', 'one', id],
    queryFn: ({ signal }) => api.jobs.get({ params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'done' || state.data?.state === 'failed' ? false : watchMs),
  });
}

/** Orders of all clients that wait for the warehouse. */
export function useFulfilment(query: { page: number; per_page: number; q: string; tab: 'to_ship' | 'partly' | 'all' }) {
  return useQuery({
    queryKey: [key, 'desk', query],
    queryFn: ({ signal }) => api.orders.deskList({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useDeskOrder(accountId: string, id: string) {
  return useQuery({
    queryKey: [key, 'desk', 'one', accountId, id],
    queryFn: ({ signal }) => api.orders.deskGet({ params: { account_id: accountId, id } }, { signal }),
  });
}

export function useChannels() {
  return useQuery({
    queryKey: ['shipping', 'channels'],
    queryFn: ({ signal }) => api.shipping.channels({}, { signal }),
    staleTime: 300_000,
  });
}

/** Acts of the warehouse; `ship` throws, so that the form shows a refusal at its field. */
export function useDeskActs() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [key] });
  return {
    refresh,
    async ship(order: { account_id: string; id: string }, body: ShipRequest, idempotencyKey: string) {
      const answer = await api.orders.ship({ params: order, body }, { idempotencyKey });
      await refresh();
      return answer;
    },
    async scanned(account_id: string, id: string) {
      const answer = await call(api.orders.scanned({ params: { account_id, id } }));
      await refresh();
      return answer;
    },
    async lastMile(
      parcel: { account_id: string; id: string; version: number },
      lastMile: { carrier: string; tracking_number: string },
    ) {
      const { version, ...params } = parcel;
      const answer = await call(api.orders.lastMile({ params, body: { ...lastMile, version } }));
      await refresh();
      return answer;
    },
    async correctTracking(parcel: { account_id: string; id: string; version: number }, trackingNumber: string) {
      const { version, ...params } = parcel;
      const answer = await call(
        api.orders.correctTracking({ params, body: { tracking_number: trackingNumber, version } }),
      );
      await refresh();
      return answer;
    },
  };
}
