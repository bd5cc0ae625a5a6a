import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useListUrl } from '#web/components/use-list-url.ts';
import { paths } from '#web/lib/paths.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { EmptyStateProps } from '#web/ui/empty-state.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { invoiceColumns } from './invoice-columns.tsx';
import { InvoiceDrawer } from './invoice-drawer.tsx';
import { type Invoice, type InvoiceTab, useInvoices } from './invoices.api.ts';

const tabs: readonly InvoiceTab[] = ['all', 'unpaid', 'paid', 'expired'];
const rowId = (invoice: Invoice) => invoice.id;

/** Invoices with tabs; one opens over the list with its orders and lines. */
export function InvoicesPage() {
  const { t } = useTranslation('invoices');
  const url = useListUrl();
  const tab = tabs.find((one) => one === url.tab) ?? 'all';
  const query = useInvoices({ page: url.page, per_page: url.per_page, q: url.q, tab });
  const columns = useMemo(() => invoiceColumns(t), [t]);
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
        <Toolbar>
          <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
        </Toolbar>
        <DataTable
          label={t('title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={(invoice) => invoice.number}
          onOpen={(invoice) => show(invoice.id)}
          openId={open}
          empty={useEmpty(tab, url.q)}
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      <InvoiceDrawer id={open} onClose={() => show(undefined)} />
    </Page>
  );
}

function useEmpty(tab: InvoiceTab, q: string): EmptyStateProps {
  const { t } = useTranslation('invoices');
  if (q !== '') return { drawing: 'search', title: t('none') };
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
