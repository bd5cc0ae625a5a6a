import type { TFunction } from 'i18next';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { StoreStatus } from '../store-status.tsx';
import type { Store } from '../stores-types.ts';

/** Columns of the store list. */
export function storeColumns(t: TFunction<'stores'>): Column<Store>[] {
  return [
    {
      id: 'store',
      header: t('columns.store'),
      main: true,
      cell: (store) => <Identity title={store.name} detail={store.shop_domain ?? t('fromFiles')} />,
    },
    { id: 'status', header: t('columns.status'), card: 'fact', cell: (store) => <StoreStatus store={store} /> },
    {
      id: 'currency',
      header: t('columns.currency'),
      card: 'hidden',
      cell: (store) => [store.currency, store.time_zone].filter(Boolean).join(' · ') || '–',
    },
    {
      id: 'products',
      header: t('columns.products'),
      align: 'end',
      card: 'fact',
      cell: (store) =>
        !store.capabilities.reads_shop ? '–' : t('mapped', { mapped: store.products_mapped, all: store.products }),
    },
    { id: 'orders', header: t('columns.orders'), align: 'end', card: 'fact', cell: (store) => store.orders },
    {
      id: 'orders30',
      from: 1440,
      header: t('detail.columns.orders30'),
      align: 'end',
      card: 'hidden',
      cell: (store) => store.orders_30d,
    },
    {
      id: 'unmapped',
      header: t('detail.columns.unmapped'),
      align: 'end',
      card: 'hidden',
      cell: (store) => store.orders_unmapped,
    },
    {
      id: 'pay',
      from: 1280,
      header: t('detail.columns.pay'),
      card: 'hidden',
      cell: (store) => t(`detail.pay.modes.${store.pay_mode}`),
    },
    {
      id: 'event',
      from: 1680,
      header: t('columns.event'),
      card: 'hidden',
      cell: (store) => <TimeCell time={store.last_event_at} />,
    },
    {
      id: 'sync',
      header: t('columns.sync'),
      card: 'fact',
      cell: (store) => <TimeCell time={store.last_reconciled_at} />,
    },
  ];
}
