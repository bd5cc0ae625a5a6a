import { useTranslation } from 'react-i18next';
import { PayInvoiceButton } from '#web/components/pay-invoice.tsx';
import { useMay } from '#web/components/session.tsx';
import { formatMoney } from '#web/lib/format.ts';
import type { InvoiceDetail } from './invoices-types.ts';

/** Pays an invoice from the wallet, where it can be paid and the reader may. */
export function PayInvoice({ invoice }: { invoice: InvoiceDetail }) {
  const { t, i18n } = useTranslation('invoices');
  const mayPay = useMay()('invoices', 'pay');
  const amount = formatMoney({ amount: invoice.total, currency: invoice.currency }, i18n.language);
  return mayPay && invoice.payable && <PayInvoiceButton invoice={invoice} label={t('pay.button', { amount })} />;
}
