import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { api } from '#web/api/client.ts';
import { useClientEmpty } from '#web/components/client-empty.ts';
import type { ListFilter } from '#web/components/list-filters.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { countries, countryName } from '#web/lib/countries.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { useSelection } from '#web/ui/selection.ts';
import { billedOrderColumns } from './invoice-columns.tsx';
import { InvoiceDrawer } from './invoice-drawer.tsx';
import { InvoiceListSwitch, useIssueInvoice } from './list-switch.tsx';
import { PrintButtons, useOrderWithAddress } from './pdf-buttons.tsx';
import type { ListedOrder } from './invoices-types.ts';

const rowId = (order: ListedOrder) => order.id;
const opens = { bill: rowId, invoice: (order: ListedOrder) => order.invoice.id };
const bulkBar = (rows: readonly ListedOrder[]) => <PrintButtons ids={rows.map(rowId)} of="invoice_orders" />;

function useFilters(): readonly ListFilter[] {
  const { t, i18n } = useTranslation('invoices');
  const stores = useStoreOptions().data;
  return useMemo(
    () => [
      { kind: 'dates', name: 'issued', from: 'from', to: 'to', label: t('issuedOn') },
      {
        kind: 'choice',
        name: 'store_id',
        label: t('filters.store'),
        options: (stores ?? []).map(({ id, label }) => ({ value: id, label })),
      },
      {
        kind: 'choice',
        name: 'country',
        label: t('filters.country'),
        options: countries.map((code) => ({ value: code, label: countryName(code, i18n.language) })),
      },
      { kind: 'text', name: 'sku', label: t('filters.sku') },
      { kind: 'range', name: 'amount', from: 'amount_from', to: 'amount_to', label: t('columns.amount') },
    ],
    [t, i18n.language, stores],
  );
}

/** Billed orders one by one; each opens its invoice over the list. */
export function InvoiceOrdersPage() {
  const { t } = useTranslation('invoices');
  const navigate = useNavigate();
  const ofClient = useClientEmpty();
  const list = useListPage(api.invoices.listOrders, {
    name: 'invoice_orders',
    columns: useMemo(() => billedOrderColumns(t), [t]),
    filters: useFilters(),
  });
  const selection = useSelection(rowId);
  const { url } = list;
  const withAddress = useOrderWithAddress();
  const rowActions = ({ id, invoice, order }: ListedOrder) => [
    { label: t('print.orderLink'), onClick: () => void navigate(withQuery(paths.invoiceOrderPdf, { id })) },
    ...(withAddress.may ? [{ label: t('pdf.withAddress'), onClick: () => withAddress.save(id) }] : []),
    { label: t('openInvoice', { number: invoice.number }), onClick: () => url.show({ bill: id, invoice: invoice.id }) },
    {
      label: t('openOrder', { name: order.name }),
      onClick: () => void navigate(withQuery(paths.orders, { order: order.id })),
    },
  ];
  return (
    <ListPage
      title={t('title')}
      above={<InvoiceListSwitch value="orders" />}
      list={list}
      {...useIssueInvoice()}
      search={t('searchOrders')}
      rowId={rowId}
      rowName={(order) => order.number}
      rowActions={rowActions}
      selection={selection}
      matchable={false}
      bulk={bulkBar}
      opens={opens}
      renderDetail={({ ids, close }) => <InvoiceDrawer id={ids.invoice} onClose={close} />}
      empty={ofClient('invoices', {
        drawing: 'file',
        title: t('noOrders'),
        text: t('noOrdersText'),
        action: (
          <Button variant="default" component={Link} to={paths.orders}>
            {t('toOrders')}
          </Button>
        ),
      })}
    />
  );
}
