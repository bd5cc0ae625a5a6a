import type { TFunction } from 'i18next';
import { OrderState } from '#web/components/order-status.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { Items, Shipping } from '../order-columns.tsx';
import type { StaffOrder } from '../orders-types.ts';

/** Columns of the fulfilment queue. */
export function fulfillmentColumns(t: TFunction<['orders', 'orders-staff']>): Column<StaffOrder>[] {
  return [
    {
      id: 'order',
      header: t('columns.order'),
      main: true,
      cell: (order) => <Identity title={order.name} detail={order.store.name} />,
    },
    {
      id: 'client',
      header: t('orders-staff:fulfillment.client'),
      card: 'fact',
      cell: (order) => <Identity title={order.client.name} detail={order.client.number} />,
    },
    {
      id: 'paid',
      header: t('orders-staff:fulfillment.paid'),
      card: 'fact',
      cell: (order) => <TimeCell time={order.paid_at} />,
    },
    {
      id: 'to',
      from: 1280,
      header: t('orders-staff:fulfillment.to'),
      card: 'hidden',
      cell: (order) => <Identity title={order.customer ?? '–'} detail={order.country ?? undefined} />,
    },
    {
      id: 'items',
      header: t('columns.items'),
      width: 260,
      card: 'fact',
      cell: (order) => <Items order={order} t={t} />,
    },
    {
      id: 'shipping',
      header: t('columns.shipping'),
      card: 'hidden',
      cell: (order) => <Shipping order={order} t={t} />,
    },
    { id: 'state', header: t('columns.state'), card: 'fact', cell: (order) => <OrderState order={order} /> },
  ];
}
