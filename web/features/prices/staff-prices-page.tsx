import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { ClientSelect } from '#web/components/client-select.tsx';
import { ListPanel } from '#web/components/list-page.tsx';
import { ListStates, stateOf } from '#web/components/list-states.tsx';
import { ListTabs, ofOneList, useTab } from '#web/components/list-tabs.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { type ListUrl, useListUrl } from '#web/components/use-list-url.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { useSelection } from '#web/ui/selection.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { staffChangeColumns } from './change-columns.tsx';
import { ChangeDrawer } from './change-drawer.tsx';
import { staffPriceColumns, useDestinationFilter } from './price-list.tsx';
import { ProposeDialog } from './propose-dialog.tsx';
import type { StaffPrice, StaffChange } from './prices-types.ts';
import { changeStates } from './proposed.ts';

const views = ['prices', 'changes'] as const;

/** The staff's side of prices: what counts for whom, and what is proposed. */
export function StaffPricesPage() {
  const { t } = useTranslation('prices');
  const url = useListUrl();
  const view = useTab(url, views);
  return (
    <Page title={t('staff.title')} state={t('staff.state')}>
      <Panel padding="none">
        <ListTabs
          url={url}
          tabs={views}
          value={view}
          label={t('staff.title')}
          tabLabel={(value) => t(`staff.views.${value}`)}
          forget={ofOneList}
        />
        {view === 'prices' ? <Prices /> : <Changes />}
      </Panel>
    </Page>
  );
}

/** Narrows a list to one client. */
function OfClient({ url }: { url: ListUrl }) {
  const { t } = useTranslation('prices');
  return (
    <ClientSelect
      bare
      label={t('columns.client')}
      value={url.get('account') ?? null}
      onChange={(id) => url.set({ account: id ?? undefined })}
    />
  );
}

const priceId = (price: StaffPrice) => `${price.client.id} ${price.id}`;
const priceName = (price: StaffPrice) => `${price.sku.code}, ${price.destination}, ${price.client.name}`;
const changeId = (change: StaffChange) => change.id;
const changeName = (change: StaffChange) => `${change.sku.code}, ${change.client.name}`;

function Prices() {
  const { t, i18n } = useTranslation('prices');
  const list = useListPage(api.prices.staffList, {
    name: 'staff_prices',
    columns: useMemo(() => staffPriceColumns(t, i18n.language), [t, i18n.language]),
    filters: useDestinationFilter(),
    ask: (url) => ({ account_id: url.get('account') }),
  });
  const selection = useSelection(priceId);
  const [chosen, setChosen] = useState<readonly StaffPrice[]>();
  const proposeButton = (rows: readonly StaffPrice[]) => (
    <Button onClick={() => setChosen(rows)}>{t('propose.open', { count: rows.length })}</Button>
  );
  return (
    <>
      <ListPanel
        title={t('staff.views.prices')}
        list={list}
        search={t('search')}
        tools={<OfClient url={list.url} />}
        rowId={priceId}
        rowName={priceName}
        selection={selection}
        selectable={(price) => price.pending === null}
        bulk={proposeButton}
        empty={{ drawing: 'search', title: t('emptyList') }}
      />
      {chosen && (
        <ProposeDialog
          prices={chosen}
          onClose={() => setChosen(undefined)}
          onDone={(state) => {
            selection.clear();
            list.url.set({ tab: 'changes', state: state === changeStates[0] ? undefined : state, q: undefined });
          }}
        />
      )}
    </>
  );
}

function Changes() {
  const { t, i18n } = useTranslation('prices');
  const list = useListPage(api.prices.staffChanges, {
    name: 'staff_price_changes',
    columns: useMemo(() => staffChangeColumns(t, i18n.language), [t, i18n.language]),
    ask: (url) => ({ tab: stateOf(url, changeStates), account_id: url.get('account') }),
  });
  const state = stateOf(list.url, changeStates);
  const selection = useSelection(changeId, state, state);
  const confirm = useConfirm();
  const withdraw = useApiMutation(api.prices.withdraw, { onSuccess: selection.clear });
  const handleWithdraw = async (rows: readonly StaffChange[]) => {
    const question = { title: t('withdraw.title', { count: rows.length }), text: t('withdraw.text') };
    if (!(await confirm({ ...question, confirmLabel: t('withdraw.open', { count: rows.length }), cancels: true })))
      return;
    await withdraw.run({ body: { changes: rows.map((row) => ({ account_id: row.client.id, id: row.id })) } });
  };
  const withdrawButton = (rows: readonly StaffChange[]) => (
    <Button variant="default" onClick={() => void handleWithdraw(rows)}>
      {t('withdraw.open', { count: rows.length })}
    </Button>
  );
  return (
    <ListPanel
      title={t('changes')}
      list={list}
      search={t('search')}
      tools={
        <>
          <OfClient url={list.url} />
          <ListStates
            url={list.url}
            states={changeStates}
            label={t('statesLabel')}
            stateLabel={(value) => t(`staff.states.${value}`)}
          />
        </>
      }
      rowId={changeId}
      rowName={changeName}
      opens={{ change: changeId }}
      renderDetail={({ row, close }) => row && <ChangeDrawer change={row} onClose={close} />}
      selection={selection}
      selectable={(change) => ['open', 'accepted', 'rejected', 'due'].includes(change.status)}
      bulk={withdrawButton}
      empty={{ drawing: 'done', title: t('emptyStaff') }}
    />
  );
}
