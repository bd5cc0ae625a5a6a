import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { maxPrinted } from '#contract/invoice-rules.ts';
import { useSearchParams } from 'react-router';
import { Sheet } from '#web/ui/sheet.tsx';
import { api } from '#web/api/client.ts';
import { useApiQueries } from '#web/api/use-api-query.ts';
import { BillHead, BillLines, BillSums } from './bill-sheet.tsx';
import { EndedMark } from './ended-mark.tsx';
import { OrderWithAddressButton, PrintButtons } from './pdf-buttons.tsx';
import { NoBill, PrintFrame } from './print-frame.tsx';
import type { BilledOrder } from './invoices-types.ts';

/** Most bills that one page prints. */
const most = 50;

/** Billed orders one by one, in the sequence of the ids; those of other accounts are counted as missing. */
function useBilledOrders(ids: readonly string[]) {
  const results = useApiQueries(
    api.invoices.getOrder,
    ids.map((id) => ({ params: { id } })),
  );
  return {
    found: results.flatMap(({ data }) => data ?? []),
    missing: results.filter(({ error }) => error !== null).length,
    error: results.every(({ error }) => error !== null) ? (results[0]?.error ?? null) : null,
    refetch: () => results.forEach((result) => void result.refetch()),
  };
}

/** `/invoiceOrderPdf?id=`: the bill of one order. */
export function OrderInvoicePage() {
  const { t } = useTranslation('invoices');
  const [search] = useSearchParams();
  const id = search.get('id') ?? undefined;
  const query = useBilledOrders(id === undefined ? [] : [id]);
  const [order] = query.found;
  return (
    <PrintFrame
      label={order?.number ?? t('print.orderInvoice')}
      file={
        order !== undefined && (
          <Group gap={8}>
            <PrintButtons ids={[order.id]} of="invoice_orders" />
            <OrderWithAddressButton id={order.id} />
          </Group>
        )
      }
    >
      {order === undefined ? <NoBill named={id !== undefined} query={query} /> : <OrderSheet order={order} />}
    </PrintFrame>
  );
}

/** `/batchpdf?ids=`: the bills of many orders, each on a sheet of its own. */
export function BatchInvoicePage() {
  const { t } = useTranslation('invoices');
  const [search] = useSearchParams();
  const asked = [...new Set(search.getAll('ids').flatMap((text) => text.split(',')))].filter((id) => id !== '');
  const query = useBilledOrders(asked.slice(0, most));
  const { found, missing } = query;
  const notes = [
    asked.length > most ? t('print.tooMany', { most }) : undefined,
    found.length > 0 && missing > 0 ? t('print.someMissing', { count: missing }) : undefined,
  ].filter((note) => note !== undefined);
  return (
    <PrintFrame
      label={t('print.orderInvoice')}
      {...(notes.length > 0 && { note: notes.join(' ') })}
      file={found.length > 0 && <PrintButtons ids={asked.slice(0, maxPrinted)} of="invoice_orders" />}
    >
      {found.length === 0 && <NoBill named={asked.length > 0} query={query} />}
      {found.map((order) => (
        <OrderSheet key={order.id} order={order} />
      ))}
    </PrintFrame>
  );
}

function OrderSheet({ order }: { order: BilledOrder }) {
  const { t } = useTranslation('invoices');
  return (
    <Sheet>
      <BillHead kind={t('print.orderInvoice')} number={order.number}>
        <dt>{t('print.invoice')}</dt>
        <dd>{order.invoice.number}</dd>
      </BillHead>
      <EndedMark invoice={order.invoice} />
      <BillLines orders={[order]} currency={order.currency} />
      <BillSums sums={order} />
    </Sheet>
  );
}
