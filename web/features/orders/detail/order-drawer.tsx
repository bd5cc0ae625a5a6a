import { Skeleton } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderState, PaymentChip, StorePaymentChip } from '#web/components/order-status.tsx';
import { DetailDrawer } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { CancelNote } from './cancel-note.tsx';
import { OrderActions } from './order-actions.tsx';
import { RelatedOrders } from './related-orders.tsx';
import { NextStep } from './order-next.tsx';
import { ParcelsSection } from './order-parcels.tsx';
import { CostSection, ActivitySection, ShipToSection, BlockedSection } from './order-sections.tsx';
import { ReshipLinks } from './reship-links.tsx';
import { type Around, OrderSteps } from './order-steps.tsx';

type Slot = ComponentType<{ order: { id: string; name: string } }>;
/** Sections that other features have in the order's drawer; `web/app` hands them in. */
export type OrderSlots = { Claims?: Slot; Timeline?: Slot; Conversation?: Slot; Documents?: Slot };
type OrderDrawerProps = {
  id: string;
  around: Around;
  onStep: (id: string) => void;
  onClose: () => void;
  onPay: (id: string) => void;
  slots: OrderSlots;
};

/** One order over the list: what is wrong, what it costs, where it is, what happened (look.md: page anatomy). */
export function OrderDrawer({ id, around, onStep, onClose, onPay, slots }: OrderDrawerProps) {
  const { t } = useTranslation('orders');
  const { Claims, Timeline, Conversation, Documents } = slots;
  const query = useApiQuery(api.orders.get, { params: { id } });
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
            <NextStep order={order} />
            <ReshipLinks order={order} />
          </>
        )
      }
      action={
        <>
          {order && <OrderActions order={order} onPay={onPay} />}
          <OrderSteps around={around} onStep={onStep} />
        </>
      }
    >
      {query.error !== null && !order && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {!order && query.isFetching && <Skeleton height={240} mt={16} />}
      {order && (
        <>
          <RelatedOrders order={order} />
          <CancelNote order={order} />
          <BlockedSection order={order} />
          <CostSection order={order} />
          <ShipToSection order={order} />
          <ParcelsSection order={order} />
          {Claims && <Claims order={order} />}
          {Documents && <Documents order={order} />}
          {Conversation && <Conversation order={order} />}
          <ActivitySection order={order} />
          {Timeline && <Timeline order={order} />}
        </>
      )}
    </DetailDrawer>
  );
}
