import { Button } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { orderTabs, type OrderTab } from '#contract/order-states.ts';
import { useMay } from '#web/components/session.tsx';
import { useSelection } from '#web/ui/selection.ts';
import { api } from '#web/api/client.ts';
import { CheckoutDrawer } from '../pay/checkout-drawer.tsx';
import { ImportDialog } from '../import/import-dialog.tsx';
import { actionsOf } from './order-bar.tsx';
import { orderColumns } from '../order-columns.tsx';
import { MissingEntries } from './missing-entries.tsx';
import { OrderDrawer, type OrderSlots } from '../detail/order-drawer.tsx';
import { aroundOf } from '../detail/order-steps.tsx';
import { orderExports } from './order-exports.ts';
import { useOrderFilters } from './order-filters.ts';
import { seenCosts } from '../pay/seen-costs.ts';
import { ManualOrders, CreateOrderButtons } from './create-order-menu.tsx';
import { StateStrip } from './state-strip.tsx';
import type { Order } from '../orders-types.ts';

// most visits of the list are about orders alone
const AutopayDrawer = lazy(async () => ({ default: (await import('../pay/autopay-drawer.tsx')).AutopayDrawer }));

const rowId = (order: Order) => order.id;
const wantsMerchant = new Set<OrderTab>(['action_needed', 'to_pay']);

function useColumns() {
  const { t } = useTranslation('orders');
  const { t: tl } = useTranslation('orders-list');
  return useMemo(() => orderColumns(t, tl), [t, tl]);
}

/** All orders of the account: tabs with counts, search, selection to pay, detail, import (domain.md §4.8). */
export function OrdersPage(slots: OrderSlots) {
  const { t } = useTranslation('orders');
  const { t: tl } = useTranslation('orders-list');
  const may = useMay();
  const list = useListPage(api.orders.list, {
    name: 'orders',
    tabs: orderTabs,
    columns: useColumns(),
    filters: useOrderFilters(),
  });
  const { url, kit, rows } = list;
  const selection = useSelection(rowId, JSON.stringify(kit.asked));
  const [paying, setPaying] = useState<readonly string[]>();
  const [importing, setImporting] = useState(false);
  const importButton = may('orders', 'edit') && (
    <Button variant="default" onClick={() => setImporting(true)}>
      {t('import')}
    </Button>
  );
  return (
    <ListPage
      title={t('title')}
      actions={
        <>
          <Button variant="default" onClick={() => url.show({ autopay: 'open' })}>
            {tl('autopay.button')}
          </Button>
          {importButton}
          <CreateOrderButtons url={url} />
        </>
      }
      list={list}
      tabsLabel={t('tabsLabel')}
      tabLabel={(tab) => t(`tabs.${tab}`)}
      attention={orderTabs.filter((tab) => wantsMerchant.has(tab))}
      belowTabs={<StateStrip />}
      search={t('search')}
      exportChoices={orderExports(tl)}
      aboveRows={<MissingEntries missing={list.meta?.missing} />}
      rowId={rowId}
      rowName={(order) => t('rowName', { name: order.name })}
      {...((may('orders', 'pay') || may('orders', 'edit')) && {
        selection,
        matchable: may('orders', 'edit'),
        bulk: actionsOf(kit, selection, setPaying),
      })}
      opens={{ order: rowId }}
      renderDetail={({ ids: { order: id }, close }) =>
        id !== undefined &&
        !paying && (
          <OrderDrawer
            id={id}
            around={aroundOf(rows, id)}
            onStep={(order) => url.show({ order })}
            onClose={close}
            onPay={(order) => setPaying([order])}
            slots={slots}
          />
        )
      }
      empty={
        list.tab === 'all'
          ? { drawing: 'box', title: t('emptyFirst'), text: t('emptyFirstText'), action: importButton }
          : { drawing: 'done', title: t('emptyTab') }
      }
    >
      {paying && (
        <CheckoutDrawer
          orderIds={paying}
          seen={seenCosts(rows)}
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
      <ManualOrders url={url} />
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </ListPage>
  );
}
