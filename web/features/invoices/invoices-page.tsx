import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { Link } from 'react-router';
import type { ListFilter } from '#web/components/list-filters.ts';
import { paths } from '#web/lib/paths.ts';
import type { EmptyStateProps } from '#web/ui/empty-state.tsx';
import { api } from '#web/api/client.ts';
import { invoiceColumns } from './invoice-columns.tsx';
import { InvoiceDrawer } from './invoice-drawer.tsx';
import type { Invoice } from './invoices-types.ts';

type InvoiceTab = 'all' | 'unpaid' | 'paid' | 'expired';

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
  const list = useListPage(api.invoices.list, {
    name: 'invoices',
    tabs,
    columns: useColumns(),
    filters: useFilters(),
  });
  return (
    <ListPage
      title={t('title')}
      list={list}
      tabLabel={(tab) => t(`tabs.${tab}`)}
      attention={['unpaid']}
      search={t('search')}
      rowId={rowId}
      rowName={(invoice) => invoice.number}
      opens={{ invoice: rowId }}
      renderDetail={({ ids, close }) => <InvoiceDrawer id={ids.invoice} onClose={close} />}
      empty={useUnfiltered(list.tab)}
    />
  );
}

function useUnfiltered(tab: InvoiceTab | undefined): EmptyStateProps {
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
