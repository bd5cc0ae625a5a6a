import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { everyOf } from '#web/lib/every-of.ts';
import type { ListUrl } from '#web/components/use-list-url.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { deskStockingColumns } from './stocking-columns.tsx';
import { StockingWorkbench } from './stocking-workbench.tsx';
import type { DeskStocking, StockingDeskTab } from './stock-types.ts';

const rowId = (order: DeskStocking) => order.id;
const rowName = (order: DeskStocking) => `${order.number}, ${order.client.name}`;
const tabs = everyOf<StockingDeskTab>()(['to_quote', 'under_way', 'to_receive', 'done']);

/** Stocking orders of all clients, and the workbench for what is next. */
export function StockingDesk({ url, receiving }: { url: ListUrl; receiving: boolean }) {
  const { t } = useTranslation('stocking');
  const chosen = tabs.find((known) => known === url.get('state')) ?? 'to_quote';
  const tab = receiving ? 'to_receive' : chosen;
  const query = useApiQuery(
    api.stocking.deskList,
    { query: { page: url.page, per_page: url.per_page, q: url.q, tab } },
    { keepPrevious: true },
  );
  const columns = useMemo(() => deskStockingColumns(t), [t]);
  const [id, account_id] = [url.get('stocking'), url.get('account')];
  return (
    <>
      <Toolbar>
        <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
        {!receiving && (
          <SegmentedControl
            aria-label={t('statesLabel')}
            size="xs"
            value={chosen}
            onChange={(value) => url.set({ state: value === 'to_quote' ? undefined : value })}
            data={tabs.map((value) => ({ value, label: t(`deskTabs.${value}`) }))}
          />
        )}
      </Toolbar>
      <DataTable
        label={t('title')}
        query={query}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        openId={id}
        onOpen={(order) => url.show({ stocking: order.id, account: order.client.id })}
        empty={{ drawing: 'done', title: t('emptyDesk') }}
        onPage={url.setPage}
        onPerPage={url.setPerPage}
      />
      {id !== undefined && account_id !== undefined && (
        <StockingWorkbench
          key={id}
          ids={{ account_id, id }}
          onClose={() => url.show({ stocking: undefined, account: undefined })}
        />
      )}
    </>
  );
}
