import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPanel } from '#web/components/list-page.tsx';
import { ListTabs, ofOneList, useTab } from '#web/components/list-tabs.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useProfile } from '#web/components/session.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import type { Column } from '#web/ui/column.ts';
import { Page, Panel } from '#web/ui/page.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { JournalForm } from './journal-form.tsx';
import { StaffMovementList } from './movement-list.tsx';
import { AnswerDialog, requestColumns } from './stock-requests.tsx';
import { StaffStockOrders } from '#web/features/stock-orders/index.ts';

type StaffRequest = AnswerOf<Contract['stock']['staffRequests']>[number];

/** What each may see, the own work first; admins begin as agents do. */
const views = {
  agent: ['stocking'],
  warehouse: ['receiving', 'requests', 'movements', 'write', 'stocking'],
  admin: ['stocking', 'receiving', 'requests', 'movements', 'write'],
} as const;
const rowId = (row: StaffRequest) => row.id;
const rowName = (row: StaffRequest) => `${row.sku.code}, ${row.client.name}`;

/** The staff's side of stock: stock orders, deliveries to count, requests of clients, the journal, and what it is written with. */
export function StaffStockPage() {
  const { t } = useTranslation(['stock', 'stock-orders']);
  const url = useListUrl();
  const roles: readonly string[] = useProfile().roles;
  const both = roles.includes('admin') || (roles.includes('agent') && roles.includes('warehouse'));
  const shown = views[both ? 'admin' : roles.includes('warehouse') ? 'warehouse' : 'agent'];
  const view = useTab(url, shown);
  const [client, order, parcel] = ['client', 'order', 'parcel'].map((name) => url.get(name));
  const returned = client && order && parcel ? { client, order, parcel } : undefined;
  const work = useApiQuery(api.dashboard.staffWork, {}).data;
  // the menu's number, by where it comes from; a list may hold what waits for nobody yet
  const counts = work && {
    stocking: work.stock_orders || null,
    receiving: work.deliveries || null,
    requests: work.stock_requests || null,
    movements: null,
    write: null,
  };
  return (
    <Page title={t('staff.title')} state={t(`staff.states.${view}`)}>
      <Panel padding="none">
        <ListTabs
          url={url}
          tabs={shown}
          value={view}
          label={t('staff.title')}
          tabLabel={(value) => t(`stock-orders:staffTabs.${value}`)}
          counts={counts}
          attention={shown}
          forget={ofOneList}
        />
        {(view === 'stocking' || view === 'receiving') && (
          <StaffStockOrders url={url} receiving={view === 'receiving'} />
        )}
        {view === 'requests' && <Requests />}
        {view === 'movements' && <StaffMovementList />}
        {view === 'write' && (
          <div style={{ padding: 16, maxWidth: 560 }}>
            <JournalForm key={Object.values(returned ?? {}).join(' ')} returned={returned} />
          </div>
        )}
      </Panel>
    </Page>
  );
}

function Requests() {
  const { t } = useTranslation('stock-orders');
  const answer = useApiMutation(api.stock.staffAnswer);
  const columns = useMemo(() => {
    const client: Column<StaffRequest> = {
      id: 'client',
      header: t('columns.client'),
      card: 'fact',
      cell: (one) => one.client.name,
    };
    const [item, ...rest] = requestColumns<StaffRequest>(t, true);
    return item ? [item, client, ...rest] : rest;
  }, [t]);
  const list = useListPage(api.stock.staffRequests, {
    name: 'staff_stock_requests',
    columns,
    ask: () => ({ tab: 'open' }),
  });
  return (
    <ListPanel
      title={t('requestsTitle')}
      list={list}
      rowId={rowId}
      rowName={rowName}
      opens={{ request: rowId }}
      renderDetail={({ row, close }) =>
        row && (
          <AnswerDialog
            row={row}
            client={row.client.name}
            onAnswer={(decision, words) =>
              answer.run({ params: { account_id: row.client.id, id: row.id }, body: { decision, answer: words } })
            }
            onClose={close}
          />
        )
      }
      empty={{ drawing: 'done', title: t('emptyStaffRequests') }}
    />
  );
}
