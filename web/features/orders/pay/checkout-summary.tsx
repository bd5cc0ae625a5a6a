import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDifference } from '#web/lib/format.ts';
import classes from '../orders.module.css';
import { InvoicedOrders } from '../invoiced-orders.tsx';
import { changesSince } from './seen-costs.ts';
import type { Checkout } from '../orders-types.ts';

type SummaryProps = { checkout: Checkout; seen: ReadonlyMap<string, number> };

/**
 * "38 of 40 can be paid" where some cannot, and what costs something else than when it was seen. Silent where neither is
 * so: how many are paid stands above their table.
 */
export function CheckoutSummary({ checkout, seen }: SummaryProps) {
  const { t, i18n } = useTranslation('orders-list');
  const difference = (amount: number) => formatDifference({ amount, currency: checkout.currency }, i18n.language);
  const { payable, orders, refused } = checkout;
  const all = 'left_out' in checkout && typeof checkout.left_out === 'number' ? checkout.left_out : refused.length;
  const invoiced = 'invoiced' in checkout && typeof checkout.invoiced === 'number' ? checkout.invoiced : 0;
  const left = all - invoiced;
  const { dearer, cheaper } = changesSince(seen, payable);
  const words = [
    ...(all > 0 ? [t('checkout.canPay', { count: orders, all: orders + all })] : []),
    ...(left > 0 ? [t('checkout.cannot', { count: left })] : []),
    ...(dearer.count > 0 ? [t('checkout.dearer', { count: dearer.count, amount: difference(dearer.amount) })] : []),
    ...(cheaper.count > 0 ? [t('checkout.cheaper', { count: cheaper.count, amount: difference(cheaper.amount) })] : []),
  ];
  if (words.length === 0) return null;
  const wrong = left > 0 || dearer.count > 0;
  return (
    <p className={`${wrong ? classes.notice : classes.muted} ${classes.summary}`} role="status">
      {words.join(' · ')}
      {invoiced > 0 && (
        <>
          {' · '}
          <InvoicedOrders count={invoiced} />
        </>
      )}
    </p>
  );
}

/** Amounts from which paying must be meant: in minor units of the wallet's currency. */
const meantFrom = 100_000;
const holdMs = 1_000;

type PayButtonProps = {
  label: string;
  amount: number;
  money: (amount: number) => string;
  busy: boolean;
  onPay: () => void;
};

/** The button that pays; a large amount wants it held for a second, by pointer, Enter or space. */
export function PayButton({ label, amount, money, busy, onPay }: PayButtonProps) {
  const { t } = useTranslation('orders-list');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [holding, setHolding] = useState(false);
  const release = () => {
    clearTimeout(timer.current);
    setHolding(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  if (amount < meantFrom)
    return (
      <Button loading={busy} onClick={onPay} data-autofocus>
        {label}
      </Button>
    );
  const press = () => {
    if (holding) return;
    setHolding(true);
    timer.current = setTimeout(() => {
      setHolding(false);
      onPay();
    }, holdMs);
  };
  const isKey = ({ key }: { key: string }) => key === 'Enter' || key === ' ';
  return (
    <Button
      loading={busy}
      data-autofocus
      data-holding={holding || undefined}
      className={classes.holdButton}
      title={t('checkout.holdHelp', { limit: money(meantFrom) })}
      aria-description={t('checkout.holdHelp', { limit: money(meantFrom) })}
      onPointerDown={press}
      onPointerUp={release}
      onPointerLeave={release}
      onKeyDown={(event) => isKey(event) && press()}
      onKeyUp={(event) => isKey(event) && release()}
      onBlur={release}
    >
      {t('checkout.holdTo', { amount: money(amount) })}
    </Button>
  );
}
