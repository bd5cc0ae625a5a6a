import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PayInvoiceButton, useOpenRequest } from '#web/components/pay-invoice.tsx';
import { useMay } from '#web/components/session.tsx';
import { formatMoney } from '#web/lib/format.ts';
import type { InvoiceDetail } from './invoices-types.ts';
import classes from './invoices.module.css';

/** Pays an invoice from the wallet, where it can be paid and the reader may, and no request for it is waiting. */
export function PayInvoice({ invoice }: { invoice: InvoiceDetail }) {
  const { t, i18n } = useTranslation('invoices');
  const mayPay = useMay()('invoices', 'pay');
  const amount = formatMoney({ amount: invoice.total, currency: invoice.currency }, i18n.language);
  const request = useOpenRequest(invoice, invoice.payable);
  return (
    mayPay &&
    invoice.payable &&
    !request?.waits && <PayInvoiceButton invoice={invoice} label={t('pay.button', { amount })} />
  );
}

/** Who requested approval to pay it, while nobody has decided. */
export function PendingApproval({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation('invoices');
  const request = useOpenRequest(invoice, invoice.payable);
  if (request === null) return null;
  return (
    <p className={classes.subject}>
      {request.text}{' '}
      {request.to !== null && (
        <Anchor component={Link} to={request.to} inherit>
          {t('pay.viewRequest')}
        </Anchor>
      )}
    </p>
  );
}
