import { NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { ListPanel } from '#web/components/list-page.tsx';
import { ListTabs, ofOneList, useTab } from '#web/components/list-tabs.tsx';
import { useIsStaff, useMay } from '#web/components/session.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useListUrl } from '#web/components/use-list-url.ts';
import { useDashboard } from '#web/components/use-dashboard.ts';
import { Page, Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { levelColumns } from './level-columns.tsx';
import { MovementList } from './movement-list.tsx';
import { RequestDialog, RequestList } from './stock-requests.tsx';
import {
  CreateStockOrderButton,
  IncomingList,
  type Restock,
  StockOrderDialog,
  StockOrderDrawer,
  StockOrderList,
} from '#web/features/stock-orders/index.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { Level } from './stock-types.ts';

const tabs = ['on_hand', 'low', 'incoming', 'stocking', 'movements', 'requests'] as const;
const levelId = (level: Level) => `${level.sku.id} ${level.warehouse.id}`;
const nameOf = ({ sku, warehouse }: Level) => `${sku.code}, ${warehouse.name}`;

/** How many stock orders wait for their price to be accepted, as the menu says. */
function useToAccept(enabled: boolean): number {
  const may = useMay()('orders', 'view');
  const { data } = useDashboard(enabled && may);
  return data?.tasks.find(({ key }) => key === 'accept_stock')?.count ?? 0;
}

/** How many rows each tab has. */
function useCounts(): Readonly<Record<(typeof tabs)[number], number | undefined>> {
  const one = { query: { per_page: 1 } };
  const levels = useApiQuery(api.stock.list, one, { keepPrevious: true }).data?.meta.counts;
  return {
    on_hand: levels?.on_hand,
    low: levels?.low,
    incoming: useApiQuery(api.stockOrders.incoming, one).data?.meta.total,
    stocking: useApiQuery(api.stockOrders.list, one).data?.meta.total,
    movements: useApiQuery(api.stock.movements, one).data?.meta.total,
    requests: useApiQuery(api.stock.requests, one).data?.meta.total,
  };
}

/** The merchant's own stock: levels, what is low or on its way, stock orders, every movement (domain.md §4.4). */
export function StockPage() {
  const { t } = useTranslation('stock');
  const url = useListUrl();
  const tab = useTab(url, tabs);
  const asOf = url.get('as_of');
  const mayEdit = useMay()('stock', 'edit');
  const isStaff = useIsStaff();
  const [creating, setCreating] = useState<{ restock?: Restock }>();
  const counts = useCounts();
  const toAccept = useToAccept(!isStaff);
  const dated = (tab === 'on_hand' || tab === 'low') && asOf;
  return (
    <Page
      title={t('title')}
      state={dated ? t('asOfState', { date: asOf }) : t(isStaff ? 'clientState' : 'state')}
      {...(mayEdit && { actions: <CreateStockOrderButton onClick={() => setCreating({})} /> })}
    >
      <Panel padding="none">
        <ListTabs
          url={url}
          tabs={tabs}
          value={tab}
          label={t('tabsLabel')}
          tabLabel={(value) => t(`tabs.${value}`)}
          counts={counts}
          attention={toAccept > 0 ? ['low', 'stocking'] : ['low']}
          forget={ofOneList}
        />
        {(tab === 'on_hand' || tab === 'low') && (
          <LevelList
            low={tab === 'low'}
            onCreate={mayEdit ? (restock) => setCreating(restock ? { restock } : {}) : undefined}
          />
        )}
        {tab === 'incoming' && <IncomingList />}
        {tab === 'stocking' && <StockOrderList url={url} />}
        {tab === 'movements' && <MovementList />}
        {tab === 'requests' && <RequestList />}
      </Panel>
      <StockOrderDrawer id={url.get('stocking')} onClose={() => url.show({ stocking: undefined })} />
      {creating && (
        <StockOrderDialog
          restock={creating.restock}
          onClose={() => setCreating(undefined)}
          onCreated={(order) => url.set({ tab: 'stocking', stocking: order.id })}
        />
      )}
    </Page>
  );
}

type LevelListProps = { low: boolean; onCreate: ((restock?: Restock) => void) | undefined };

function LevelList({ low, onCreate }: LevelListProps) {
  const { t } = useTranslation('stock');
  const ofClient = useClientEmpty();
  const mayEdit = useMay()('stock', 'edit');
  const [editing, setEditing] = useState<Level>();
  const [requesting, setRequesting] = useState<Level>();
  const asOf = useListUrl().get('as_of');
  const list = useListPage(api.stock.list, {
    name: 'stock',
    columns: useMemo(() => levelColumns(t, asOf), [t, asOf]),
    filters: useMemo(() => [{ kind: 'day', name: 'as_of', label: t('asOf') } as const], [t]),
    ask: () => ({ tab: low ? 'low' : 'on_hand' }),
  });
  const toMovements = (level: Level) => list.url.set({ tab: 'movements', q: level.sku.code });
  const restock = ({ sku, warehouse }: Level) =>
    onCreate?.({ sku_id: sku.id, code: sku.code, warehouse_id: warehouse.id });
  const rowActions = (level: Level) => [
    { label: t('restock'), onClick: () => restock(level) },
    { label: t('alert.open'), onClick: () => setEditing(level) },
    { label: t('requestOpen'), onClick: () => setRequesting(level) },
    { label: t('toMovements'), onClick: () => toMovements(level) },
  ];
  return (
    <>
      <ListPanel
        title={t('title')}
        list={list}
        search={t('search')}
        rowId={levelId}
        rowName={nameOf}
        onOpen={toMovements}
        {...(mayEdit && { rowActions })}
        empty={
          low
            ? { drawing: 'done', title: t('emptyLow') }
            : ofClient('stock', {
                drawing: 'box',
                title: t('emptyFirst'),
                text: t('emptyFirstText'),
              })
        }
      />
      {editing && <AlertDialog level={editing} onClose={() => setEditing(undefined)} />}
      {requesting && <RequestDialog level={requesting} onClose={() => setRequesting(undefined)} />}
    </>
  );
}

type AlertValues = { low_threshold: number | string; lead_days: number | string };
const numberOf = (value: number | string) => (value === '' ? null : Number(value));

/** From how many free pieces on a SKU is low, and how long more of it takes. */
function AlertDialog({ level, onClose }: { level: Level; onClose: () => void }) {
  const { t } = useTranslation('stock');
  const form = useForm<AlertValues>({
    initialValues: { low_threshold: level.low_threshold ?? '', lead_days: level.lead_days ?? '' },
  });
  const save = useApiMutation(api.stock.setAlert, { form });
  const handleSubmit = () => {
    const body = { low_threshold: numberOf(form.values.low_threshold), lead_days: numberOf(form.values.lead_days) };
    return save.run({ params: { id: level.sku.id }, body });
  };
  const lead = numberOf(form.values.lead_days);
  const proposed = lead === null ? null : Math.ceil((level.sold_everywhere / 30) * lead);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('alert.title', { code: level.sku.code })}
      submitLabel={t('alert.save')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <NumberInput
        label={t('alert.lead')}
        description={t('alert.leadHelp')}
        min={0}
        allowDecimal={false}
        data-autofocus
        {...form.getInputProps('lead_days')}
      />
      <NumberInput
        label={t('alert.threshold')}
        description={proposed === null ? t('alert.thresholdHelp') : t('alert.proposed', { count: proposed })}
        min={0}
        allowDecimal={false}
        {...form.getInputProps('low_threshold')}
      />
    </FormDialog>
  );
}
