import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { RequestNext } from '#web/components/request-next.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useMay } from '#web/components/session.tsx';
import type { ListFilter } from '#web/components/list-filters.ts';
import { formatRelative } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Column, RowAction } from '#web/ui/column.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { AddStoreDialog } from '../connect/add-store-dialog.tsx';
import { ImportProgress } from '../import-progress.tsx';
import { DisconnectDialog } from '../detail/disconnect-dialog.tsx';
import { SyncDialog } from '../detail/sync-dialog.tsx';
import { shipToParam } from '../detail/store-settings-form.tsx';
import { StoreDrawer, type StoreView, storeViews } from '../detail/store-drawer.tsx';
import classes from '../stores.module.css';
import { isImporting } from '../store-import.ts';
import { StoreStatus } from '../store-status.tsx';
import type { Store } from '../stores-types.ts';

function useColumns() {
  const { t } = useTranslation('stores');
  return useMemo(() => storeColumns(t), [t]);
}

const statuses = ['connected', 'needs_reauth', 'suspended', 'disconnected', 'pending'] as const;
const platforms = ['shopify', 'woocommerce', 'file'] as const;

function useFilters(): readonly ListFilter[] {
  const { t } = useTranslation('stores');
  return useMemo(
    () => [
      {
        kind: 'choice',
        name: 'status',
        label: t('columns.status'),
        options: statuses.map((value) => ({ value, label: t(`status.${value}`) })),
      },
      {
        kind: 'choice',
        name: 'platform',
        label: t('platform'),
        options: platforms.map((value) => ({ value, label: t(`platforms.${value}`) })),
      },
    ],
    [t],
  );
}

const rowId = (store: Store) => store.id;
const rowName = (store: Store) => store.name;

type Adding = { domain?: string; wooUrl?: string };
type Dialog = { kind: 'sync' | 'disconnect'; store: Store };

/** `/my-store/index?add=1` opens the page with the way to a new store, `?reconnect=` with that to a store by its id. */
const addParam = 'add';
const reconnectParam = 'reconnect';

/** How a store is authorized again; undefined for stores that nothing is asked of. */
function reconnecting({ myshopify_domain, shop_domain, capabilities }: Store): Adding | undefined {
  if (myshopify_domain !== null) return { domain: myshopify_domain };
  const keys = capabilities.authorization === 'consent_or_keys';
  return keys && shop_domain !== null ? { wooUrl: shop_domain } : undefined;
}

/** Connected shops and file stores: their state, what they hold, and what can be done with them. */
export function StoresPage() {
  const { t } = useTranslation('stores');
  const ofClient = useClientEmpty();
  const may = useMay();
  const mayEdit = may('stores', 'edit');
  const list = useListPage(api.stores.list, { name: 'stores', columns: useColumns(), filters: useFilters() });
  const { url, rows: stores } = list;
  const [chosen, setAdding] = useState<Adding>();
  const lost = url.get(reconnectParam);
  const wanted = useApiQuery(api.stores.get, mayEdit && lost !== undefined ? { params: { id: lost } } : null).data;
  const asked = mayEdit && url.get(addParam) !== undefined ? {} : wanted && reconnecting(wanted);
  const adding = chosen ?? asked;
  const endAdding = () => {
    setAdding(undefined);
    url.show({ [addParam]: undefined, [reconnectParam]: undefined });
  };
  const open = (store: string, view?: StoreView) =>
    url.show({ store, view: view === 'overview' ? undefined : view, [shipToParam]: undefined });
  const [dialog, setDialog] = useState<Dialog>();
  const rowActions = useRowActions({ onAdd: setAdding, onDialog: setDialog, onOpen: open });
  const running = stores.filter(isImporting);
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => setAdding({})}>
      {t('add.title')}
    </Button>
  );
  const imports =
    running.length === 0 ? (
      <RequestNext />
    ) : (
      <Panel>
        <div className={classes.running}>
          {running.map((store) => (
            <ImportProgress key={store.id} store={store} />
          ))}
        </div>
      </Panel>
    );
  return (
    <ListPage
      title={t('title')}
      state={<StateOfTheWorld stores={stores} />}
      actions={mayEdit ? add : undefined}
      above={imports}
      list={list}
      search={t('search')}
      rowId={rowId}
      rowName={rowName}
      opens={{ store: rowId }}
      {...(mayEdit && { rowActions })}
      renderDetail={({ ids: { store: id } }) =>
        id !== undefined && (
          <StoreDrawer
            key={id}
            id={id}
            view={storeViews.find((view) => view === url.get('view')) ?? 'overview'}
            onView={(view) => open(id, view)}
            onClose={() => url.show({ store: undefined, view: undefined, [shipToParam]: undefined })}
          />
        )
      }
      empty={ofClient('stores', {
        drawing: 'shop',
        title: t('emptyFirst'),
        text: t('emptyFirstText'),
        ...(mayEdit && { action: add }),
      })}
    >
      {dialog?.kind === 'sync' && <SyncDialog store={dialog.store} onClose={() => setDialog(undefined)} />}
      {dialog?.kind === 'disconnect' && <DisconnectDialog store={dialog.store} onClose={() => setDialog(undefined)} />}
      {adding && <AddStoreDialog {...adding} onClose={endAdding} />}
    </ListPage>
  );
}

/** One line: what wants the merchant, else when the shops were last compared. */
function StateOfTheWorld({ stores }: { stores: readonly Store[] }) {
  const { t, i18n } = useTranslation('stores');
  const now = useNow(stores);
  const lost = stores.filter((store) => store.status === 'needs_reauth').length;
  if (lost > 0) return t('stateLost', { count: lost });
  const times = stores.flatMap((store) =>
    store.status === 'connected' && store.last_reconciled_at ? [store.last_reconciled_at] : [],
  );
  const [oldest] = times.toSorted();
  return oldest === undefined ? null : t('stateSynced', { time: formatRelative(oldest, now, i18n.language) });
}

type RowActionProps = {
  onAdd: (adding: Adding) => void;
  onDialog: (dialog: Dialog) => void;
  onOpen: (id: string, view: StoreView) => void;
};

function useRowActions({ onAdd, onDialog, onOpen }: RowActionProps): (store: Store) => RowAction[] {
  const { t } = useTranslation('stores');
  const pause = useApiMutation(api.stores.pause);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const may = useMay();
  const handlePause = async (store: Store) => {
    const question = { title: t('pauseTitle', { name: store.name }), text: t('pauseText'), confirmLabel: t('pause') };
    if (store.paused || (await confirm(question)))
      await pause.run({ params: { id: store.id }, body: { paused: !store.paused } });
  };
  return (store) => {
    const { capabilities: can } = store;
    const readable = store.status === 'connected' || store.status === 'suspended';
    const again = reconnecting(store);
    return [
      ...(!can.reads_shop && store.status === 'connected' && may('orders', 'edit')
        ? [
            {
              label: t('importOrders'),
              onClick: () => void navigate(withQuery(paths.orders, { import: store.id })),
            },
          ]
        : []),
      { label: t('detail.actions.settings'), onClick: () => onOpen(store.id, 'settings') },
      ...(can.reads_shop && readable
        ? [{ label: t('sync'), disabled: isImporting(store), onClick: () => onDialog({ kind: 'sync', store }) }]
        : []),
      ...(again ? [{ label: t('reauthorize'), onClick: () => onAdd(again) }] : []),
      ...(can.reads_shop
        ? [{ label: store.paused ? t('resume') : t('pause'), onClick: () => void handlePause(store) }]
        : []),
      ...(store.status === 'disconnected'
        ? []
        : [
            {
              label: t('detail.actions.disconnect'),
              destructive: true,
              onClick: () => onDialog({ kind: 'disconnect', store }),
            },
          ]),
    ];
  };
}

/** Columns of the store list. */
function storeColumns(t: TFunction<'stores'>): Column<Store>[] {
  return [
    {
      id: 'store',
      header: t('columns.store'),
      main: true,
      cell: (store) => <Identity title={store.name} detail={store.shop_domain ?? t('fromFiles')} />,
    },
    { id: 'status', header: t('columns.status'), card: 'fact', cell: (store) => <StoreStatus store={store} /> },
    {
      id: 'currency',
      from: 1280,
      header: t('columns.currency'),
      card: 'hidden',
      cell: (store) => [store.currency, store.time_zone].filter(Boolean).join(' · ') || '–',
    },
    {
      id: 'products',
      header: t('columns.products'),
      align: 'end',
      card: 'fact',
      cell: (store) =>
        store.products === 0 && !store.capabilities.reads_shop
          ? '–'
          : t('mapped', { mapped: store.products_mapped, all: store.products }),
    },
    { id: 'orders', header: t('columns.orders'), align: 'end', card: 'fact', cell: (store) => store.orders },
    {
      id: 'orders30',
      from: 1440,
      header: t('detail.columns.orders30'),
      align: 'end',
      card: 'hidden',
      cell: (store) => store.orders_30d,
    },
    {
      id: 'unmapped',
      header: t('detail.columns.unmapped'),
      align: 'end',
      card: 'hidden',
      cell: (store) => store.orders_unmapped,
    },
    {
      id: 'pay',
      from: 1280,
      header: t('detail.columns.pay'),
      card: 'hidden',
      cell: (store) => t(`detail.pay.modes.${store.pay_mode}`),
    },
    {
      id: 'event',
      from: 1680,
      header: t('columns.event'),
      card: 'hidden',
      cell: (store) => <TimeCell time={store.last_event_at} />,
    },
    {
      id: 'sync',
      header: t('columns.sync'),
      card: 'fact',
      cell: (store) => <TimeCell time={store.last_reconciled_at} />,
    },
  ];
}
