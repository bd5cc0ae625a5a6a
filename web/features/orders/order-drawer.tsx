import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OrderState, PaymentChip, StorePaymentChip } from '#web/components/order-status.tsx';
import { useMay } from '#web/components/session.tsx';
import { DetailDrawer } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { CostSection, HappenedSection, WhereSection, WrongSection } from './order-sections.tsx';
import { type OrderDetail, useOrder, useOrderActs } from './orders.api.ts';

const ended = new Set(['shipped', 'delivered', 'closed', 'cancelled', 'paying']);

/** One order over the list: what is wrong, what it costs, where it is, what happened (look: page anatomy). */
export function OrderDrawer({ id, onClose, onPay }: { id: string; onClose: () => void; onPay: (id: string) => void }) {
  const { t } = useTranslation('orders');
  const query = useOrder(id);
  const order = query.data;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={order ? t('detail.title', { name: order.name }) : t('title')}
      state={
        order && (
          <>
            <OrderState order={order} />
            <StorePaymentChip status={order.financial_status} named />
            <PaymentChip payment={order.payment} named />
          </>
        )
      }
      action={order && <NextAction order={order} onPay={onPay} />}
    >
      {query.error !== null && !order && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {!order && query.isFetching && <Skeleton height={240} mt={16} />}
      {order && (
        <>
          <WrongSection order={order} />
          <CostSection order={order} />
          <WhereSection order={order} />
          <HappenedSection order={order} />
        </>
      )}
    </DetailDrawer>
  );
}

/** The one next action of the order. */
function NextAction({ order, onPay }: { order: OrderDetail; onPay: (id: string) => void }) {
  const { t } = useTranslation('orders');
  const may = useMay();
  const { hold } = useOrderActs();
  if (order.held && may('orders', 'edit')) {
    return <Button onClick={() => void hold(order, false)}>{t('release')}</Button>;
  }
  return (
    <>
      {!ended.has(order.stage) && may('orders', 'edit') && (
        <Button variant="default" onClick={() => void hold(order, true)}>
          {t('hold')}
        </Button>
      )}
      {order.stage === 'awaiting_payment' && may('orders', 'pay') && (
        <Button onClick={() => onPay(order.id)}>{t('pay')}</Button>
      )}
    </>
  );
}
