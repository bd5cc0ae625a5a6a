import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths, withQuery } from '../lib/paths.ts';
import classes from './paid-next.module.css';
import { useMay } from './session.tsx';

/** The invoice that orders were just paid by. */
export type PaidInvoice = { id: string; number: string };

type CheckoutProps = {
  seen: ReadonlyMap<string, number>;
  onClose: () => void;
  onPaid: (invoice: PaidInvoice) => void;
};

/** Pays orders over the page; a part of the orders' own that the app hands to pages of other features. */
export type CheckoutPart = ComponentType<CheckoutProps & { orderIds: readonly string[] }>;
/** The same for all orders that match a list's filters. */
export type MatchingCheckoutPart = ComponentType<CheckoutProps & { matching: Readonly<Record<string, string>> }>;

type PaidNextProps = { invoice: PaidInvoice; onHide: () => void };

/** After a payment: the ways to its invoice and to the orders, until it is put away. */
export function PaidNext({ invoice, onHide }: PaidNextProps) {
  const { t } = useTranslation('orders');
  const may = useMay();
  return (
    <div className={classes.strip} role="status">
      <IconCircleCheck size={16} stroke={1.75} className={classes.tick} aria-hidden />
      <span>{t('paidNext.text', { number: invoice.number })}</span>
      {may('invoices', 'view') && (
        <Button component={Link} to={withQuery(paths.invoices, { invoice: invoice.id })} variant="subtle" size="xs">
          {t('paidNext.invoice')}
        </Button>
      )}
      <Button component={Link} to={withQuery(paths.orders, { tab: 'processing' })} variant="subtle" size="xs">
        {t('paidNext.orders')}
      </Button>
      <Button variant="subtle" size="xs" onClick={onHide}>
        {t('paidNext.hide')}
      </Button>
    </div>
  );
}
