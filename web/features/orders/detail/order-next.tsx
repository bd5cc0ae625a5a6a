import { useTranslation } from 'react-i18next';
import { formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import classes from '../orders.module.css';
import type { OrderDetail } from '../orders-types.ts';

/** What happens next with an order, by whom, and until when; nothing where a block says it, or at its end. */
export function NextStep({ order }: { order: Pick<OrderDetail, 'next'> }) {
  const { t } = useTranslation('orders-actions');
  const now = useNow();
  const { next } = order;
  if (next === null) return null;
  if (next.at === null) return <span className={classes.next}>{t('next.releaseManually')}</span>;
  const step = t(`next.${next.step}`, { time: formatTime(next.at, 'y-m-d h:i') });
  const late = next.by === 'provider' && new Date(next.at) < now;
  return (
    <span className={classes.next} data-late={late || undefined}>
      {late ? t('next.late', { step }) : step}
    </span>
  );
}
