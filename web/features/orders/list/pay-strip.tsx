import { Button } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyBoundary } from '#web/components/lazy-part.tsx';
import { OnlyClient } from '#web/components/only-client.tsx';
import { useIsStaff, useMay } from '#web/components/session.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { InvoicedOrders } from '../invoiced-orders.tsx';
import { RequestedOrders } from '../requested-orders.tsx';
import { readyOf, usePayable } from '../use-payable.ts';
import classes from '../orders.module.css';
import type { Asked } from '../orders-types.ts';

type PayStripProps = {
  asked: Asked;
  onPay: (matching: Asked) => void;
  /** What staff do instead of paying. */
  IssueInvoice: ComponentType;
};

/** Over the orders that wait for payment: how many can be paid, what that costs, what own stock saves, the button for all, and which are paid by an invoice or wait for an approval. */
export function PayStrip({ asked, onPay, IssueInvoice }: PayStripProps) {
  const { t, i18n } = useTranslation('orders-list');
  const may = useMay();
  const isStaff = useIsStaff();
  const payable = usePayable(asked);
  if (!payable || payable.orders + payable.invoiced + payable.requested.orders === 0) return null;
  const { currency, samples, additions, invoiced } = payable;
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const parts = [
    ...(payable.own_stock > 0 ? [t('payStrip.ownStock', { amount: money(payable.own_stock) })] : []),
    ...(samples.orders > 0 ? [t('payStrip.samples', { count: samples.orders, amount: money(samples.total) })] : []),
    ...(additions.orders > 0
      ? [t('payStrip.additions', { count: additions.orders, amount: money(additions.total) })]
      : []),
  ];
  return (
    <div className={classes.payStrip} role="note" aria-label={t('payStrip.label')}>
      {payable.orders > 0 && (
        <strong>{t('payStrip.total', { count: payable.orders, amount: money(payable.total) })}</strong>
      )}
      {parts.map((part) => (
        <span key={part} className={classes.muted}>
          {part}
        </span>
      ))}
      {invoiced > 0 && <InvoicedOrders count={invoiced} />}
      <RequestedOrders payable={payable} />
      {may('orders', 'pay') && payable.orders > 0 && (
        <Button size="compact-sm" onClick={() => onPay(readyOf(asked, payable))}>
          {t('payStrip.all')}
        </Button>
      )}
      {isStaff && payable.orders > 0 && (
        <LazyBoundary>
          <IssueInvoice />
        </LazyBoundary>
      )}
      <OnlyClient what="pay" />
    </div>
  );
}
