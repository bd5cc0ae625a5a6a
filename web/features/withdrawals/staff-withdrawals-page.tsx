import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { staffWithdrawalTabs } from '#contract/withdrawal-rules.ts';
import { api } from '#web/api/client.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { ToColleague } from '#web/components/to-colleague.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useListUrl } from '#web/components/use-list-url.ts';
import { StaffWithdrawalDrawer } from './staff-withdrawal-drawer.tsx';
import { staffWithdrawalColumns } from './withdrawal-columns.tsx';
import type { StaffWithdrawal } from './withdrawal-types.ts';

const rowId = (withdrawal: StaffWithdrawal) => withdrawal.id;

/** Finance's list of withdrawals over all clients: to review, to pay, paid. */
export function StaffWithdrawalsPage() {
  const { t } = useTranslation('withdrawals');
  const url = useListUrl(staffWithdrawalTabs[0]);
  const list = useListPage(api.withdrawals.staffList, {
    name: 'staff_withdrawals',
    tabs: staffWithdrawalTabs,
    columns: useMemo(() => staffWithdrawalColumns(t, url.tab), [t, url.tab]),
  });
  const { to_review = 0, to_pay = 0, for_colleague = 0 } = list.counts ?? {};
  const state = [
    to_review > 0 && t('staff.state', { count: to_review }),
    to_pay > 0 && t('staff.statePay', { count: to_pay }),
    for_colleague > 0 && t('staff.stateColleague', { count: for_colleague }),
  ].filter(Boolean);
  const next =
    list.tab === 'to_review' && to_pay > 0 ? (
      <Button onClick={() => list.url.set({ tab: 'to_pay' })}>{t('staff.goToPay', { count: to_pay })}</Button>
    ) : (
      (list.tab === 'to_review' || list.tab === 'to_pay') &&
      for_colleague > 0 && <ToColleague count={for_colleague} url={list.url} />
    );
  const none = { drawing: 'search', title: t('staff.empty') } as const;
  return (
    <ListPage
      title={t('staff.title')}
      state={list.counts && (state.join(' · ') || t('staff.stateNone'))}
      list={list}
      tabLabel={(tab) => t(`staff.tabs.${tab}`)}
      attention={['to_review', 'to_pay']}
      search={t('staff.search')}
      rowId={rowId}
      rowName={(row) => row.number}
      opens={{ withdrawal: rowId }}
      renderDetail={({ row, close }) => <StaffWithdrawalDrawer withdrawal={row} onClose={close} />}
      empty={
        list.tab !== undefined && list.tab !== 'all'
          ? {
              drawing: 'done',
              title: t(`staff.emptyTabs.${list.tab}`),
              action: next,
            }
          : none
      }
    />
  );
}
