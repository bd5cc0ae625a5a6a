import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { isDisputable } from '#contract/line-dispute-rules.ts';
import { useMay } from '#web/components/session.tsx';
import { LineDispute } from '#web/features/line-disputes/index.ts';
import { RefreshInvoice } from '#web/features/order-invoices/index.ts';
import { formatMoney, formatTime } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { BillCredits, BillHead, BillLines, BillNote, BillSums, Party, TaxNote } from './bill-sheet.tsx';
import classes from './bill-sheet.module.css';
import { isExpired } from './invoice-validity.tsx';
import { PayInvoice } from './invoice-pay.tsx';
import type { BilledOrder, InvoiceDetail, InvoiceLine } from './invoices-types.ts';
import { EndedMark, hasEnded } from './ended-mark.tsx';
import { InvoicePdfButton, InvoiceUblButton, IssuedPdfButton } from './pdf-buttons.tsx';
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
            <RefreshExpired invoice={invoice} />
            <InvoicePdfButton id={invoice.id} />
            {hasEnded(invoice) ? <IssuedPdfButton id={invoice.id} /> : <InvoiceUblButton id={invoice.id} />}
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
            {invoice.price_valid_until !== null && (
              <>
                <dt>{t('facts.validUntil')}</dt>
                <dd>{formatTime(invoice.price_valid_until, 'y-m-d h:i')}</dd>
              </>
            )}
            {invoice.paid_at !== null && (
              <>
                <dt>{t('facts.paid')}</dt>
                <dd>{formatTime(invoice.paid_at)}</dd>
              </>
            )}
            <dt>{t('columns.status')}</dt>
            <dd>{t(`statuses.${invoice.status}`)}</dd>
          </BillHead>
          <EndedMark invoice={invoice} />
          <div className={classes.parties}>
            <Party label={t('facts.seller')} party={invoice.seller} />
            <Party label={t('facts.buyer')} party={invoice.billed_to} />
          </div>
          {invoice.note !== null && <BillNote title={t('note')} text={invoice.note} />}
          <BillLines
            orders={invoice.invoice_orders}
            items={invoice.items}
            currency={invoice.currency}
            {...(invoice.paid_at !== null && { belowLine: disputeOf })}
          />
          <BillSums sums={invoice} />
          <TaxNote seller={invoice.seller} />
          {invoice.payable && <Balance invoice={invoice} />}
          <BillCredits invoice={invoice} />
        </Sheet>
      )}
    </PrintFrame>
  );
}

/** The next action for an invoice of orders that wasn't paid in time, as the list's detail has it. */
function RefreshExpired({ invoice }: { invoice: InvoiceDetail }) {
  const mayPay = useMay()('invoices', 'pay');
  return mayPay && isExpired(invoice) && <RefreshInvoice invoice={invoice} primary />;
}

/** The dispute of a shipping line, or the way to open it. */
const disputeOf = (line: InvoiceLine, { id, invoice, order, currency }: BilledOrder) =>
  isDisputable(line) ? (
    <LineDispute
      line={{
        invoice_id: invoice.id,
        invoice_order_id: id,
        order: order.name,
        line: line.line,
        amount: line.amount,
        currency,
      }}
    />
  ) : undefined;

/** What the wallet has for an open invoice; where that is not enough, what is missing and the way to add funds. */
function Balance({ invoice: { id, total, currency } }: { invoice: InvoiceDetail }) {
  const { t, i18n } = useTranslation('invoices');
  const may = useMay();
  const available = useApiQuery(api.wallet.get, may('wallet', 'view') ? {} : null).data?.available;
  if (available === undefined) return null;
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const missing = total - available;
  return (
    <p className={classes.balance} role="status">
      {t('pay.available')}: {money(available)}
      {missing > 0 && (
        <>
          {' · '}
          {t('pay.missing')}: {money(missing)}
          {may('wallet', 'pay') && (
            <>
              {' · '}
              <Anchor component={Link} to={withQuery(paths.recharge, { invoice: id })} inherit>
                {t('pay.recharge')}
              </Anchor>
            </>
          )}
        </>
      )}
    </p>
  );
}
