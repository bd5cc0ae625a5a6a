import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { ListPanel } from '#web/components/list-page.tsx';
import { ListStates, stateOf } from '#web/components/list-states.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { everyOf } from '#web/lib/every-of.ts';
import type { ListUrl } from '#web/components/use-list-url.ts';
import { api, type Contract } from '#web/api/client.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { incomingColumns, stockOrderColumns } from './stock-order-columns.tsx';
import type { StockOrder, Incoming } from './stock-orders-types.ts';

type StockOrderTab = NonNullable<NonNullable<InputOf<Contract['stockOrders']['list']>['query']>['tab']>;

const states = everyOf<StockOrderTab>()(['all', 'to_do', 'to_accept', 'under_way', 'closed']);
const orderId = (order: StockOrder) => order.id;
const orderName = (order: StockOrder) => order.number;
const incomingId = (row: Incoming) => `${row.stock_order.id} ${row.line}`;
const incomingName = (row: Incoming) => `${row.sku.code}, ${row.stock_order.number}`;

/** Goods that the merchant has bought ahead. */
export function StockOrderList({ url }: { url: ListUrl }) {
  const { t } = useTranslation('stock-orders');
  const ofClient = useClientEmpty();
  const state = stateOf(url, states);
  const list = useListPage(api.stockOrders.list, {
    name: 'stock_orders',
    columns: useMemo(() => stockOrderColumns(t), [t]),
    ask: () => ({ tab: state }),
  });
  const none = { drawing: 'search', title: t('empty') } as const;
  return (
    <ListPanel
      title={t('title')}
      list={list}
      search={t('search')}
      tools={
        <ListStates url={url} states={states} label={t('statesLabel')} stateLabel={(value) => t(`states.${value}`)} />
      }
      rowId={orderId}
      rowName={orderName}
      opens={{ stocking: orderId }}
      empty={
        state === 'all'
          ? ofClient('stockOrders', {
              drawing: 'box',
              title: t('emptyFirst'),
              text: t('emptyFirstText'),
            })
          : none
      }
    />
  );
}

/** What is paid for and on its way, the soonest first. */
export function IncomingList() {
  const { t } = useTranslation('stock-orders');
  const list = useListPage(api.stockOrders.incoming, {
    name: 'incoming_stock',
    columns: useMemo(() => incomingColumns(t), [t]),
  });
  return (
    <ListPanel
      title={t('incoming')}
      list={list}
      search={t('searchSku')}
      rowId={incomingId}
      rowName={incomingName}
      onOpen={(row) => list.url.show({ stocking: row.stock_order.id })}
      empty={{ drawing: 'done', title: t('emptyIncoming') }}
    />
  );
}
