import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ListBar } from '#web/components/list-bar.tsx';
import { useListEmpty } from '#web/components/list-empty.tsx';
import type { ListFilter } from '#web/components/list-filters.ts';
import { useList } from '#web/components/use-list.ts';
import { paths } from '#web/lib/paths.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { EmptyStateProps } from '#web/ui/empty-state.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { invoiceColumns } from './invoice-columns.tsx';
import { InvoiceDrawer } from './invoice-drawer.tsx';
import type { Invoice, InvoiceTab } from './invoices-types.ts';

const tabs: readonly InvoiceTab[] = ['all', 'unpaid', 'paid', 'expired'];
const rowId = (invoice: Invoice) => invoice.id;

function useColumns() {
  const { t } = useTranslation('invoices');
  return useMemo(() => invoiceColumns(t), [t]);
}

function useFilters(): readonly ListFilter[] {
  const { t } = useTranslation('invoices');
  return useMemo(() => [{ kind: 'dates', name: 'issued', from: 'from', to: 'to', label: t('issuedOn') }], [t]);
}

/** Invoices with tabs; one opens over the list with its orders and lines. */
export function InvoicesPage() {
  const { t } = useTranslation('invoices');
  const list = useList({ list: 'invoices', columns: useColumns(), filters: useFilters() });
  const { url } = list;
  const tab = tabs.find((one) => one === url.tab) ?? 'all';
  const query = useApiQuery(
    api.invoices.list,
    { query: { page: url.page, per_page: url.per_page, ...list.asked, tab } },
    { keepPrevious: true },
  );
  const empty = useListEmpty(list, useUnfiltered(tab));
  const counts = query.data?.meta.counts;
  const open = url.get('invoice');
  const show = (id: string | undefined) => url.show({ invoice: id });
  return (
    <Page title={t('title')}>
      <Panel padding="none">
        <CountTabs
          label={t('title')}
          tabs={tabs.map((value) => ({
            value,
            label: t(`tabs.${value}`),
            count: counts?.[value],
            attention: value === 'unpaid',
          }))}
          value={tab}
          onChange={(value) => url.set({ tab: value === 'all' ? undefined : value })}
        />
        <ListBar list={list} search={t('search')} />
        <DataTable
          label={t('title')}
          query={query}
          columns={list.columns}
          sort={url.sort}
          onSort={(sort) => url.set({ sort })}
          rowId={rowId}
          rowName={(invoice) => invoice.number}
          onOpen={(invoice) => show(invoice.id)}
          openId={open}
          empty={empty}
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      <InvoiceDrawer id={open} onClose={() => show(undefined)} />
    </Page>
  );
}

function useUnfiltered(tab: InvoiceTab): EmptyStateProps {
  const { t } = useTranslation('invoices');
  if (tab === 'unpaid') return { drawing: 'done', title: t('nothingToPay') };
  return {
    drawing: 'file',
    title: t('empty'),
    text: t('emptyText'),
    action: (
      <Button variant="default" component={Link} to={paths.orders}>
        {t('toOrders')}
      </Button>
    ),
  };
}
