import { Button } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderTabs, type OrderTab } from '#contract/order-states.ts';
import { ListBar } from '#web/components/list-bar.tsx';
import { useListEmpty } from '#web/components/list-empty.tsx';
import { useMay } from '#web/components/session.tsx';
import { useList } from '#web/components/use-list.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { useSelection } from '#web/ui/selection.ts';
import { api, type Contract, type Input } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { CheckoutDrawer } from './checkout-drawer.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { actsOf } from './order-bar.tsx';
import { orderColumns } from './order-columns.tsx';
import { MissingEntries } from './missing-entries.tsx';
import { OrderDrawer, type OrderSlots } from './order-drawer.tsx';
import { aroundOf } from './order-steps.tsx';
import { orderExports } from './order-exports.ts';
import { useOrderFilters } from './order-filters.ts';
import { seenCosts } from './seen-costs.ts';
import { ByHand, ByHandButtons } from './orders-by-hand.tsx';
import { StateStrip } from './state-strip.tsx';
import type { Order } from './orders-types.ts';

// most visits of the list are about orders alone
const AutopayDrawer = lazy(async () => ({ default: (await import('./autopay-drawer.tsx')).AutopayDrawer }));

const rowId = (order: Order) => order.id;
const wantsMerchant = new Set<OrderTab>(['action_needed', 'to_pay']);
const tabOf = (text: string): OrderTab => orderTabs.find((tab) => tab === text) ?? 'all';

function useColumns() {
  const { t } = useTranslation('orders');
  const { t: tl } = useTranslation('order-list');
  return useMemo(() => orderColumns(t, tl), [t, tl]);
}

type OrderQuery = NonNullable<Input<Contract['orders']['list']>['query']>;

/** All orders of the account: tabs with counts, search, selection to pay, detail, import (domain.md §4.8). */
export function OrdersPage(slots: OrderSlots) {
  const { t } = useTranslation('orders');
  const { t: tl } = useTranslation('order-list');
  const may = useMay();
  const list = useList({ list: 'orders', columns: useColumns(), filters: useOrderFilters() });
  const { url } = list;
  const tab = tabOf(url.tab);
  // the address may hold words of another day; the server says which ones it knows
  const asked = list.asked as OrderQuery;
  const query = useApiQuery(
    api.orders.list,
    { query: { page: url.page, per_page: url.per_page, ...asked, tab } },
    { keepPrevious: true },
  );
  const selection = useSelection(rowId, JSON.stringify(list.asked));
  const [paying, setPaying] = useState<readonly string[]>();
  const [importing, setImporting] = useState(false);
  const counts = query.data?.meta.counts;
  const open = url.get('order');
  const importButton = may('orders', 'edit') && (
    <Button variant="default" onClick={() => setImporting(true)}>
      {t('import')}
    </Button>
  );
  const empty = useListEmpty(
    list,
    tab === 'all'
      ? { drawing: 'box', title: t('emptyFirst'), text: t('emptyFirstText'), action: importButton }
      : { drawing: 'done', title: t('emptyTab') },
  );
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <Button variant="default" onClick={() => url.show({ autopay: 'open' })}>
            {tl('autopay.button')}
          </Button>
          {importButton}
          <ByHandButtons url={url} />
        </>
      }
    >
      <Panel padding="none">
        <CountTabs
          label={t('tabsLabel')}
          tabs={orderTabs.map((value) => ({
            value,
            label: t(`tabs.${value}`),
            count: counts && (counts[value] ?? 0),
            attention: wantsMerchant.has(value),
          }))}
          value={tab}
          onChange={(value) => url.set({ tab: value === 'all' ? undefined : value })}
        />
        <StateStrip />
        <ListBar list={list} search={t('search')} exportChoices={orderExports(tl)} />
        <MissingEntries missing={query.data?.meta.missing} />
        <DataTable
          label={t('title')}
          query={query}
          columns={list.columns}
          rowId={rowId}
          rowName={(order) => t('rowName', { name: order.name })}
          onOpen={(order) => url.set({ order: order.id, page: String(url.page) })}
          openId={open}
          {...((may('orders', 'pay') || may('orders', 'edit')) && {
            selection,
            matchable: may('orders', 'edit'),
            bulk: actsOf(list, selection, setPaying),
          })}
          sort={url.sort}
          onSort={(sort) => url.set({ sort })}
          empty={empty}
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      {open !== undefined && !paying && (
        <OrderDrawer
          id={open}
          around={aroundOf(query.data?.data ?? [], open)}
          onStep={(id) => url.show({ order: id })}
          onClose={() => url.set({ order: undefined, page: String(url.page) })}
          onPay={(id) => setPaying([id])}
          slots={slots}
        />
      )}
      {paying && (
        <CheckoutDrawer
          orderIds={paying}
          seen={seenCosts(query.data?.data ?? [])}
          onClose={() => setPaying(undefined)}
          onPaid={() => {
            setPaying(undefined);
            selection.clear();
          }}
        />
      )}
      {url.get('autopay') !== undefined && (
        <Suspense>
          <AutopayDrawer onClose={() => url.show({ autopay: undefined })} />
        </Suspense>
      )}
      <ByHand url={url} />
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </Page>
  );
}
