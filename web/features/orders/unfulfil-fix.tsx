import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUnfulfil } from './order-paid.api.ts';
import type { OrderDetail } from './orders.api.ts';

/** Has the store cancel what somebody else marked as sent there. */
export function UnfulfilFix({ order, code }: { order: OrderDetail; code: string }) {
  const { t } = useTranslation('order-paid');
  const unfulfil = useUnfulfil();
  const may = order.acts.some(({ act, allowed }) => act === 'cancel_fulfilment' && allowed);
  if (code !== 'MARKED_FULFILLED_IN_STORE' || !may) return null;
  return (
    <Button variant="default" size="compact-sm" onClick={() => void unfulfil(order)}>
      {t('unfulfil')}
    </Button>
  );
}
