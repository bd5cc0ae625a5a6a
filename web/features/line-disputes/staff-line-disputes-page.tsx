import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { disputeTabs } from '#contract/line-dispute-rules.ts';
import { api } from '#web/api/client.ts';
import { DueChip } from '#web/components/due-chip.tsx';
import { ListPage } from '#web/components/list-page.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { DisputeDrawer } from './dispute-drawer.tsx';
import { DisputeState, type StaffDispute } from './dispute-state.tsx';

const rowId = (row: StaffDispute) => row.id;

/** Disputed invoice lines of all clients, the first due on top. */
export function StaffLineDisputesPage() {
  const { t } = useTranslation('line-disputes');
  const list = useListPage(api.lineDisputes.staffList, {
    name: 'staff_line_disputes',
    tabs: disputeTabs,
    columns: useMemo(() => disputeColumns(t), [t]),
  });
  const waiting = list.counts?.open;
  return (
    <ListPage
      title={t('title')}
      state={waiting !== undefined && (waiting > 0 ? t('state', { count: waiting }) : t('stateNone'))}
      list={list}
      tabLabel={(tab) => t(`tabs.${tab}`)}
      attention={['open']}
      search={t('search')}
      rowId={rowId}
      rowName={(row) => row.number}
      opens={{ dispute: rowId }}
      renderDetail={({ row, close }) => <DisputeDrawer dispute={row} onClose={close} />}
      empty={
        list.tab === 'open' ? { drawing: 'done', title: t('emptyDone') } : { drawing: 'search', title: t('empty') }
      }
    />
  );
}

function disputeColumns(t: TFunction<'line-disputes'>): Column<StaffDispute>[] {
  return [
    {
      id: 'client',
      header: t('columns.client'),
      main: true,
      cell: ({ client, number }) => <Identity title={client.name} detail={`${client.number} · ${number}`} />,
    },
    {
      id: 'order',
      header: t('columns.order'),
      card: 'fact',
      cell: ({ order, invoice }) => <Identity title={order.name} detail={invoice.number} />,
    },
    { id: 'kind', header: t('columns.kind'), card: 'fact', cell: ({ kind }) => t(`kinds.${kind}`) },
    {
      id: 'recorded',
      header: t('columns.recorded'),
      align: 'end',
      card: 'fact',
      cell: ({ check, currency }) => <MoneyCell money={{ amount: check.recorded, currency }} />,
    },
    {
      id: 'again',
      header: t('columns.again'),
      align: 'end',
      card: 'hidden',
      cell: ({ check, currency }) => <MoneyCell money={{ amount: check.recomputed, currency }} />,
    },
    {
      id: 'status',
      header: t('columns.status'),
      card: 'fact',
      cell: ({ status }) => <DisputeState status={status} staff t={t} />,
    },
    { id: 'owner', from: 1280, header: t('columns.owner'), card: 'hidden', cell: ({ owner }) => owner ?? '–' },
    {
      id: 'due',
      header: t('columns.due'),
      card: 'fact',
      cell: ({ due_at }) => (due_at === null ? '–' : <DueChip at={due_at} />),
    },
  ];
}
