import { Button, SegmentedControl, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { type ListUrl, useListUrl } from '#web/components/use-list-url.ts';
import { countries, countryName } from '#web/lib/countries.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { useSelection } from '#web/ui/selection.ts';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { deskChangeColumns } from './change-columns.tsx';
import { ChangeDrawer } from './change-drawer.tsx';
import { deskPriceColumns } from './price-list.tsx';
import { ProposeDialog } from './propose-dialog.tsx';
import type { StaffPrice, StaffChange } from './prices-types.ts';

const views = ['prices', 'changes'] as const;
const states = ['waiting', 'rejected', 'coming', 'past'] as const;

/** The staff's side of prices: what counts for whom, and what is proposed. */
export function StaffPricesPage() {
  const { t } = useTranslation('prices');
  const url = useListUrl('prices');
  const view = views.find((known) => known === url.tab) ?? 'prices';
  return (
    <Page title={t('staff.title')} state={t('staff.state')}>
      <Panel padding="none">
        <CountTabs
          label={t('staff.title')}
          value={view}
          onChange={(value) => url.set({ tab: value === 'prices' ? undefined : value, q: undefined })}
          tabs={views.map((value) => ({ value, label: t(`staff.views.${value}`), count: undefined }))}
        />
        {view === 'prices' ? <Prices url={url} /> : <Changes url={url} />}
      </Panel>
    </Page>
  );
}

/** Narrows a list of the desk to one client. */
function ClientSelect({ url }: { url: ListUrl }) {
  const { t } = useTranslation('prices');
  const [q, setQ] = useState('');
  const { data } = useApiQuery(api.clients.options, { query: { q, per_page: 50 } });
  return (
    <Select
      aria-label={t('columns.client')}
      placeholder={t('staff.allClients')}
      searchable
      clearable
      w={220}
      value={url.get('account') ?? null}
      onSearchChange={setQ}
      onChange={(value) => url.set({ account: value ?? undefined })}
      data={(data ?? []).map(({ id, label }) => ({ value: id, label }))}
      filter={({ options }) => options}
    />
  );
}

const accountOf = (url: ListUrl) => {
  const account_id = url.get('account');
  return account_id === undefined ? {} : { account_id };
};
const priceId = (price: StaffPrice) => `${price.client.id} ${price.id}`;
const priceName = (price: StaffPrice) => `${price.sku.code}, ${price.destination}, ${price.client.name}`;
const changeId = (change: StaffChange) => change.id;
const changeName = (change: StaffChange) => `${change.sku.code}, ${change.client.name}`;

function Prices({ url }: { url: ListUrl }) {
  const { t, i18n } = useTranslation('prices');
  const destination = url.get('country');
  const query = useApiQuery(
    api.prices.deskList,
    {
      query: {
        page: url.page,
        per_page: url.per_page,
        q: url.q,
        ...accountOf(url),
        ...(destination && { destination }),
      },
    },
    { keepPrevious: true },
  );
  const columns = useMemo(() => deskPriceColumns(t, i18n.language), [t, i18n.language]);
  const selection = useSelection(priceId);
  const [chosen, setChosen] = useState<readonly StaffPrice[]>();
  const proposeButton = (rows: readonly StaffPrice[]) => (
    <Button onClick={() => setChosen(rows)}>{t('propose.open', { count: rows.length })}</Button>
  );
  return (
    <>
      <Toolbar>
        <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
        <ClientSelect url={url} />
        <Select
          aria-label={t('columns.to')}
          placeholder={t('staff.allCountries')}
          searchable
          clearable
          w={200}
          value={destination ?? null}
          onChange={(value) => url.set({ country: value ?? undefined })}
          data={countries.map((code) => ({ value: code, label: countryName(code, i18n.language) }))}
        />
      </Toolbar>
      <DataTable
        label={t('staff.views.prices')}
        query={query}
        columns={columns}
        rowId={priceId}
        rowName={priceName}
        selection={selection}
        selectable={(price) => price.pending === null}
        bulk={proposeButton}
        empty={{ drawing: 'search', title: t('emptyList') }}
        onPage={url.setPage}
        onPerPage={url.setPerPage}
      />
      {chosen && (
        <ProposeDialog
          prices={chosen}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            selection.clear();
            url.set({ tab: 'changes', q: undefined });
          }}
        />
      )}
    </>
  );
}

function Changes({ url }: { url: ListUrl }) {
  const { t, i18n } = useTranslation('prices');
  const state = states.find((known) => known === url.get('state')) ?? 'waiting';
  const query = useApiQuery(
    api.prices.deskChanges,
    { query: { page: url.page, per_page: url.per_page, q: url.q, tab: state, ...accountOf(url) } },
    { keepPrevious: true },
  );
  const columns = useMemo(() => deskChangeColumns(t, i18n.language), [t, i18n.language]);
  const selection = useSelection(changeId, state);
  const confirm = useConfirm();
  const withdraw = useApiMutation(api.prices.withdraw, { onSuccess: selection.clear });
  const open = query.data?.data.find((change) => change.id === url.get('change'));
  const handleWithdraw = async (rows: readonly StaffChange[]) => {
    const question = { title: t('withdraw.title', { count: rows.length }), text: t('withdraw.text') };
    if (!(await confirm({ ...question, confirmLabel: t('withdraw.open', { count: rows.length }) }))) return;
    await withdraw.run({ body: { changes: rows.map((row) => ({ account_id: row.client.id, id: row.id })) } });
  };
  const withdrawButton = (rows: readonly StaffChange[]) => (
    <Button variant="default" onClick={() => void handleWithdraw(rows)}>
      {t('withdraw.open', { count: rows.length })}
    </Button>
  );
  return (
    <>
      <Toolbar>
        <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
        <ClientSelect url={url} />
        <SegmentedControl
          aria-label={t('statesLabel')}
          size="xs"
          value={state}
          onChange={(value) => url.set({ state: value === 'waiting' ? undefined : value })}
          data={states.map((value) => ({ value, label: t(`staff.states.${value}`) }))}
        />
      </Toolbar>
      <DataTable
        label={t('changes')}
        query={query}
        columns={columns}
        rowId={changeId}
        rowName={changeName}
        openId={url.get('change')}
        onOpen={(change) => url.show({ change: change.id })}
        selection={selection}
        selectable={(change) => ['open', 'accepted', 'rejected', 'due'].includes(change.status)}
        bulk={withdrawButton}
        empty={{ drawing: 'done', title: t('emptyStaff') }}
        onPage={url.setPage}
        onPerPage={url.setPerPage}
      />
      {open && <ChangeDrawer change={open} onClose={() => url.show({ change: undefined })} />}
    </>
  );
}
