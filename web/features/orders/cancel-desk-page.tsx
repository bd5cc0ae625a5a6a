import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { useOpenRow } from '#web/components/use-open-row.ts';
import type { Column } from '#web/ui/column.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { DecideDialog } from './decide-dialog.tsx';
import type { CancelRequest } from './orders-types.ts';

const rowId = (row: CancelRequest) => row.id;
const rowName = (row: CancelRequest) => row.order.name;
const tabs = ['open', 'answered'] as const;
const tones = { open: 'amber', accepted: 'green', rejected: 'red', withdrawn: 'grey' } as const;

function columnsOf(t: TFunction<'order-acts'>): Column<CancelRequest>[] {
  return [
    {
      id: 'order',
      header: t('desk.order'),
      main: true,
      cell: ({ order, client }) => <Identity title={order.name} detail={client.name} />,
    },
    {
      id: 'reason',
      header: t('desk.reason'),
      card: 'fact',
      cell: ({ reason, units }) => (
        <Identity title={reason} detail={units === 'removed' ? t('desk.removedUnits') : ''} />
      ),
    },
    {
      id: 'work',
      header: t('desk.work'),
      card: 'fact',
      cell: ({ order: { work } }) =>
        t(`works.${work === 'bought' || work === 'picked' || work === 'packed' ? work : 'none'}`),
    },
    {
      id: 'money',
      header: t('desk.money'),
      align: 'end',
      card: 'fact',
      cell: ({ refund, refundable, currency }) => <MoneyCell money={{ amount: refund ?? refundable, currency }} />,
    },
    {
      id: 'status',
      header: t('desk.status'),
      card: 'fact',
      cell: ({ status }) => <StatusChip tone={tones[status]} label={t(`statuses.${status}`)} />,
    },
    { id: 'due', header: t('desk.due'), card: 'fact', cell: ({ due_at }) => <TimeCell time={due_at} /> },
  ];
}

/** Cancellations that clients ask for while their order is being prepared, the one that is due first at the top. */
export function CancelDeskPage() {
  const { t } = useTranslation('order-acts');
  const url = useListUrl('open');
  const tab = tabs.find((one) => one === url.tab) ?? 'open';
  const query = useApiQuery(
    api.orders.cancelRequests,
    { query: { page: url.page, per_page: url.per_page, tab } },
    { keepPrevious: true },
  );
  const decided = useOpenRow(url, 'request', tab === 'open' ? query.data?.data : undefined, rowId);
  const columns = useMemo(() => columnsOf(t), [t]);
  const counts = query.data?.meta.counts;
  return (
    <Page title={t('desk.title')} state={t('desk.state')}>
      <Panel padding="none">
        <CountTabs
          label={t('desk.title')}
          tabs={tabs.map((value) => ({
            value,
            label: t(`desk.tabs.${value}`),
            count: counts && (counts[value] ?? 0),
            attention: value === 'open',
          }))}
          value={tab}
          onChange={(value) => url.set({ tab: value })}
        />
        <DataTable
          label={t('desk.title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={rowName}
          {...(tab === 'open' && { onOpen: decided.open, openId: decided.id })}
          empty={{ drawing: 'done', title: t('desk.empty') }}
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      {decided.row && <DecideDialog request={decided.row} onClose={decided.close} />}
    </Page>
  );
}
