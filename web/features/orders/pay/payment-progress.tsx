import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentResult } from '#contract/checkout.ts';
import { useRefetch } from '#web/api/refetch.ts';
import { type Job, useJob } from '#web/components/use-job.ts';
import { ProgressLine } from '#web/ui/progress.tsx';
import classes from '../orders.module.css';
import type { PaidInvoice } from '#web/components/checkout-next.tsx';

type PaymentProgressProps = {
  job: Job;
  currency: string;
  /** The invoice that paid all orders. */
  onPaid: (invoice: PaidInvoice) => void;
  /** Nothing was paid: shows the preview as it is now. */
  onAgain: () => void;
};

/** How far the payment of many orders is, and why nothing was paid where it could not be. */
export function PaymentProgress({ job: started, currency, onPaid, onAgain }: PaymentProgressProps) {
  const { t } = useTranslation('orders-list');
  const refetch = useRefetch();
  const job = useJob(started).data ?? started;
  const end = useEffectEvent(() => {
    void refetch('orders', 'wallet', 'invoices', 'dashboard');
    if (job.state !== 'done') return;
    const { invoice, orders, total: paid } = job.result as PaymentResult; // as the server's own schema wrote it
    onPaid({ ...invoice, orders, total: paid, currency });
  });
  const ended = job.state === 'done' || job.state === 'failed';
  useEffect(() => {
    if (ended) end();
  }, [ended]);
  if (job.state === 'failed')
    return (
      <>
        <p className={classes.notice} role="alert">
          {job.failure}
        </p>
        <Button mt={12} onClick={onAgain}>
          {t('checkout.again')}
        </Button>
      </>
    );
  const { progress, total } = job;
  return (
    <div aria-live="polite">
      <ProgressLine
        label={t('checkout.paying')}
        share={total === null || total === 0 ? undefined : progress / total}
        {...(total !== null && { detail: t('checkout.progress', { done: progress, total }) })}
      />
      <p className={classes.muted}>{t('checkout.later')}</p>
    </div>
  );
}
