import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { StaffFile } from '#web/components/staff-file.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useListUrl } from '#web/components/use-list-url.ts';
import { staffRechargeTabs } from '#contract/recharge-rules.ts';
import { api } from '#web/api/client.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { DueChip } from '#web/components/due-chip.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { ToColleague } from '#web/components/to-colleague.tsx';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { MethodsDialog } from './method-dialog.tsx';
import { StaffRechargeState } from '../recharge-columns.tsx';
import { ReviewDrawer } from './review-drawer.tsx';
import type { StaffRecharge } from '../wallet-types.ts';

const rowId = (recharge: StaffRecharge) => recharge.id;

/** The finance queue over all clients: oldest proof first. */
export function StaffRechargesPage() {
  const { t } = useTranslation('wallet');
  const url = useListUrl(staffRechargeTabs[0]);
  const list = useListPage(api.wallet.staffList, {
    name: 'staff_recharges',
    tabs: staffRechargeTabs,
    columns: useMemo(() => staffRechargeColumns(t, url.tab), [t, url.tab]),
  });
  const [methods, setMethods] = useState(false);
  const none = { drawing: 'search', title: t('staff.empty') } as const;
  const { to_review = 0, for_colleague = 0 } = list.counts ?? {};
  const state = [
    to_review > 0 ? t('staff.state', { count: to_review }) : t('staff.stateNone'),
    for_colleague > 0 && t('staff.stateColleague', { count: for_colleague }),
  ];
  return (
    <ListPage
      title={t('staff.title')}
      state={list.counts && state.filter(Boolean).join(' · ')}
      actions={
        <Button variant="default" onClick={() => setMethods(true)}>
          {t('staff.methods')}
        </Button>
      }
      list={list}
      tabLabel={(tab) => t(`staff.tabs.${tab}`)}
      attention={['to_review']}
      search={t('staff.search')}
      toolsEnd={<StaffFile endpoint={api.wallet.staffFile} kit={list.kit} />}
      rowId={rowId}
      rowName={(recharge) => recharge.number}
      opens={{ recharge: rowId }}
      renderDetail={({ row, close }) => <ReviewDrawer recharge={row} onClose={close} />}
      empty={
        list.tab === 'to_review' || list.tab === 'for_colleague'
          ? {
              drawing: 'done',
              title: t(`staff.emptyTabs.${list.tab}`),
              action: list.tab === 'to_review' && for_colleague > 0 && (
                <ToColleague count={for_colleague} url={list.url} />
              ),
            }
          : none
      }
    >
      {methods && <MethodsDialog onClose={() => setMethods(false)} />}
    </ListPage>
  );
}

/**
 * Columns of the finance queue; currencies may differ, so each amount carries its own. What was credited shows beside what
 * the client entered wherever it can differ; what is decided is due no more.
 */
function staffRechargeColumns(t: TFunction<'wallet'>, tab: string): Column<StaffRecharge>[] {
  const decided = tab === 'credited' || tab === 'rejected';
  const mayDiffer = tab === 'credited' || tab === 'all';
  return [
    {
      id: 'client',
      header: t('staff.columns.client'),
      main: true,
      cell: (recharge) => (
        <Identity title={recharge.client.name} detail={`${recharge.client.number} · ${recharge.number}`} />
      ),
    },
    {
      id: 'status',
      header: t('staff.columns.status'),
      card: 'fact',
      cell: (recharge) => <StaffRechargeState recharge={recharge} t={t} />,
    },
    {
      id: 'payer',
      from: 1280,
      wraps: true,
      header: t('staff.columns.payer'),
      card: 'hidden',
      cell: (recharge) => recharge.payer_name ?? '–',
    },
    {
      id: 'transaction',
      header: t('staff.columns.transaction'),
      card: mayDiffer ? 'hidden' : 'fact',
      cell: ({ external_ref }) => (external_ref === null ? '–' : <Identity title={external_ref} />),
    },
    {
      id: 'claimed',
      header: t('staff.columns.claimed'),
      align: 'end',
      card: 'fact',
      cell: (recharge) => <MoneyCell money={{ amount: recharge.amount, currency: recharge.currency }} />,
    },
    {
      id: 'received',
      ...(!mayDiffer && { from: 1280 }),
      header: t('staff.columns.received'),
      align: 'end',
      card: mayDiffer ? 'fact' : 'hidden',
      cell: (recharge) => (
        <MoneyCell
          money={
            recharge.received_amount === null ? null : { amount: recharge.received_amount, currency: recharge.currency }
          }
        />
      ),
    },
    {
      id: 'waiting',
      ...(mayDiffer && { from: 1280 }),
      header: t('staff.columns.submitted'),
      card: 'hidden',
      cell: (recharge) => <TimeCell time={recharge.submitted_at} />,
    },
    decided
      ? {
          id: 'decided',
          header: t('facts.decided'),
          card: 'fact',
          cell: (recharge) => <TimeCell time={recharge.decided_at} />,
        }
      : {
          id: 'due',
          header: t('staff.columns.due'),
          card: tab === 'all' ? 'hidden' : 'fact',
          cell: (recharge) => (recharge.due_at === null ? '–' : <DueChip at={recharge.due_at} />),
        },
  ];
}
