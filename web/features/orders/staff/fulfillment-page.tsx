import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { api } from '#web/api/client.ts';
import { fulfillmentColumns } from './fulfillment-columns.tsx';
import { type StaffTimeline, FulfillmentDrawer } from './fulfillment-drawer.tsx';
import type { StaffOrder } from '../orders-types.ts';

const rowId = (order: StaffOrder) => order.id;
const tabs = ['to_ship', 'partly', 'all'] as const;

/** The warehouse's queue: paid orders of all clients, oldest payment first. */
export function FulfillmentPage({ Timeline }: { Timeline: StaffTimeline }) {
  const { t } = useTranslation(['orders', 'orders-staff']);
  const list = useListPage(api.orders.deskList, { tabs, columns: useMemo(() => fulfillmentColumns(t), [t]) });
  const clear = (
    <Button variant="default" onClick={() => list.url.set({ q: '' })}>
      {t('clear')}
    </Button>
  );
  return (
    <ListPage
      title={t('orders-staff:fulfillment.title')}
      state={t('orders-staff:fulfillment.state')}
      list={list}
      tabsLabel={t('tabsLabel')}
      tabLabel={(tab) => t(`orders-staff:fulfillment.tabs.${tab}`)}
      search={t('search')}
      rowId={rowId}
      rowName={(order) => t('rowName', { name: order.name })}
      opens={{ order: rowId, account: (order) => order.client.id }}
      renderDetail={({ ids: { order: id, account: account_id }, close }) =>
        id && account_id && <FulfillmentDrawer ids={{ account_id, id }} Timeline={Timeline} onClose={close} />
      }
      empty={{ drawing: 'done', title: t('orders-staff:fulfillment.empty') }}
      noMatch={{ drawing: 'search', title: t('empty'), action: clear }}
    />
  );
}
