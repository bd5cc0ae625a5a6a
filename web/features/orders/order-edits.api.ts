import { useQueryClient } from '@tanstack/react-query';
import type { AddressField } from '#contract/address-rules.ts';
import { call } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import type { OrderDetail } from './orders.api.ts';

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
    async settleShopAddress({ id, version }: Seen, take: boolean) {
      const answer = await call(api.orders.shopAddress({ params: { id }, body: { take, version } }));
      await refresh();
      return answer;
    },
  };
}
