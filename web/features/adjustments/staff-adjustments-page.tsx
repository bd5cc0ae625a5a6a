import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staffAdjustmentTabs } from '#contract/adjustment-rules.ts';
import { api } from '#web/api/client.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { ToColleague } from '#web/components/to-colleague.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { AdjustmentDrawer } from './adjustment-drawer.tsx';
import { type Adjustment, AdjustmentState } from './adjustment-state.tsx';
import { ProposeDialog } from './propose-dialog.tsx';

const rowId = (row: Adjustment) => row.id;

/** Manual changes of clients' money: proposed by one member of staff, decided by another. */
export function StaffAdjustmentsPage() {
  const { t } = useTranslation('adjustments');
  const list = useListPage(api.adjustments.staffList, {
    name: 'staff_adjustments',
    tabs: staffAdjustmentTabs,
    columns: useMemo(() => adjustmentColumns(t), [t]),
  });
  const [proposing, setProposing] = useState(false);
  const { proposed = 0, for_colleague = 0 } = list.counts ?? {};
  const state = [
    proposed > 0 ? t('state', { count: proposed }) : t('stateNone'),
    for_colleague > 0 && t('stateColleague', { count: for_colleague }),
  ];
  const propose = <Button onClick={() => setProposing(true)}>{t('propose')}</Button>;
  const none =
    list.tab === 'all'
      ? ({ drawing: 'wallet', title: t('emptyFirst'), text: t('emptyText'), action: propose } as const)
      : ({ drawing: 'search', title: t('empty') } as const);
  return (
    <ListPage
      title={t('title')}
      state={list.counts && state.filter(Boolean).join(' · ')}
      actions={propose}
      list={list}
      tabLabel={(tab) => t(`tabs.${tab}`)}
      attention={['proposed']}
      search={t('search')}
      rowId={rowId}
      rowName={(row) => row.number}
      opens={{ adjustment: rowId }}
      renderDetail={({ row, close }) => <AdjustmentDrawer adjustment={row} onClose={close} />}
      empty={
        list.tab === 'proposed' || list.tab === 'for_colleague'
          ? {
              drawing: 'done',
              title: t(`emptyTabs.${list.tab}`),
              action: list.tab === 'proposed' && for_colleague > 0 && (
                <ToColleague count={for_colleague} url={list.url} />
              ),
            }
          : none
      }
    >
      {proposing && <ProposeDialog onClose={() => setProposing(false)} />}
    </ListPage>
  );
}

function adjustmentColumns(t: TFunction<'adjustments'>): Column<Adjustment>[] {
  return [
    {
      id: 'client',
      header: t('columns.client'),
      main: true,
      cell: ({ client, number }) => <Identity title={client.name} detail={`${client.number} · ${number}`} />,
    },
    { id: 'kind', header: t('columns.kind'), card: 'fact', cell: ({ kind }) => t(`kinds.${kind}`) },
    {
      id: 'amount',
      header: t('columns.amount'),
      align: 'end',
      card: 'fact',
      cell: ({ amount, currency }) => <MoneyCell money={{ amount, currency }} />,
    },
    {
      id: 'reason',
      from: 1280,
      wraps: true,
      header: t('columns.reason'),
      card: 'hidden',
      cell: ({ reason }) => reason,
    },
    {
      id: 'status',
      header: t('columns.status'),
      card: 'fact',
      cell: (row) => <AdjustmentState adjustment={row} t={t} />,
    },
    {
      id: 'proposed',
      header: t('columns.proposed'),
      card: 'fact',
      cell: ({ proposed_by, proposed_at }) => (
        <Identity title={proposed_by.name} detail={<TimeCell time={proposed_at} />} />
      ),
    },
    {
      id: 'decided',
      from: 1280,
      header: t('columns.decided'),
      card: 'hidden',
      cell: ({ decided_by, decided_at }) =>
        decided_by === null ? '–' : <Identity title={decided_by.name} detail={<TimeCell time={decided_at} />} />,
    },
  ];
}
