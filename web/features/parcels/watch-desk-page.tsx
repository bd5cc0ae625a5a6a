import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { watchRules } from '#contract/watch-rules.ts';
import { api } from '#web/api/client.ts';
import { watchColumns } from './watch-columns.tsx';
import { WatchDrawer } from './watch-drawer.tsx';
import type { Watched } from './parcels-types.ts';

const tabs = ['all', ...watchRules] as const;
const rowId = ({ order, parcel, rule }: Watched) => `${order.id} ${parcel?.id ?? ''} ${rule}`;

/** The staff's queue of watched parcels, of all clients (domain.md §4.19). */
export function WatchDeskPage() {
  const { t } = useTranslation('parcels');
  const list = useListPage(api.parcels.deskWatch, { tabs, columns: useMemo(() => watchColumns(t), [t]) });
  return (
    <ListPage
      title={t('desk.title')}
      state={t('desk.state')}
      list={list}
      tabsLabel={t('desk.tabsLabel')}
      tabLabel={(tab) => (tab === 'all' ? t('desk.all') : t(`rules.${tab}`))}
      rowId={rowId}
      rowName={({ order, client }) => t('desk.rowName', { name: order.name, client: client.name })}
      opens={{ watched: rowId }}
      renderDetail={({ row, close }) => row && <WatchDrawer row={row} onClose={close} />}
      empty={{ drawing: 'done', title: t(list.tab === 'all' ? 'desk.empty' : 'desk.emptyRule') }}
    />
  );
}
