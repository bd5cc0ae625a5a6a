import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import classes from '../orders.module.css';
import type { OrderDetail } from '../orders-types.ts';

/** What became of the cancellation that was asked for last. */
export function CancelNote({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders-actions');
  const now = useNow();
  const request = order.cancel_request;
  if (request === null || request.status === 'withdrawn' || request.status === 'accepted') return null;
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
