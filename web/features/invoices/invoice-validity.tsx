import { Anchor, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import { EndInvoice, RefreshInvoice } from '#web/features/order-invoices/index.ts';
import { formatTime } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Invoice, InvoiceDetail } from './invoices-types.ts';
import classes from './invoices.module.css';

/** Until when an invoice of orders can be paid or what became of it, what can be done, and the invoices before and after it. */
export function Validity({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation('invoices');
  const { replaces, replaced_by } = invoice;
  if (invoice.price_valid_until === null) return null;
  return (
    <>
      <p className={classes.subject}>
        <Sentence invoice={invoice} />
        {replaced_by !== null && <OtherInvoice invoice={replaced_by} />}
        {replaces !== null && (
          <>
            {' · '}
            {t('valid.replaces')} <OtherInvoice invoice={replaces} />
          </>
        )}
      </p>
      <UnpaidActions invoice={invoice} />
    </>
  );
}

/** Whether the prices of an invoice of orders ended before it was paid. */
export const isExpired = ({ status }: Pick<Invoice, 'status'>): boolean => status === 'expired';

function Sentence({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation('invoices');
  const mayPay = useMay()('invoices', 'pay');
  const { status, price_valid_until, replaced_by, ended_reason, orders_unpaid } = invoice;
  const say = (time: string | null) => formatTime(time ?? '', 'y-m-d h:i');
  const time = say(price_valid_until);
  if (isExpired(invoice) && orders_unpaid === 0) return t('valid.expiredDone', { time });
  if (isExpired(invoice)) return t(mayPay ? 'valid.expired' : 'valid.expiredOnly', { time });
  if (status === 'open') return t('valid.until', { time });
  if (status !== 'void') return t('valid.paid', { issued: say(invoice.issued_at), paid: say(invoice.paid_at) });
  return replaced_by === null ? t('valid.void', { reason: ended_reason ?? '' }) : `${t('valid.replacedBy')} `;
}

function OtherInvoice({ invoice: { id, number } }: { invoice: { id: string; number: string } }) {
  return (
    <Anchor component={Link} to={withQuery(paths.invoices, { invoice: id })} inherit>
      {number}
    </Anchor>
  );
}

/** What can be done with an invoice of orders that is not paid, beside paying it. */
function UnpaidActions({ invoice }: { invoice: InvoiceDetail }) {
  const mayPay = useMay()('invoices', 'pay');
  const { status, payable, orders_unpaid } = invoice;
  if (status !== 'open' && (status !== 'expired' || orders_unpaid === 0)) return null;
  return (
    <Group gap={8} mt={8} mb={16}>
      {mayPay && <RefreshInvoice invoice={invoice} primary={!payable} />}
      {status === 'open' && <EndInvoice invoice={invoice} />}
    </Group>
  );
}
