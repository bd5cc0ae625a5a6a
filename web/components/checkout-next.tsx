import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoney } from '../lib/format.ts';
import { paths, withQuery } from '../lib/paths.ts';
import classes from './checkout-next.module.css';
import { useMay } from './session.tsx';

/** The invoice that orders were just paid by, for how many, and what they cost. */
export type PaidInvoice = { id: string; number: string; orders: number; total: number; currency: string };

/** What a checkout ended with: an invoice that is paid, or the ID of a request for a colleague's approval. */
export type CheckoutOutcome = { paid: PaidInvoice } | { requested: string };

type CheckoutProps = {
  seen: ReadonlyMap<string, number>;
  onClose: () => void;
  onDone: (outcome: CheckoutOutcome) => void;
};

/** Pays orders over the page; a part of the orders' own that the app hands to pages of other features. */
export type CheckoutPart = ComponentType<CheckoutProps & { orderIds: readonly string[] }>;
/** The same for all orders that match a list's filters. */
export type MatchingCheckoutPart = ComponentType<CheckoutProps & { matching: Readonly<Record<string, string>> }>;

type CheckoutNextProps = { outcome: CheckoutOutcome; onHide: () => void };

/** After a checkout: the ways to its invoice and orders, or to the request for approval, until it is put away. */
export function CheckoutNext({ outcome, onHide }: CheckoutNextProps) {
  const { t } = useTranslation('orders');
  return (
    <div className={classes.strip} role="status">
      <IconCircleCheck size={16} stroke={1.75} className={classes.tick} aria-hidden />
      <div className={classes.words}>
        {'paid' in outcome ? <PaidNext invoice={outcome.paid} /> : <RequestedNext request={outcome.requested} />}
      </div>
      <Button variant="subtle" size="compact-sm" fz="inherit" onClick={onHide}>
        {t('checkoutNext.hide')}
      </Button>
    </div>
  );
}

function Way({ to, children }: { to: string; children: string }) {
  return (
    <Button component={Link} to={to} variant="transparent" size="compact-sm" px={0} fz="inherit">
      {children}
    </Button>
  );
}

function PaidNext({ invoice }: { invoice: PaidInvoice }) {
  const { t, i18n } = useTranslation('orders');
  const may = useMay();
  const { number, orders: count, total: amount, currency } = invoice;
  return (
    <>
      <span>{t('checkoutNext.paid', { number, count, amount: formatMoney({ amount, currency }, i18n.language) })}</span>
      {may('invoices', 'view') && (
        <Way to={withQuery(paths.invoices, { invoice: invoice.id })}>{t('checkoutNext.invoice')}</Way>
      )}
      <Way to={withQuery(paths.orders, { tab: 'processing' })}>{t('checkoutNext.orders')}</Way>
    </>
  );
}

function RequestedNext({ request }: { request: string }) {
  const { t } = useTranslation('orders');
  const may = useMay();
  return (
    <>
      <span>{t('checkoutNext.requested')}</span>
      {may('wallet', 'view') && (
        <Way to={withQuery(paths.wallet, { tab: 'approvals', request })}>{t('approval.view')}</Way>
      )}
    </>
  );
}
