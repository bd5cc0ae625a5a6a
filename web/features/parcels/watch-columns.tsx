import type { TFunction } from 'i18next';
import { ParcelChip, WatchChip } from '#web/components/parcel-chips.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatDate } from '#web/lib/format.ts';
import type { Column } from '#web/ui/column.ts';
import { Copyable } from '#web/ui/copy-button.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import type { Watched } from './parcels-types.ts';

/** Columns of the desk's queue. */
export function watchColumns(t: TFunction<'parcels'>): Column<Watched>[] {
  return [
    {
      id: 'parcel',
      header: t('desk.columns.parcel'),
      main: true,
      cell: ({ parcel, order }) =>
        parcel ? (
          <Identity title={<Copyable value={parcel.tracking_number} />} detail={parcel.carrier} />
        ) : (
          <Identity title={order.name} detail={t('desk.noParcel')} />
        ),
    },
    { id: 'rule', header: t('desk.columns.rule'), card: 'fact', cell: ({ rule }) => <WatchChip rule={rule} /> },
    {
      id: 'since',
      header: t('desk.columns.since'),
      card: 'fact',
      cell: ({ since }) => <TimeCell time={since} />,
    },
    {
      id: 'client',
      header: t('desk.columns.client'),
      card: 'fact',
      cell: ({ client }) => <Identity title={client.name} />,
    },
    {
      id: 'order',
      from: 1280,
      header: t('desk.columns.order'),
      card: 'hidden',
      cell: ({ order }) => (
        <Identity title={order.name} detail={[order.store, order.country].filter(Boolean).join(' · ')} />
      ),
    },
    {
      id: 'status',
      header: t('desk.columns.status'),
      card: 'fact',
      cell: ({ parcel }) => (parcel ? <ParcelChip status={parcel.status} substatus={parcel.substatus} /> : '–'),
    },
    {
      id: 'last',
      from: 1280,
      header: t('desk.columns.last'),
      card: 'hidden',
      cell: ({ last_event_at }) => <TimeCell time={last_event_at} />,
    },
    {
      id: 'promised',
      from: 1440,
      header: t('desk.columns.promised'),
      card: 'hidden',
      cell: ({ promised }) => (promised ? formatDate(promised.by) : '–'),
    },
  ];
}
