import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type OrderDetail, useOrderActs } from './orders.api.ts';

/** The acts that the server allows the reader now, the one that brings the order on as the main one. */
export function OrderActs({ order, onPay }: { order: OrderDetail; onPay: (id: string) => void }) {
  const { t } = useTranslation('order-acts');
  const { hold } = useOrderActs();
  const allowed = new Set(order.acts.filter((one) => one.allowed).map(({ act }) => act));
  return (
    <>
      {allowed.has('hold') && (
        <Button variant="default" onClick={() => void hold(order, true)}>
          {t('acts.hold')}
        </Button>
      )}
      {allowed.has('release') && <Button onClick={() => void hold(order, false)}>{t('acts.release')}</Button>}
      {allowed.has('pay') && <Button onClick={() => onPay(order.id)}>{t('acts.pay')}</Button>}
    </>
  );
}
