import { Button, SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { everyOf } from '#web/lib/every-of.ts';
import { useMay } from '#web/components/session.tsx';
import type { ListUrl } from '#web/components/use-list-url.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { incomingColumns, stockingColumns } from './stocking-columns.tsx';
import type { StockingOrder, Incoming, StockingTab } from './stock-types.ts';

const states = everyOf<StockingTab>()(['all', 'to_do', 'under_way', 'closed']);
const orderId = (order: StockingOrder) => order.id;
const orderName = (order: StockingOrder) => order.number;
const incomingId = (row: Incoming) => `${row.stocking_order.id} ${row.line}`;
const incomingName = (row: Incoming) => `${row.sku.code}, ${row.stocking_order.number}`;
const pageOf = (url: ListUrl) => ({ page: url.page, per_page: url.per_page, q: url.q });

/** Goods that the merchant has bought ahead. */
export function StockingList({ url, onAsk }: { url: ListUrl; onAsk: () => void }) {
  const { t } = useTranslation('stocking');
  const state = states.find((known) => known === url.get('state')) ?? 'all';
  const query = useApiQuery(api.stocking.list, { query: { ...pageOf(url), tab: state } }, { keepPrevious: true });
  const columns = useMemo(() => stockingColumns(t), [t]);
  const mayEdit = useMay()('stock', 'edit');
  const first = url.q === '' && state === 'all';
  return (
    <>
      <Toolbar>
        <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
        <SegmentedControl
          aria-label={t('statesLabel')}
          size="xs"
          value={state}
          onChange={(value) => url.set({ state: value === 'all' ? undefined : value })}
          data={states.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
      </Toolbar>
      <DataTable
        label={t('title')}
        query={query}
        columns={columns}
        rowId={orderId}
        rowName={orderName}
        openId={url.get('stocking')}
        onOpen={(order) => url.show({ stocking: order.id })}
        empty={
          first
            ? {
                drawing: 'box',
                title: t('emptyFirst'),
                text: t('emptyFirstText'),
                ...(mayEdit && { action: <Button onClick={onAsk}>{t('ask')}</Button> }),
              }
            : { drawing: 'search', title: t('empty') }
        }
        onPage={url.setPage}
        onPerPage={url.setPerPage}
      />
    </>
  );
}

/** What is paid for and on its way, the soonest first. */
export function IncomingList({ url }: { url: ListUrl }) {
  const { t } = useTranslation('stocking');
  const query = useApiQuery(api.stocking.incoming, { query: pageOf(url) }, { keepPrevious: true });
  const columns = useMemo(() => incomingColumns(t), [t]);
  return (
    <>
      <Toolbar>
        <SearchField label={t('searchSku')} value={url.q} onSearch={(q) => url.set({ q })} />
      </Toolbar>
      <DataTable
        label={t('incoming')}
        query={query}
        columns={columns}
        rowId={incomingId}
        rowName={incomingName}
        onOpen={(row) => url.show({ stocking: row.stocking_order.id })}
        empty={{ drawing: 'done', title: t('emptyIncoming') }}
        onPage={url.setPage}
        onPerPage={url.setPerPage}
      />
    </>
  );
}
