import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { OrderDetail } from '../orders-types.ts';

/** Has the store cancel what somebody else marked as sent there. */
export function UnfulfilFix({ order, code }: { order: OrderDetail; code: string }) {
  const { t } = useTranslation('orders-edit');
  const cancel = useApiMutation(api.orders.cancelFulfilment, { refetch: ['orders'] });
  const may = order.acts.some(({ act, allowed }) => act === 'cancel_fulfilment' && allowed);
  if (code !== 'MARKED_FULFILLED_IN_STORE' || !may) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={cancel.busy}
      onClick={() => void cancel.run({ params: { id: order.id }, body: { version: order.version } })}
    >
      {t('cancelStoreFulfillment')}
    </Button>
  );
}
