import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { type ComponentProps, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientEmpty } from '#web/components/client-empty.ts';
import type { ExportChoice } from '#web/components/export-dialog.tsx';
import { LazyBoundary, lazyOverlay } from '#web/components/lazy-part.tsx';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { ListFilter } from '#web/components/list-filters.ts';
import { PayInvoiceDialog } from '#web/components/pay-invoice.tsx';
import { useIsStaff, useMay } from '#web/components/session.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { RowAction } from '#web/ui/column.ts';
import { type Selection, useSelection } from '#web/ui/selection.ts';
import type { EmptyStateProps } from '#web/ui/empty-state.tsx';
import { invoiceKinds, invoiceTabs } from '#contract/invoice-rules.ts';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { countries, countryName } from '#web/lib/countries.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { CreditNoteList } from './credit-note-list.tsx';
import { invoiceColumns } from './invoice-columns.tsx';
import { InvoiceOrdersPage } from './invoice-orders-page.tsx';
import { InvoiceListSwitch, useIssueInvoice } from './list-switch.tsx';
import { InvoiceDrawer, stockOrderPath } from './invoice-drawer.tsx';
import { isExpired } from './invoice-validity.tsx';
import { MatchingInvoices, PayInvoicesButton } from './pay-invoices.tsx';
import { PrintButtons } from './pdf-buttons.tsx';
import type { Invoice } from './invoices-types.ts';

const SummaryDialog = lazyOverlay(async () => (await import('./summary-dialog.tsx')).SummaryDialog);

type InvoiceTab = (typeof invoiceTabs)[number];
const rowId = (invoice: Invoice) => invoice.id;

/** The bar of the ticked invoices; `matching` says what all that match are, where they can be taken. */
const bulkBarOf =
  (
    selection: Selection<Invoice>,
    mayPay: boolean,
    matching: Pick<ComponentProps<typeof MatchingInvoices>, 'asked' | 'matching'>,
  ) =>
  (rows: readonly Invoice[]) =>
    selection.everything ? (
      <MatchingInvoices {...matching} except={selection.except} onPaid={selection.clear} />
    ) : (
      <>
        <PrintButtons ids={rows.map(rowId)} of="invoices" />
        {mayPay && <PayInvoicesButton selected={rows} onPaid={selection.clear} />}
      </>
    );

/** Files in which accounting programs take the invoices as bills. */
const billFiles = (t: TFunction<'invoices'>): ExportChoice[] =>
  (['bills_xero', 'bills_quickbooks'] as const).map((list) => ({
    value: list,
    label: t(`bills.${list}.label`),
    help: t(`bills.${list}.help`),
    list,
    format: 'csv',
  }));

function useColumns() {
  const { t } = useTranslation('invoices');
  return useMemo(() => invoiceColumns(t), [t]);
}

function useFilters(): readonly ListFilter[] {
  const { t, i18n } = useTranslation('invoices');
  const stores = useStoreOptions().data;
  const isStaff = useIsStaff();
  return useMemo(
    () => [
      { kind: 'dates', name: 'issued', from: 'from', to: 'to', label: t('issuedOn') },
      // the days of the provider's own books, to which its revenue leads
      ...(isStaff
        ? [{ kind: 'dates', name: 'booked', from: 'booked_from', to: 'booked_to', label: t('bookedOn') } as const]
        : []),
      {
        kind: 'choice',
        name: 'kind',
        label: t('filters.kind'),
        options: invoiceKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      { kind: 'range', name: 'amount', from: 'amount_from', to: 'amount_to', label: t('filters.amount') },
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
    ],
    [t, i18n.language, stores, isStaff],
  );
}

/** Invoices, or the orders on them, as the address says. */
export function InvoicesPage() {
  const [search] = useSearchParams();
  return search.get('list') === 'orders' ? <InvoiceOrdersPage /> : <WholeInvoices />;
}

/** Invoices with tabs; one opens over the list with its orders and lines. */
function WholeInvoices() {
  const { t, i18n } = useTranslation('invoices');
  const navigate = useNavigate();
  const mayPay = useMay()('invoices', 'pay');
  const [summing, setSumming] = useState(false);
  const [paying, setPaying] = useState<Invoice>();
  const list = useListPage(api.invoices.list, {
    name: 'invoices',
    tabs: invoiceTabs,
    columns: useColumns(),
    filters: useFilters(),
  });
  const { url } = list;
  const credits = useApiQuery(api.invoices.listCreditNotes, { query: { per_page: 1 } }).data?.meta.total;
  const selection = useSelection(rowId, JSON.stringify(list.kit.asked), list.tab);
  const rowActions = (invoice: Invoice): RowAction[] => {
    const { id, total, currency, stock_order: stock } = invoice;
    const amount = formatMoney({ amount: total, currency }, i18n.language);
    const print = { label: t('print.link'), onClick: () => void navigate(withQuery(paths.clientInvoice, { id })) };
    return [
      ...(mayPay && invoice.payable ? [{ label: t('pay.button', { amount }), onClick: () => setPaying(invoice) }] : []),
      ...(mayPay && isExpired(invoice) ? [{ label: t('pay.refresh'), onClick: () => url.show({ invoice: id }) }] : []),
      ...(stock === null
        ? []
        : [
            {
              label: t('stockOrder', { number: stock.number }),
              onClick: () => void navigate(stockOrderPath(stock.id)),
            },
          ]),
      print,
    ];
  };
  return (
    <ListPage
      title={t('title')}
      above={<InvoiceListSwitch value="invoices" />}
      list={{ ...list, counts: list.counts && { ...list.counts, credit_notes: credits } }}
      instead={list.tab === 'credit_notes' ? <CreditNoteList /> : undefined}
      tabLabel={(tab) => t(`tabs.${tab}`)}
      attention={['unpaid']}
      search={t('search')}
      exportChoices={billFiles(t)}
      secondary={[{ label: t('summary.button'), onClick: () => setSumming(true) }]}
      {...useIssueInvoice()}
      rowId={rowId}
      selection={selection}
      matchable={mayPay && list.tab === 'unpaid'}
      bulk={bulkBarOf(selection, mayPay, { asked: list.kit.asked, matching: list.meta?.total ?? 0 })}
      rowName={(invoice) => invoice.number}
      rowActions={rowActions}
      opens={{ invoice: rowId }}
      renderDetail={({ ids, close }) => <InvoiceDrawer id={ids.invoice} onClose={close} />}
      empty={useUnfiltered(list.tab)}
    >
      {summing && (
        <LazyBoundary>
          <SummaryDialog onClose={() => setSumming(false)} />
        </LazyBoundary>
      )}
      {paying && (
        <PayInvoiceDialog
          invoice={paying}
          onClose={() => setPaying(undefined)}
          onPaid={() => url.show({ invoice: paying.id })}
        />
      )}
    </ListPage>
  );
}

function useUnfiltered(tab: InvoiceTab | undefined): EmptyStateProps {
  const { t } = useTranslation('invoices');
  const ofClient = useClientEmpty();
  if (tab === 'unpaid') return { drawing: 'done', title: t('nothingToPay') };
  if (tab !== 'all') return { drawing: 'done', title: t('emptyTab') };
  return ofClient('invoices', {
    drawing: 'file',
    title: t('empty'),
    text: t('emptyText'),
    action: (
      <Button variant="default" component={Link} to={paths.orders}>
        {t('toOrders')}
      </Button>
    ),
  });
}
