import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPanel } from '#web/components/list-page.tsx';
import { ListStates, stateOf } from '#web/components/list-states.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { nextTab } from '#web/lib/next-tab.ts';
import { everyOf } from '#web/lib/every-of.ts';
import type { ListUrl } from '#web/components/use-list-url.ts';
import { useProfile } from '#web/components/session.tsx';
import { api } from '#web/api/client.ts';
import { staffSeesMoney } from '#contract/rights.ts';
import { agentStockOrderTabs, type StaffStockOrderTab } from '#contract/stock-order-rules.ts';
import { staffStockOrderColumns } from './stock-order-columns.tsx';
import { StockOrderWorkbench } from './stock-order-workbench.tsx';
import type { StaffStockOrder } from './stock-orders-types.ts';

const rowId = (order: StaffStockOrder) => order.id;
const rowName = (order: StaffStockOrder) => `${order.number}, ${order.client.name}`;
const states = everyOf<StaffStockOrderTab>()([
  'to_quote',
  'to_start',
  'under_way',
  'to_receive',
  'to_complete',
  'done',
]);

/** Stock orders of all clients, and the workbench for what is next. */
export function StaffStockOrders({ url, receiving }: { url: ListUrl; receiving: boolean }) {
  const { t } = useTranslation('stock-orders');
  const money = staffSeesMoney(useProfile().roles);
  const list = useListPage(api.stockOrders.staffList, {
    name: 'staff_stock_orders',
    columns: useMemo(() => staffStockOrderColumns(t, money), [t, money]),
    ask: () => ({ tab: receiving ? 'to_receive' : stateOf(url, states) }),
  });
  const next = receiving ? undefined : nextTab(agentStockOrderTabs, stateOf(url, states), list.counts);
  const choice = !receiving && (
    <ListStates
      url={url}
      states={states}
      label={t('statesLabel')}
      stateLabel={(value) => t(`staffStates.${value}`)}
      counts={list.counts}
      counted={agentStockOrderTabs}
    />
  );
  return (
    <ListPanel
      title={t('title')}
      list={list}
      search={t('search')}
      tools={choice}
      rowId={rowId}
      rowName={rowName}
      opens={{ stocking: rowId, account: (order) => order.client.id }}
      renderDetail={({ ids: { stocking: id, account: account_id }, close }) =>
        id !== undefined &&
        account_id !== undefined && <StockOrderWorkbench key={id} ids={{ account_id, id }} onClose={close} />
      }
      empty={{
        drawing: 'done',
        title: t(receiving ? 'emptyReceiving' : 'emptyStaff'),
        action: next && (
          <Button variant="default" onClick={() => url.set({ state: next.tab })}>
            {t(`nextState.${next.tab}`, { count: next.count })}
          </Button>
        ),
      }}
    />
  );
}
