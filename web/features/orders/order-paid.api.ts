import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AddressField } from '#contract/address-rules.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';
import type { OrderDetail } from './orders.api.ts';

export type ChangePreview = AnswerOf<Contract['orders']['previewChange']>;
/** Another way for a paid order: a channel, an address, or the store’s own. */
export type Way = {
  channel_id: string | null;
  address?: Record<AddressField, string | null>;
  shop_address?: true;
};

/** What another way costs a paid order; asked again when the order or the wallet changes. */
export function useChangePreview(order: Pick<OrderDetail, 'id' | 'version'>, way: Way | null) {
  return useQuery({
    queryKey: ['orders', 'change', order.id, order.version, way],
    queryFn: ({ signal }) =>
      api.orders.previewChange({ params: { id: order.id }, body: way ?? { channel_id: null } }, { signal }),
    enabled: way !== null,
    retry: false,
    gcTime: 0,
    meta: { follows: ['wallet'] },
  });
}

/** Has the store cancel what somebody else marked as sent; false after showing why not. */
export function useUnfulfil() {
  const client = useQueryClient();
  return async ({ id, version }: OrderDetail) => {
    const answer = await call(api.orders.cancelFulfilment({ params: { id }, body: { version } }));
    await client.invalidateQueries({ queryKey: ['orders'] });
    return answer;
  };
}

/** Sends a paid order another way; throws, so that a changed difference is told apart. */
export function useChangeWay() {
  const client = useQueryClient();
  return async ({ id, version }: OrderDetail, way: Way, expected_difference: number, idempotencyKey: string) => {
    const body = { ...way, expected_difference, version };
    const answer = await api.orders.change({ params: { id }, body }, { idempotencyKey });
    const names = ['orders', 'invoices', 'wallet', 'dashboard'];
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
    return answer;
  };
}
