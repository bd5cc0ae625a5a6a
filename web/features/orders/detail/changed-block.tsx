import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatTime } from '#web/lib/format.ts';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { CancelDialog } from '../edit/cancel-dialog.tsx';
import classes from '../orders.module.css';
import type { OrderDetail } from '../orders-types.ts';

const explained = [
  'UNMAPPED_VARIANT',
  'MAPPING_CHANGED',
  'NO_PRICE',
  'COUNTRY_NOT_SERVED',
  'STORE_UNPAID',
  'STORE_HOLD',
  'MARKED_FULFILLED_IN_STORE',
  'ADDRESS_INCOMPLETE',
  'ADDRESS_NOT_DELIVERABLE',
  'PHONE_REQUIRED',
  'TAX_ID_REQUIRED',
  'CHANNEL_RESTRICTION',
] as const;
const numberIn = (value: unknown) => (typeof value === 'number' ? value : 0);

/** What the store changed of an order after it was paid: the part to pay, and the units to take the money back for. */
export function ChangedAfterPayment({ order, detail }: { order: OrderDetail; detail: Record<string, unknown> }) {
  const { t, i18n } = useTranslation('orders-edit');
  const { t: orders } = useTranslation('orders');
  const { total, currency, payable } = detail;
  const [added, removed] = [numberIn(detail.added), numberIn(detail.removed)];
  const why = explained.find((code) => code === detail.why);
  const priced = typeof total === 'number' && typeof currency === 'string';
  return (
    <span className={classes.changed}>
      {added > 0 && (
        <span>
          {t('changed.added', { count: added })}{' '}
          {payable === true &&
            priced &&
            t('changed.costs', { amount: formatMoney({ amount: total, currency }, i18n.language) })}
          {why && t('changed.cannot', { reason: orders(`blockFixes.${why}`) })}
        </span>
      )}
      {removed > 0 && <span>{t('changed.removed', { count: removed })}</span>}
      {removed > 0 && <MoneyBack order={order} />}
    </span>
  );
}

/** Takes the money back at once, or asks for it where the units are bought already. */
function MoneyBack({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders-edit');
  const due = order.blocks.find(({ code }) => code === 'CHANGED_AFTER_PAYMENT')?.due_at;
  const takeBack = useApiMutation(api.orders.takeBack, { refetch: ['orders'] });
  const [asking, setAsking] = useState(false);
  const may = (name: string) => order.actions.some(({ action, allowed }) => action === name && allowed);
  if (order.cancel_request?.status === 'open' && order.cancel_request.units === 'removed' && due)
    return (
      <span className={classes.muted}>
        <UnbrokenNumbers text={t('changed.waits', { time: formatTime(due, 'y-m-d h:i') })} />
      </span>
    );
  return (
    <span className={classes.fixes}>
      {may('take_back') && (
        <Button
          variant="default"
          size="compact-sm"
          loading={takeBack.busy}
          onClick={() => void takeBack.run({ params: { id: order.id }, body: { version: order.version } })}
        >
          {t('changed.refund')}
        </Button>
      )}
      {may('request_take_back') && (
        <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
          {t('changed.requestRefund')}
        </Button>
      )}
      {asking && <CancelDialog order={order} ask="removed" onClose={() => setAsking(false)} />}
    </span>
  );
}
