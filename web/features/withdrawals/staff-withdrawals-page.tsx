import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { staffWithdrawalTabs } from '#contract/withdrawal-rules.ts';
import { api } from '#web/api/client.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { StaffWithdrawalDrawer } from './staff-withdrawal-drawer.tsx';
import { staffWithdrawalColumns } from './withdrawal-columns.tsx';
import type { StaffWithdrawal } from './withdrawal-types.ts';

const rowId = (withdrawal: StaffWithdrawal) => withdrawal.id;

/** Finance's list of withdrawals over all clients: to review, to pay, paid. */
export function StaffWithdrawalsPage() {
  const { t } = useTranslation('withdrawals');
  const list = useListPage(api.withdrawals.staffList, {
    name: 'staff_withdrawals',
    tabs: staffWithdrawalTabs,
    columns: useMemo(() => staffWithdrawalColumns(t), [t]),
  });
  const waiting = list.counts?.to_review;
  const waits = list.tab === 'to_review' || list.tab === 'to_pay';
  return (
    <ListPage
      title={t('staff.title')}
      state={waiting !== undefined && (waiting > 0 ? t('staff.state', { count: waiting }) : t('staff.stateNone'))}
      list={list}
      tabLabel={(tab) => t(`staff.tabs.${tab}`)}
      attention={['to_review', 'to_pay']}
      counted={['to_review', 'to_pay']}
      search={t('search')}
      rowId={rowId}
      rowName={(row) => row.number}
      opens={{ withdrawal: rowId }}
      renderDetail={({ row, close }) => <StaffWithdrawalDrawer withdrawal={row} onClose={close} />}
      empty={waits ? { drawing: 'done', title: t('staff.emptyDone') } : { drawing: 'search', title: t('staff.empty') }}
    />
  );
}
