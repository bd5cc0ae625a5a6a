import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderTab } from '#contract/orders.ts';
import { BulkActs } from '#web/components/bulk-acts.tsx';
import { ListBar } from '#web/components/list-bar.tsx';
import { useListEmpty } from '#web/components/list-empty.tsx';
import { useMay } from '#web/components/session.tsx';
import { type ListKit, useList } from '#web/components/use-list.ts';
import { formatMoney } from '#web/lib/format.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { type Selection, useSelection } from '#web/ui/selection.ts';
import { CheckoutDrawer } from './checkout-drawer.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { orderColumns } from './order-columns.tsx';
import { MissingEntries } from './missing-entries.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { useOrderFilters } from './order-filters.ts';
import { type Order, useOrders } from './orders.api.ts';

const rowId = (order: Order) => order.id;
const unpaid = new Set<Order['stage']>(['imported', 'quoting', 'awaiting_payment']);
const wantsMerchant = new Set<OrderTab>(['action_needed', 'to_pay']);
const tabs = [
  'all',
  'action_needed',
  'quoting',
  'to_pay',
  'processing',
  'shipped',
  'delivered',
  'on_hold',
  'watch',
  'claims',
  'cancelled',
] as const satisfies readonly OrderTab[];
const tabOf = (text: string): OrderTab => tabs.find((tab) => tab === text) ?? 'all';

function useColumns() {
  const { t } = useTranslation('orders');
  const { t: tl } = useTranslation('order-list');
  return useMemo(() => orderColumns(t, tl), [t, tl]);
}

/** All orders of the account: tabs with counts, search, selection to pay, detail, import (domain.md §4.8). */
export function OrdersPage() {
  const { t } = useTranslation('orders');
  const may = useMay();
  const list = useList({ list: 'orders', columns: useColumns(), filters: useOrderFilters() });
  const { url } = list;
  const tab = tabOf(url.tab);
  const query = useOrders({ page: url.page, per_page: url.per_page, ...list.asked, tab });
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
    <Page title={t('title')} actions={importButton}>
      <Panel padding="none">
        <CountTabs
          label={t('tabsLabel')}
          tabs={tabs.map((value) => ({
            value,
            label: t(`tabs.${value}`),
            count: counts && (counts[value] ?? 0),
            attention: wantsMerchant.has(value),
          }))}
          value={tab}
          onChange={(value) => url.set({ tab: value === 'all' ? undefined : value })}
        />
        <ListBar list={list} search={t('search')} exportable />
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
          onClose={() => url.set({ order: undefined, page: String(url.page) })}
          onPay={(id) => setPaying([id])}
        />
      )}
      {paying && (
        <CheckoutDrawer
          orderIds={paying}
          onClose={() => setPaying(undefined)}
          onPaid={() => {
            setPaying(undefined);
            selection.clear();
          }}
        />
      )}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </Page>
  );
}

type OrderActsProps = {
  list: ListKit<Order>;
  selection: Selection<Order>;
  rows: readonly Order[];
  onPay: (ids: readonly string[]) => void;
};

const actsOf =
  (list: ListKit<Order>, selection: Selection<Order>, onPay: OrderActsProps['onPay']) => (rows: readonly Order[]) => (
    <OrderActs list={list} selection={selection} rows={rows} onPay={onPay} />
  );

/** What can be done with the ticked orders: holding, releasing, paying. */
function OrderActs({ list, selection, rows, onPay }: OrderActsProps) {
  const { t } = useTranslation('orders');
  const may = useMay();
  const payable = rows.filter((order) => unpaid.has(order.stage));
  const acts = (['hold', 'release'] as const).map((act) => ({
    act,
    label: t(`bulk.${act}.label`),
    title: t(`bulk.${act}.title`),
    confirm: (count: number) => t(`bulk.${act}.confirm`, { count }),
  }));
  return (
    <>
      {may('orders', 'edit') && <BulkActs list={list} selection={selection} acts={acts} follows={['dashboard']} />}
      {may('orders', 'pay') && !selection.everything && payable.length > 0 && (
        <PayButton rows={payable} onClick={() => onPay(payable.map(rowId))} />
      )}
    </>
  );
}

/** "Pay 38 orders · $412.60": what is ticked and can be paid, and its sum. */
function PayButton({ rows, onClick }: { rows: readonly Order[]; onClick: () => void }) {
  const { t, i18n } = useTranslation('orders');
  const ready = rows.filter((order) => order.stage === 'awaiting_payment' && order.cost !== null);
  const currency = ready[0]?.cost?.currency;
  if (currency === undefined) return <Button onClick={onClick}>{t('checkMany')}</Button>;
  const amount = ready.reduce((sum, order) => sum + (order.cost?.total ?? 0), 0);
  return (
    <Button onClick={onClick}>
      {t('payMany', { count: ready.length, amount: formatMoney({ amount, currency }, i18n.language) })}
    </Button>
  );
}
