import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AddressField } from '#contract/address-rules.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';
import type { OrderDetail } from './orders.api.ts';

export type ChannelOffer = AnswerOf<Contract['orders']['channels']>[number];

/** What an order would cost on each channel. */
export function useChannelOffers(id: string) {
  return useQuery({
    queryKey: ['orders', 'channels', id],
    queryFn: ({ signal }) => api.orders.channels({ params: { id } }, { signal }),
  });
}

/** The variants of a product, as which a line may be sent. */
export function useVariants(productId: string) {
  return useQuery({
    queryKey: ['products', 'variants', productId],
    queryFn: ({ signal }) => api.products.variants({ params: { id: productId } }, { signal }),
  });
}

type Seen = Pick<OrderDetail, 'id' | 'version'>;

/** What a merchant may change of an order; what throws shows its refusal at the form's fields. */
export function useOrderEdits() {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      ['orders', 'invoices', 'wallet', 'dashboard'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    );
  return {
    refresh,
    async saveAddress({ id, version }: Seen, address: Record<AddressField, string | null>) {
      const answer = await api.orders.address({ params: { id }, body: { address, version } });
      await refresh();
      return answer;
    },
    async chooseChannel({ id, version }: Seen, channel_id: string | null) {
      const answer = await call(api.orders.channel({ params: { id }, body: { channel_id, version } }));
      await refresh();
      return answer;
    },
    async changeLine({ id, version }: Seen, line: string, change: { variant_id: string } | { not_ours: boolean }) {
      const answer = await call(api.orders.line({ params: { id, line }, body: { ...change, version } }));
      await refresh();
      return answer;
    },
    async settleShopAddress({ id, version }: Seen, take: boolean) {
      const answer = await call(api.orders.shopAddress({ params: { id }, body: { take, version } }));
      await refresh();
      return answer;
    },
  };
}
