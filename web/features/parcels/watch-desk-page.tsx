import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { watchRules } from '#contract/watch-rules.ts';
import { useListUrl } from '#web/components/use-list-url.ts';
import { useOpenRow } from '#web/components/use-open-row.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { watchColumns } from './watch-columns.tsx';
import { WatchDrawer } from './watch-drawer.tsx';
import type { Watched } from './parcels-types.ts';

const tabs = ['all', ...watchRules] as const;
const rowId = ({ order, parcel, rule }: Watched) => `${order.id} ${parcel?.id ?? ''} ${rule}`;

/** The staff's queue of watched parcels, of all clients (domain.md §4.19). */
export function WatchDeskPage() {
  const { t } = useTranslation('parcels');
  const url = useListUrl('all');
  const tab = tabs.find((one) => one === url.tab) ?? 'all';
  const query = useApiQuery(
    api.parcels.deskWatch,
    { query: { page: url.page, per_page: url.per_page, tab } },
    { keepPrevious: true },
  );
  const watched = useOpenRow(url, 'watched', query.data?.data, rowId);
  const columns = useMemo(() => watchColumns(t), [t]);
  const counts = query.data?.meta.counts;
  return (
    <Page title={t('desk.title')} state={t('desk.state')}>
      <Panel padding="none">
        <CountTabs
          label={t('desk.tabsLabel')}
          tabs={tabs.map((value) => ({
            value,
            label: value === 'all' ? t('desk.all') : t(`rules.${value}`),
            count: counts && (counts[value] ?? 0),
          }))}
          value={tab}
          onChange={(value) => url.set({ tab: value })}
        />
        <DataTable
          label={t('desk.title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={({ order, client }) => t('desk.rowName', { name: order.name, client: client.name })}
          onOpen={watched.open}
          openId={watched.id}
          empty={{ drawing: 'done', title: t(tab === 'all' ? 'desk.empty' : 'desk.emptyRule') }}
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      {watched.row && <WatchDrawer row={watched.row} onClose={watched.close} />}
    </Page>
  );
}
