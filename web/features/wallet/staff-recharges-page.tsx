import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { deskRechargeTabs } from '#contract/recharge-rules.ts';
import { api } from '#web/api/client.ts';
import { MethodsDialog } from './method-dialog.tsx';
import { staffRechargeColumns } from './staff-recharge-columns.tsx';
import { ReviewDrawer } from './review-drawer.tsx';
import type { StaffRecharge } from './wallet-types.ts';

const rowId = (recharge: StaffRecharge) => recharge.id;

/** The finance queue over all clients: oldest proof first. */
export function StaffRechargesPage() {
  const { t } = useTranslation('wallet');
  const list = useListPage(api.wallet.deskList, {
    tabs: deskRechargeTabs,
    columns: useMemo(() => staffRechargeColumns(t), [t]),
  });
  const [methods, setMethods] = useState(false);
  const none = { drawing: 'search', title: t('staff.empty') } as const;
  const waiting = list.counts?.to_review;
  return (
    <ListPage
      title={t('staff.title')}
      state={waiting !== undefined && (waiting > 0 ? t('staff.state', { count: waiting }) : t('staff.stateNone'))}
      actions={
        <Button variant="default" onClick={() => setMethods(true)}>
          {t('staff.methods')}
        </Button>
      }
      list={list}
      tabLabel={(tab) => t(`staff.tabs.${tab}`)}
      attention={['to_review']}
      counted={['to_review']}
      search={t('staff.search')}
      searchWidth={340}
      rowId={rowId}
      rowName={(recharge) => recharge.number}
      opens={{ recharge: rowId }}
      renderDetail={({ row, close }) => <ReviewDrawer recharge={row} onClose={close} />}
      empty={list.tab === 'to_review' ? { drawing: 'done', title: t('staff.emptyDone') } : none}
      noMatch={none}
    >
      {methods && <MethodsDialog onClose={() => setMethods(false)} />}
    </ListPage>
  );
}
