import { Button, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderTab } from '#contract/orders.ts';
import type { OrderBlock } from '#web/components/order-status.tsx';
import { useMay } from '#web/components/session.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { formatMoney } from '#web/lib/format.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { useSelection } from '#web/ui/selection.ts';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { CheckoutDrawer } from './checkout-drawer.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { orderColumns } from './order-columns.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { type Order, useOrders, useStoreOptions } from './orders.api.ts';

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
  'cancelled',
] as const satisfies readonly OrderTab[];
const tabOf = (text: string): OrderTab => tabs.find((tab) => tab === text) ?? 'all';

/** All orders of the account: tabs with counts, search, selection to pay, detail, import (domain.md §4.8). */
export function OrdersPage() {
  const { t } = useTranslation('orders');
  const may = useMay();
  const url = useListUrl();
  const tab = tabOf(url.tab);
  const store_id = url.get('store_id');
  const block = url.get('block');
  const query = useOrders({ page: url.page, per_page: url.per_page, q: url.q, tab, store_id, block });
  const stores = useStoreOptions();
  const selection = useSelection(rowId);
  const [paying, setPaying] = useState<readonly string[]>();
  const [importing, setImporting] = useState(false);
  const columns = useMemo(() => orderColumns(t), [t]);
  const counts = query.data?.meta.counts;
  const open = url.get('order');
  const filtered = url.q !== '' || store_id !== undefined || block !== undefined;
  const importButton = may('orders', 'edit') && (
    <Button variant="default" onClick={() => setImporting(true)}>
      {t('import')}
    </Button>
  );
  const clear = (
    <Button variant="default" onClick={() => url.set({ q: '', store_id: '', block: '' })}>
      {t('clear')}
    </Button>
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
        <Toolbar>
          <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
          <Select
            aria-label={t('store')}
            placeholder={t('allStores')}
            data={(stores.data ?? []).map((store) => ({ value: store.id, label: store.label }))}
            value={store_id ?? null}
            onChange={(value) => url.set({ store_id: value ?? undefined })}
            searchable
            clearable
            w={200}
          />
          {block !== undefined && <BlockFilter block={block} onClear={() => url.set({ block: '' })} />}
        </Toolbar>
        <DataTable
          label={t('title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={(order) => t('rowName', { name: order.name })}
          onOpen={(order) => url.set({ order: order.id, page: String(url.page) })}
          openId={open}
          {...(may('orders', 'pay') && {
            selection,
            selectable: (order: Order) => unpaid.has(order.stage),
            bulk: payBar(setPaying),
          })}
          empty={
            filtered
              ? { drawing: 'search', title: t('empty'), action: clear }
              : tab === 'all'
                ? { title: t('emptyFirst'), text: t('emptyFirstText'), action: importButton }
                : { drawing: 'done', title: t('emptyTab') }
          }
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

/** The reason that the list is narrowed to, with its ×; the Dashboard leads here. */
function BlockFilter({ block, onClear }: { block: string; onClear: () => void }) {
  const { t } = useTranslation('orders');
  const reason = t(`blocks.${block as OrderBlock['code']}`, { defaultValue: block });
  return (
    <Button
      variant="default"
      fw={400}
      rightSection={<IconX size={14} stroke={1.75} aria-hidden />}
      aria-label={`${t('clear')}: ${reason}`}
      onClick={onClear}
    >
      {t('stoppedBy', { reason })}
    </Button>
  );
}

const payBar = (onPay: (ids: readonly string[]) => void) => (rows: readonly Order[]) => (
  <PayButton rows={rows} onClick={() => onPay(rows.map(rowId))} />
);

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
