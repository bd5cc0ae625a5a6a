import { Select, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { movementKinds } from '#contract/stock-rules.ts';
import { useMay } from '#web/components/session.tsx';
import { type ListUrl, useListUrl } from '#web/components/use-list-url.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { levelColumns, movementColumns } from './level-columns.tsx';
import { type Level, type Movement, useLevels, useMovements } from './stock.api.ts';

const tabs = ['on_hand', 'low', 'movements'] as const;
const levelId = (level: Level) => `${level.sku.id} ${level.warehouse.id}`;
const movementId = (movement: Movement) => movement.id;
const nameOf = ({ sku, warehouse }: Level | Movement) => `${sku.code}, ${warehouse.name}`;

/** The merchant's own stock: levels, what runs low, and every movement (domain.md §4.4). */
export function StockPage() {
  const { t } = useTranslation('stock');
  const url = useListUrl('on_hand');
  const tab = tabs.find((known) => known === url.tab) ?? 'on_hand';
  const asOf = url.get('as_of');
  const page = { page: url.page, per_page: url.per_page, q: url.q };
  const levels = useLevels({ ...page, tab: tab === 'low' ? 'low' : 'on_hand' }, asOf, true);
  const counts = levels.data?.meta.counts;
  return (
    <Page title={t('title')} state={asOf ? t('asOfState', { date: asOf }) : t('state')}>
      <Panel padding="none">
        <CountTabs
          label={t('tabsLabel')}
          value={tab}
          onChange={(value) => url.set({ tab: value === 'on_hand' ? undefined : value })}
          tabs={tabs.map((value) => ({
            value,
            label: t(`tabs.${value}`),
            count: value === 'movements' ? undefined : counts?.[value],
            attention: value === 'low',
          }))}
        />
        <Toolbar
          end={
            <TextInput
              type="date"
              aria-label={t('asOf')}
              title={t('asOf')}
              value={asOf ?? ''}
              onChange={(event) => url.set({ as_of: event.currentTarget.value })}
            />
          }
        >
          <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
          {tab === 'movements' && <KindFilter url={url} />}
        </Toolbar>
        {tab === 'movements' ? <MovementList url={url} /> : <LevelList url={url} query={levels} low={tab === 'low'} />}
      </Panel>
    </Page>
  );
}

const kindOf = (url: ListUrl) => movementKinds.find((kind) => kind === url.get('kind'));

function KindFilter({ url }: { url: ListUrl }) {
  const { t } = useTranslation('stock');
  return (
    <Select
      aria-label={t('columns.kind')}
      placeholder={t('anyKind')}
      clearable
      data={movementKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      value={kindOf(url) ?? null}
      onChange={(kind) => url.set({ kind: kind ?? undefined })}
    />
  );
}

function LevelList({ url, query, low }: { url: ListUrl; query: ReturnType<typeof useLevels>; low: boolean }) {
  const { t } = useTranslation('stock');
  const mayEdit = useMay()('stock', 'edit');
  const [editing, setEditing] = useState<Level>();
  const asOf = url.get('as_of');
  const columns = useMemo(() => levelColumns(t, asOf), [t, asOf]);
  const actions = (level: Level) => [
    { label: t('alert.open'), onClick: () => setEditing(level) },
    { label: t('toMovements'), onClick: () => url.set({ tab: 'movements', q: level.sku.code }) },
  ];
  const first = url.q === '' && !low;
  return (
    <>
      <DataTable
        label={t('title')}
        query={query}
        columns={columns}
        rowId={levelId}
        rowName={nameOf}
        {...(mayEdit && { actions })}
        empty={
          first
            ? { drawing: 'box', title: t('emptyFirst'), text: t('emptyFirstText') }
            : { drawing: low ? 'done' : 'search', title: low ? t('emptyLow') : t('empty') }
        }
        onPage={url.setPage}
        onPerPage={url.setPerPage}
      />
      {editing && <AlertDialog level={editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

function MovementList({ url }: { url: ListUrl }) {
  const { t } = useTranslation('stock');
  const page = { page: url.page, per_page: url.per_page, q: url.q };
  const query = useMovements({ ...page, kind: kindOf(url) }, url.get('as_of'), true);
  const columns = useMemo(() => movementColumns(t), [t]);
  return (
    <DataTable
      label={t('tabs.movements')}
      query={query}
      columns={columns}
      rowId={movementId}
      rowName={nameOf}
      empty={{ drawing: 'search', title: t('emptyMovements') }}
      onPage={url.setPage}
      onPerPage={url.setPerPage}
    />
  );
}
