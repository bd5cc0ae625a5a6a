import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { StaffFile } from '#web/components/staff-file.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { api } from '#web/api/client.ts';
import { OrderState } from '#web/components/order-status.tsx';
import { DueChip } from '#web/components/due-chip.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { Items, Shipping } from '../order-columns.tsx';
import { type StaffTimeline, FulfillmentDrawer } from './fulfillment-drawer.tsx';
import type { StaffOrder } from '../orders-types.ts';

const rowId = (order: StaffOrder) => order.id;
const tabs = ['to_ship', 'partly', 'all'] as const;

/** The warehouse's queue: paid orders of all clients, oldest payment first. */
export function FulfillmentPage({ Timeline }: { Timeline: StaffTimeline }) {
  const { t } = useTranslation(['orders', 'orders-staff']);
  const list = useListPage(api.orders.staffList, {
    name: 'staff_orders',
    tabs,
    columns: useMemo(() => fulfillmentColumns(t), [t]),
  });
  return (
    <ListPage
      title={t('orders-staff:fulfillment.title')}
      state={t('orders-staff:fulfillment.state')}
      list={list}
      tabsLabel={t('tabsLabel')}
      tabLabel={(tab) => t(`orders-staff:fulfillment.tabs.${tab}`)}
      attention={['to_ship', 'partly']}
      search={t('orders-staff:fulfillment.search')}
      toolsEnd={<StaffFile endpoint={api.orders.staffFile} kit={list.kit} />}
      rowId={rowId}
      rowName={(order) => t('rowName', { name: order.name })}
      opens={{ order: rowId, account: (order) => order.client.id }}
      renderDetail={({ ids: { order: id, account: account_id }, close, previous, next }) =>
        id &&
        account_id && (
          <FulfillmentDrawer ids={{ account_id, id }} around={{ previous, next }} Timeline={Timeline} onClose={close} />
        )
      }
      empty={{ drawing: 'done', title: t('orders-staff:fulfillment.empty') }}
    />
  );
}

/** Columns of the fulfilment queue. */
function fulfillmentColumns(t: TFunction<['orders', 'orders-staff']>): Column<StaffOrder>[] {
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
      from: 1680,
      header: t('orders-staff:fulfillment.paid'),
      card: 'hidden',
      cell: (order) => <TimeCell time={order.paid_at} />,
    },
    {
      id: 'due',
      header: t('orders-staff:fulfillment.due'),
      card: 'fact',
      cell: ({ ship_by }) => (ship_by === null ? '–' : <DueChip at={ship_by} />),
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
      card: 'fact',
      cell: (order) => <Items order={order} t={t} goods={order.item} />,
    },
    {
      id: 'shipping',
      from: 1280,
      header: t('columns.shipping'),
      card: 'hidden',
      cell: (order) => <Shipping order={order} t={t} />,
    },
    { id: 'state', header: t('columns.state'), card: 'fact', cell: (order) => <OrderState order={order} /> },
  ];
}
