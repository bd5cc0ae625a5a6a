import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useListUrl } from '#web/components/use-list-url.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { fulfilmentColumns } from './fulfilment-columns.tsx';
import { type DeskExplain, FulfilmentDrawer } from './fulfilment-drawer.tsx';
import type { DeskOrder } from './orders-types.ts';

const rowId = (order: DeskOrder) => order.id;
const tabs = ['to_ship', 'partly', 'all'] as const;

/** The warehouse's queue: paid orders of all clients, oldest payment first. */
export function FulfilmentDeskPage({ Explain }: { Explain: DeskExplain }) {
  const { t } = useTranslation('orders');
  const url = useListUrl('to_ship');
  const tab = tabs.find((one) => one === url.tab) ?? 'to_ship';
  const query = useApiQuery(
    api.orders.deskList,
    { query: { page: url.page, per_page: url.per_page, q: url.q, tab } },
    { keepPrevious: true },
  );
  const [id, account_id] = [url.get('order'), url.get('account')];
  const columns = useMemo(() => fulfilmentColumns(t), [t]);
  const counts = query.data?.meta.counts;
  return (
    <Page title={t('desk.title')} state={t('desk.state')}>
      <Panel padding="none">
        <CountTabs
          label={t('tabsLabel')}
          tabs={tabs.map((value) => ({ value, label: t(`desk.tabs.${value}`), count: counts && (counts[value] ?? 0) }))}
          value={tab}
          onChange={(value) => url.set({ tab: value })}
        />
        <Toolbar>
          <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
        </Toolbar>
        <DataTable
          label={t('desk.title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={(order) => t('rowName', { name: order.name })}
          onOpen={(order) => url.show({ order: order.id, account: order.client.id })}
          openId={id}
          empty={
            url.q === ''
              ? { drawing: 'done', title: t('desk.empty') }
              : {
                  drawing: 'search',
                  title: t('empty'),
                  action: (
                    <Button variant="default" onClick={() => url.set({ q: '' })}>
                      {t('clear')}
                    </Button>
                  ),
                }
          }
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      {id && account_id && (
        <FulfilmentDrawer
          ids={{ account_id, id }}
          Explain={Explain}
          onClose={() => url.show({ order: undefined, account: undefined })}
        />
      )}
    </Page>
  );
}
