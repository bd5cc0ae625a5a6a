import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import classes from './order-history.module.css';

// most looks at an order do not ask why
const OrderStory = lazy(async () => ({ default: (await import('./order-timeline.tsx')).OrderStory }));

type ExplainProps = { order: { id: string; name: string }; accountId?: string };

/** The story of a client's order for staff; each look leaves a trace. */
export function DeskOrderExplain({ order }: { order: ExplainProps['order'] & { client: { id: string } } }) {
  return <OrderExplain order={order} accountId={order.client.id} />;
}

/** The order's story, in its drawer; fetched when it is asked for. */
export function OrderExplain({ order, accountId }: ExplainProps) {
  const { t } = useTranslation('order-history');
  const [told, setTold] = useState<string>();
  const opened = told === order.id;
  return (
    <DetailSection title={t('title')}>
      <p className={classes.muted}>{t('hint')}</p>
      <Button variant="default" size="xs" aria-expanded={opened} onClick={() => setTold(opened ? undefined : order.id)}>
        {t(opened ? 'hide' : 'show')}
      </Button>
      {opened && (
        <Suspense fallback={<Skeleton height={240} mt={12} />}>
          <OrderStory orderId={order.id} accountId={accountId} />
        </Suspense>
      )}
    </DetailSection>
  );
}
