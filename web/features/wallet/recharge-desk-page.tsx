import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DeskRechargeTab, deskRechargeTabs } from '#contract/recharge-rules.ts';
import { useListUrl } from '#web/components/use-list-url.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { MethodsDialog } from './method-dialog.tsx';
import { rechargeDeskColumns } from './recharge-desk-columns.tsx';
import { ReviewDrawer } from './review-drawer.tsx';
import type { DeskRecharge } from './wallet-types.ts';

const rowId = (recharge: DeskRecharge) => recharge.id;
const tabOf = (name: string): DeskRechargeTab => deskRechargeTabs.find((tab) => tab === name) ?? 'to_review';

/** The finance queue over all clients: oldest proof first. */
export function RechargeDeskPage() {
  const { t } = useTranslation('wallet');
  const url = useListUrl('to_review');
  const tab = tabOf(url.tab);
  const query = useApiQuery(
    api.wallet.deskList,
    { query: { page: url.page, per_page: url.per_page, q: url.q, tab } },
    { keepPrevious: true },
  );
  const columns = useMemo(() => rechargeDeskColumns(t), [t]);
  const [methods, setMethods] = useState(false);
  const openId = url.get('recharge');
  const open = query.data?.data.find((recharge) => recharge.id === openId);
  const waiting = query.data?.meta.counts?.to_review;
  return (
    <Page
      title={t('desk.title')}
      state={waiting !== undefined && (waiting > 0 ? t('desk.state', { count: waiting }) : t('desk.stateNone'))}
      actions={
        <Button variant="default" onClick={() => setMethods(true)}>
          {t('desk.methods')}
        </Button>
      }
    >
      <Panel padding="none">
        <CountTabs
          label={t('desk.title')}
          tabs={deskRechargeTabs.map((value) => ({
            value,
            label: t(`desk.tabs.${value}`),
            ...(value === 'to_review' && { count: waiting, attention: true }),
          }))}
          value={tab}
          onChange={(value) => url.set({ tab: value === 'to_review' ? undefined : value, recharge: undefined })}
        />
        <Toolbar>
          <SearchField label={t('desk.search')} value={url.q} onSearch={(q) => url.set({ q })} width={340} />
        </Toolbar>
        <DataTable
          label={t('desk.title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={(recharge) => recharge.number}
          onOpen={(recharge) => url.show({ recharge: recharge.id })}
          openId={openId}
          empty={
            tab === 'to_review' && url.q === ''
              ? { drawing: 'done', title: t('desk.emptyDone') }
              : { drawing: 'search', title: t('desk.empty') }
          }
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      <ReviewDrawer recharge={open} onClose={() => url.show({ recharge: undefined })} />
      {methods && <MethodsDialog onClose={() => setMethods(false)} />}
    </Page>
  );
}
