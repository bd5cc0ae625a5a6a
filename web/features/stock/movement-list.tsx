import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { movementKinds } from '#contract/stock-rules.ts';
import { ClientSelect } from '#web/components/client-select.tsx';
import type { ListFilter } from '#web/components/list-filters.ts';
import { ListPanel } from '#web/components/list-page.tsx';
import { useMay } from '#web/components/session.tsx';
import { StaffFile } from '#web/components/staff-file.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { api } from '#web/api/client.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Column } from '#web/ui/column.ts';
import { movementColumns } from './level-columns.tsx';
import type { Movement, StaffMovement } from './stock-types.ts';

const movementId = (movement: Movement) => movement.id;
const nameOf = ({ sku, warehouse }: Movement) => `${sku.code}, ${warehouse.name}`;

function useMovementFilters(): readonly ListFilter[] {
  const { t } = useTranslation('stock');
  return useMemo(
    () => [
      { kind: 'dates', name: 'at', from: 'from', to: 'to', label: t('columns.at') },
      {
        kind: 'choice',
        name: 'kind',
        label: t('columns.kind'),
        options: movementKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      { kind: 'text', name: 'reference', label: t('reference') },
    ],
    [t],
  );
}

/** Every movement of the account's own stock, with what lay there after it. */
export function MovementList() {
  const { t } = useTranslation('stock');
  const mayOrders = useMay()('orders', 'view');
  const list = useListPage(api.stock.movements, {
    name: 'stock_movements',
    columns: useMemo(
      () =>
        movementColumns<Movement>(t, ({ subject }) => ({
          ...(mayOrders && { orders: withQuery(paths.orders, { order: subject?.id }) }),
          stock_orders: withQuery(paths.stock, { tab: 'stocking', stocking: subject?.id }),
        })),
      [t, mayOrders],
    ),
    filters: useMovementFilters(),
  });
  return (
    <ListPanel
      title={t('tabs.movements')}
      list={list}
      search={t('search')}
      rowId={movementId}
      rowName={nameOf}
      empty={{ drawing: 'search', title: t('emptyMovements') }}
    />
  );
}

/** The same of all clients, or of one, for the warehouse. */
export function StaffMovementList() {
  const { t } = useTranslation('stock');
  const list = useListPage(api.stock.staffMovements, {
    name: 'staff_stock_movements',
    columns: useMemo(() => {
      const client: Column<StaffMovement> = {
        id: 'client',
        header: t('staff.client'),
        card: 'fact',
        cell: (one) => one.client.name,
      };
      const [sku, ...others] = movementColumns<StaffMovement>(t, ({ client: { id: account }, subject }) => ({
        orders: withQuery(paths.staffFulfillment, { tab: 'all', order: subject?.id, account }),
        stock_orders: withQuery(paths.staffStock, { tab: 'stocking', stocking: subject?.id, account }),
      }));
      // beside the client what was moved keeps its room before why
      const rest = others.map((one) =>
        one.id === 'reason' ? { ...one, width: 'clamp(120px, 26vw - 146px, 360px)' } : one,
      );
      return [...(sku ? [sku] : []), client, ...rest];
    }, [t]),
    filters: useMovementFilters(),
    ask: (url) => ({ account_id: url.get('client') }),
  });
  const client = list.url.get('client');
  return (
    <ListPanel
      title={t('tabs.movements')}
      list={list}
      search={t('search')}
      tools={
        <ClientSelect
          bare
          label={t('staff.client')}
          value={client ?? null}
          onChange={(id) => list.url.set({ client: id ?? undefined })}
        />
      }
      toolsEnd={
        <StaffFile endpoint={api.stock.staffMovementsFile} kit={list.kit} more={client ? { account_id: client } : {}} />
      }
      rowId={movementId}
      rowName={nameOf}
      empty={{ drawing: 'search', title: t('emptyMovements') }}
    />
  );
}
