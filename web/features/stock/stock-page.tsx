import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { movementKinds } from '#contract/stock-rules.ts';
import { DayField } from '#web/components/day-field.tsx';
import { ListBar } from '#web/components/list-bar.tsx';
import { useListEmpty } from '#web/components/list-empty.tsx';
import type { ListFilter } from '#web/components/list-filters.ts';
import { useMay } from '#web/components/session.tsx';
import { useList } from '#web/components/use-list.ts';
import { type ListUrl, useListUrl } from '#web/components/use-list-url.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { levelColumns, movementColumns } from './level-columns.tsx';
import { RequestDialog, RequestList } from './stock-requests.tsx';
import {
  CreateStockOrderButton,
  IncomingList,
  StockOrderDialog,
  StockOrderDrawer,
  StockOrderList,
} from '#web/features/stock-orders/index.ts';
import type { Level, Movement } from './stock-types.ts';

const tabs = ['on_hand', 'low', 'incoming', 'stocking', 'movements', 'requests'] as const;
const levelId = (level: Level) => `${level.sku.id} ${level.warehouse.id}`;
const movementId = (movement: Movement) => movement.id;
const nameOf = ({ sku, warehouse }: Level | Movement) => `${sku.code}, ${warehouse.name}`;

/** The merchant's own stock: levels, what is low or on its way, stock orders, every movement (domain.md §4.4). */
export function StockPage() {
  const { t } = useTranslation('stock');
  const url = useListUrl('on_hand');
  const tab = tabs.find((known) => known === url.tab) ?? 'on_hand';
  const asOf = url.get('as_of');
  const mayEdit = useMay()('stock', 'edit');
  const [creating, setCreating] = useState(false);
  const counts = useApiQuery(
    api.stock.list,
    { query: { page: 1, per_page: 1, tab: 'on_hand' } },
    { keepPrevious: true },
  ).data?.meta.counts;
  const dated = (tab === 'on_hand' || tab === 'low' || tab === 'movements') && asOf;
  return (
    <Page
      title={t('title')}
      state={dated ? t('asOfState', { date: asOf }) : t('state')}
      {...(mayEdit && { actions: <CreateStockOrderButton onClick={() => setCreating(true)} /> })}
    >
      <Panel padding="none">
        <CountTabs
          label={t('tabsLabel')}
          value={tab}
          onChange={(value) => url.set({ tab: value === 'on_hand' ? undefined : value, q: undefined, sort: undefined })}
          tabs={tabs.map((value) => ({
            value,
            label: t(`tabs.${value}`),
            count: counts?.[value],
            attention: value === 'low',
          }))}
        />
        {(tab === 'on_hand' || tab === 'low') && <LevelList low={tab === 'low'} />}
        {tab === 'incoming' && <IncomingList />}
        {tab === 'stocking' && <StockOrderList url={url} onCreate={() => setCreating(true)} />}
        {tab === 'movements' && <MovementList />}
        {tab === 'requests' && <RequestList />}
      </Panel>
      <StockOrderDrawer id={url.get('stocking')} onClose={() => url.show({ stocking: undefined })} />
      {creating && (
        <StockOrderDialog
          onClose={() => setCreating(false)}
          onCreated={(order) => url.set({ tab: 'stocking', stocking: order.id })}
        />
      )}
    </Page>
  );
}

/** The day that levels and movements are read as of. */
function AsOfField({ url }: { url: ListUrl }) {
  const { t } = useTranslation('stock');
  return (
    <div style={{ padding: '0 16px 12px', maxWidth: 240 }}>
      <DayField label={t('asOf')} value={url.get('as_of') ?? ''} onChange={(day) => url.set({ as_of: day })} />
    </div>
  );
}

const dayOf = (url: ListUrl): Record<string, string> => {
  const day = url.get('as_of');
  return day === undefined ? {} : { as_of: day };
};

function LevelList({ low }: { low: boolean }) {
  const { t } = useTranslation('stock');
  const mayEdit = useMay()('stock', 'edit');
  const [editing, setEditing] = useState<Level>();
  const [requesting, setRequesting] = useState<Level>();
  const asOf = useListUrl('on_hand').get('as_of');
  const columns = useMemo(() => levelColumns(t, asOf), [t, asOf]);
  const list = useList({ list: 'stock', columns, firstTab: 'on_hand' });
  const { url } = list;
  const query = useApiQuery(
    api.stock.list,
    {
      query: {
        page: url.page,
        per_page: url.per_page,
        q: url.q,
        tab: low ? 'low' : 'on_hand',
        ...(asOf && { as_of: asOf }),
      },
    },
    { keepPrevious: true },
  );
  const actions = (level: Level) => [
    { label: t('alert.open'), onClick: () => setEditing(level) },
    { label: t('requestOpen'), onClick: () => setRequesting(level) },
    { label: t('toMovements'), onClick: () => url.set({ tab: 'movements', q: level.sku.code }) },
  ];
  const empty = useListEmpty(
    list,
    low
      ? { drawing: 'done', title: t('emptyLow') }
      : { drawing: 'box', title: t('emptyFirst'), text: t('emptyFirstText') },
  );
  return (
    <>
      <ListBar list={{ ...list, asked: { ...list.asked, ...dayOf(url) } }} search={t('search')} />
      <AsOfField url={url} />
      <DataTable
        label={t('title')}
        query={query}
        columns={list.columns}
        rowId={levelId}
        rowName={nameOf}
        {...(mayEdit && { actions })}
        empty={empty}
        onPage={url.setPage}
        onPerPage={url.setPerPage}
      />
      {editing && <AlertDialog level={editing} onClose={() => setEditing(undefined)} />}
      {requesting && <RequestDialog level={requesting} onClose={() => setRequesting(undefined)} />}
    </>
  );
}

function useMovementFilters(): readonly ListFilter[] {
  const { t } = useTranslation('stock');
  return useMemo(
    () => [
      {
        kind: 'choice',
        name: 'kind',
        label: t('columns.kind'),
        options: movementKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
    ],
    [t],
  );
}

function MovementList() {
  const { t } = useTranslation('stock');
  const columns = useMemo(() => movementColumns(t), [t]);
  const list = useList({ list: 'stock_movements', columns, filters: useMovementFilters(), firstTab: 'on_hand' });
  const { url } = list;
  const kind = movementKinds.find((known) => known === url.get('kind'));
  const asOf = url.get('as_of');
  const query = useApiQuery(
    api.stock.movements,
    {
      query: {
        page: url.page,
        per_page: url.per_page,
        q: url.q,
        ...(kind && { kind }),
        ...(asOf && { as_of: asOf }),
      },
    },
    { keepPrevious: true },
  );
  const empty = useListEmpty(list, { drawing: 'search', title: t('emptyMovements') });
  return (
    <>
      <ListBar list={{ ...list, asked: { ...list.asked, ...dayOf(url) } }} search={t('search')} />
      <AsOfField url={url} />
      <DataTable
        label={t('tabs.movements')}
        query={query}
        columns={list.columns}
        rowId={movementId}
        rowName={nameOf}
        empty={empty}
        onPage={url.setPage}
        onPerPage={url.setPerPage}
      />
    </>
  );
}
