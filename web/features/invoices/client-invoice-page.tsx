import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { formatTime } from '#web/lib/format.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { BillCredits, BillHead, BillLines, BillSums, Party } from './bill-sheet.tsx';
import classes from './bill-sheet.module.css';
import { PayInvoice } from './invoice-pay.tsx';
import { InvoicePdfButton, InvoiceUblButton } from './pdf-buttons.tsx';
import { NoBill, PrintFrame } from './print-frame.tsx';

/** `/clientInvoice?id=`: one invoice on paper. */
export function ClientInvoicePage() {
  const { t } = useTranslation('invoices');
  const [search] = useSearchParams();
  const id = search.get('id') ?? undefined;
  const query = useApiQuery(api.invoices.get, id === undefined ? null : { params: { id } });
  const invoice = query.data;
  return (
    <PrintFrame
      label={invoice?.number ?? t('print.invoice')}
      {...(invoice !== undefined && invoice.credits.length > 0 && { note: t('pdf.asIssued') })}
      file={
        invoice !== undefined && (
          <>
            <PayInvoice invoice={invoice} />
            <InvoicePdfButton id={invoice.id} />
            <InvoiceUblButton id={invoice.id} />
          </>
        )
      }
    >
      {invoice === undefined ? (
        <NoBill named={id !== undefined} query={query} />
      ) : (
        <Sheet>
          <BillHead kind={t('print.invoice')} number={invoice.number}>
            <dt>{t('facts.issued')}</dt>
            <dd>{formatTime(invoice.issued_at)}</dd>
            {invoice.paid_at !== null && (
              <>
                <dt>{t('facts.paid')}</dt>
                <dd>{formatTime(invoice.paid_at)}</dd>
              </>
            )}
            <dt>{t('columns.status')}</dt>
            <dd>{t(`statuses.${invoice.status}`)}</dd>
          </BillHead>
          <div className={classes.parties}>
            <Party label={t('facts.seller')} party={invoice.seller} />
            <Party label={t('facts.buyer')} party={invoice.billed_to} />
          </div>
          <BillLines orders={invoice.invoice_orders} items={invoice.items} currency={invoice.currency} />
          <BillSums sums={invoice} />
          <BillCredits invoice={invoice} />
        </Sheet>
      )}
    </PrintFrame>
  );
}
