import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '../api/client.ts';

export type OrderParcels = AnswerOf<Contract['parcels']['ofOrder']>;
export type FollowedParcel = OrderParcels['parcels'][number];
export type ParcelWatch = OrderParcels['watches'][number];

/** An order's parcels with their stories; `clientId`: as staff see them of that client. */
export function useOrderParcels(id: string, clientId?: string) {
  return useQuery({
    queryKey: ['orders', 'parcels', id, clientId],
    queryFn: ({ signal }) =>
      clientId === undefined
        ? api.parcels.ofOrder({ params: { id } }, { signal })
        : api.parcels.deskOfOrder({ params: { account_id: clientId, id } }, { signal }),
  });
}
