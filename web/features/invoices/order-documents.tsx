import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '#web/api/client.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { useMay } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { InvoiceState } from './invoice-columns.tsx';
import classes from './invoices.module.css';

/** States that say that a bill is not paid, or never will be. */
const unpaid: ReadonlySet<string> = new Set(['open', 'expired', 'void']);

type Props = { order: { id: string } };

/** The bills of an order with their invoices, in its drawer. */
export function OrderDocuments({ order }: Props) {
  const may = useMay();
  return may('invoices', 'view') ? <Documents order={order} /> : null;
}

function Documents({ order }: Props) {
  const { t } = useTranslation('invoices');
  const { data } = useApiQuery(api.invoices.listOrders, { query: { order_id: order.id, per_page: 50 } });
  const bills = data?.data ?? [];
  if (bills.length === 0) return null;
  return (
    <DetailSection title={t('documents.title')}>
      <ul className={classes.documents}>
        {bills.map((bill) => (
          <li key={bill.id}>
            <Anchor component={Link} to={withQuery(paths.invoices, { invoice: bill.invoice.id })} inherit>
              {bill.invoice.number}
            </Anchor>
            <Anchor component={Link} to={withQuery(paths.invoiceOrderPdf, { id: bill.id })} inherit>
              {t('documents.invoice', { number: bill.number })}
            </Anchor>
            {unpaid.has(bill.invoice.status) && <InvoiceState invoice={bill.invoice} t={t} />}
            <MoneyCell money={{ amount: bill.total, currency: bill.currency }} />
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}
