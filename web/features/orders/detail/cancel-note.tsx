import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { formatMoney, formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import classes from '../orders.module.css';
import type { OrderDetail } from '../orders-types.ts';

/** What became of the cancellation that was asked for last. */
export function CancelNote({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders-actions');
  const now = useNow();
  const request = order.cancel_request;
  if (request === null || request.status === 'withdrawn') return null;
  if (request.status === 'accepted') return <Accepted order={order} request={request} />;
  return (
    <DetailSection title={t('cancel.asked')}>
      <p className={classes.muted}>
        <UnbrokenNumbers
          text={
            request.status === 'open'
              ? t(new Date(request.due_at) < now ? 'cancel.waitsLate' : 'cancel.waits', {
                  reason: request.reason,
                  time: formatTime(request.due_at, 'y-m-d h:i'),
                })
              : t('cancel.rejected', { reason: request.reason, answer: request.answer })
          }
        />
      </p>
    </DetailSection>
  );
}

type Request = NonNullable<OrderDetail['cancel_request']>;

/** What was refunded, and what was kept for goods that were bought already. */
function Accepted({ order, request }: { order: OrderDetail; request: Request }) {
  const { t, i18n } = useTranslation('orders-actions');
  const { reason, answer } = request;
  const currency = order.cost?.currency ?? 'USD';
  const money = (amount: number | null) => formatMoney({ amount: amount ?? 0, currency }, i18n.language);
  const values = { reason, answer, refund: money(request.refund), cost: money(request.cost) };
  return (
    <DetailSection title={t('cancel.accepted')}>
      <p className={classes.muted}>
        <UnbrokenNumbers text={t(request.cost ? 'cancel.refundedPart' : 'cancel.refundedAll', values)} />
      </p>
    </DetailSection>
  );
}
