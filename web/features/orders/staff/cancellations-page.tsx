import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { DecideDialog } from './decide-dialog.tsx';
import type { CancelRequest } from '../orders-types.ts';

const rowId = (row: CancelRequest) => row.id;
const rowName = (row: CancelRequest) => row.order.name;
const tabs = ['open', 'answered'] as const;
const tones = { open: 'amber', accepted: 'green', rejected: 'red', withdrawn: 'grey' } as const;

function columnsOf(t: TFunction<['orders-staff', 'orders-actions']>): Column<CancelRequest>[] {
  return [
    {
      id: 'order',
      header: t('cancellations.order'),
      main: true,
      cell: ({ order, client }) => <Identity title={order.name} detail={client.name} />,
    },
    {
      id: 'reason',
      header: t('cancellations.reason'),
      card: 'fact',
      cell: ({ reason, units }) => (
        <Identity title={reason} detail={units === 'removed' ? t('cancellations.removedUnits') : ''} />
      ),
    },
    {
      id: 'step',
      header: t('cancellations.step'),
      card: 'fact',
      cell: ({ order: { fulfilment_step: step } }) =>
        t(`orders-actions:steps.${step === 'bought' || step === 'picked' || step === 'packed' ? step : 'none'}`),
    },
    {
      id: 'money',
      header: t('cancellations.money'),
      align: 'end',
      card: 'fact',
      cell: ({ refund, refundable, currency }) => <MoneyCell money={{ amount: refund ?? refundable, currency }} />,
    },
    {
      id: 'status',
      header: t('cancellations.status'),
      card: 'fact',
      cell: ({ status }) => <StatusChip tone={tones[status]} label={t(`statuses.${status}`)} />,
    },
    { id: 'due', header: t('cancellations.due'), card: 'fact', cell: ({ due_at }) => <TimeCell time={due_at} /> },
  ];
}

/** Cancellations that clients ask for while their order is being prepared, the one that is due first at the top. */
export function CancellationsPage() {
  const { t } = useTranslation(['orders-staff', 'orders-actions']);
  const list = useListPage(api.orders.cancelRequests, { tabs, columns: useMemo(() => columnsOf(t), [t]) });
  return (
    <ListPage
      title={t('cancellations.title')}
      state={t('cancellations.state')}
      list={list}
      tabLabel={(tab) => t(`cancellations.tabs.${tab}`)}
      attention={['open']}
      rowId={rowId}
      rowName={rowName}
      {...(list.tab === 'open' && { opens: { request: rowId } })}
      renderDetail={({ row, close }) => row && <DecideDialog request={row} onClose={close} />}
      empty={{ drawing: 'done', title: t('cancellations.empty') }}
    />
  );
}
