import type { TFunction } from 'i18next';
import { ParcelChip, ExceptionChip } from '#web/components/parcel-chips.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatDate } from '#web/lib/format.ts';
import type { Column } from '#web/ui/column.ts';
import { Copyable } from '#web/ui/copy-button.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import type { ParcelExceptionRow } from './parcels-types.ts';

/** Columns of the staff list. */
export function exceptionColumns(t: TFunction<'parcels'>): Column<ParcelExceptionRow>[] {
  return [
    {
      id: 'parcel',
      header: t('staff.columns.parcel'),
      main: true,
      cell: ({ parcel, order }) =>
        parcel ? (
          <Identity title={<Copyable value={parcel.tracking_number} />} detail={parcel.carrier} />
        ) : (
          <Identity title={order.name} detail={t('staff.noParcel')} />
        ),
    },
    { id: 'rule', header: t('staff.columns.rule'), card: 'fact', cell: ({ rule }) => <ExceptionChip rule={rule} /> },
    {
      id: 'since',
      header: t('staff.columns.since'),
      card: 'fact',
      cell: ({ since }) => <TimeCell time={since} />,
    },
    {
      id: 'client',
      header: t('staff.columns.client'),
      card: 'fact',
      cell: ({ client }) => <Identity title={client.name} />,
    },
    {
      id: 'order',
      from: 1280,
      header: t('staff.columns.order'),
      card: 'hidden',
      cell: ({ order }) => (
        <Identity title={order.name} detail={[order.store, order.country].filter(Boolean).join(' · ')} />
      ),
    },
    {
      id: 'status',
      header: t('staff.columns.status'),
      card: 'fact',
      cell: ({ parcel }) => (parcel ? <ParcelChip status={parcel.status} substatus={parcel.substatus} /> : '–'),
    },
    {
      id: 'last',
      from: 1280,
      header: t('staff.columns.last'),
      card: 'hidden',
      cell: ({ last_event_at }) => <TimeCell time={last_event_at} />,
    },
    {
      id: 'promised',
      from: 1440,
      header: t('staff.columns.promised'),
      card: 'hidden',
      cell: ({ promised }) => (promised ? formatDate(promised.by) : '–'),
    },
  ];
}
