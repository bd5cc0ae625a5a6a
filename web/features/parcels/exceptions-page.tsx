import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { watchRules } from '#contract/watch-rules.ts';
import { api } from '#web/api/client.ts';
import { exceptionColumns } from './exception-columns.tsx';
import { ExceptionDrawer } from './exception-drawer.tsx';
import type { ParcelExceptionRow } from './parcels-types.ts';

const tabs = ['all', ...watchRules] as const;
const rowId = ({ order, parcel, rule }: ParcelExceptionRow) => `${order.id} ${parcel?.id ?? ''} ${rule}`;

/** The staff's queue of watched parcels, of all clients (domain.md §4.19). */
export function ExceptionsPage() {
  const { t } = useTranslation('parcels');
  const list = useListPage(api.parcels.deskWatch, { tabs, columns: useMemo(() => exceptionColumns(t), [t]) });
  return (
    <ListPage
      title={t('staff.title')}
      state={t('staff.state')}
      list={list}
      tabsLabel={t('staff.tabsLabel')}
      tabLabel={(tab) => (tab === 'all' ? t('staff.all') : t(`rules.${tab}`))}
      rowId={rowId}
      rowName={({ order, client }) => t('staff.rowName', { name: order.name, client: client.name })}
      opens={{ watched: rowId }}
      renderDetail={({ row, close }) => row && <ExceptionDrawer row={row} onClose={close} />}
      empty={{ drawing: 'done', title: t(list.tab === 'all' ? 'staff.empty' : 'staff.emptyRule') }}
    />
  );
}
