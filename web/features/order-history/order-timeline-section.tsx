import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyBoundary, lazyPart } from '#web/components/lazy-part.tsx';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import classes from './order-history.module.css';

// most visits of an order don’t open it
const TimelineEntries = lazyPart(async () => (await import('./timeline-entries.tsx')).TimelineEntries);

type TimelineProps = { order: { id: string; name: string }; accountId?: string };

/** The timeline of a client's order for staff; each look leaves a trace. */
export function StaffOrderTimeline({ order }: { order: TimelineProps['order'] & { client: { id: string } } }) {
  return <OrderTimeline order={order} accountId={order.client.id} />;
}

/** The order's timeline, in its drawer; fetched when it is asked for. */
export function OrderTimeline({ order, accountId }: TimelineProps) {
  const { t } = useTranslation('order-history');
  const [openedFor, setOpenedFor] = useState<string>();
  const opened = openedFor === order.id;
  return (
    <DetailSection title={t('title')}>
      <p className={classes.muted}>{t('hint')}</p>
      <Button
        variant="default"
        size="xs"
        aria-expanded={opened}
        onClick={() => setOpenedFor(opened ? undefined : order.id)}
      >
        {t(opened ? 'hide' : 'show')}
      </Button>
      {opened && (
        <LazyBoundary fallback={<Skeleton height={240} mt={12} />}>
          <TimelineEntries orderId={order.id} accountId={accountId} />
        </LazyBoundary>
      )}
    </DetailSection>
  );
}
