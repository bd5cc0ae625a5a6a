import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { stockingCan } from '#contract/stock-order-rules.ts';
import { Picture } from '#web/components/picture.tsx';
import { useMay } from '#web/components/session.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { StockingState } from './stock-order-columns.tsx';
import { StockingInvoices } from './stock-order-invoices.tsx';
import { StockingOffer } from './stock-order-offer.tsx';
import { StockingProgress } from './stock-order-progress.tsx';
import { StockingReports } from './stock-order-report.tsx';
import classes from './stock-orders.module.css';
import type { StockingDetail } from './stock-orders-types.ts';

/** One stocking order: what is next, what it costs, how far it is, what the warehouse found. */
export function StockingDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('stock-orders');
  const {
    data: order,
    error,
    refetch,
  } = useApiQuery(api.stockOrders.get, id === undefined ? null : { params: { id } });
  const mayEdit = useMay()('stock', 'edit');
  return (
    <DetailDrawer
      opened={id !== undefined}
      onClose={onClose}
      title={order?.number ?? t('title')}
      picture={order && <Picture url={order.sku.picture_url} />}
      state={order && <StockingState status={order.status} t={t} />}
      action={order && mayEdit && <CancelButton order={order} />}
    >
      {error && !order ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {order && <Detail key={`${order.id} ${order.version}`} order={order} />}
    </DetailDrawer>
  );
}

function CancelButton({ order }: { order: StockingDetail }) {
  const { t, i18n } = useTranslation('stock-orders');
  const confirm = useConfirm();
  const cancel = useApiMutation(api.stockOrders.cancel);
  if (!stockingCan('cancel', order.status)) return null;
  const handleCancel = async () => {
    const amount = formatMoney({ amount: order.paid, currency: order.currency }, i18n.language);
    const question = {
      title: t('cancelTitle', { number: order.number }),
      text: order.paid > 0 ? t('cancelPaid', { amount }) : t('cancelText'),
      confirmLabel: t('cancel'),
      destructive: true,
    };
    if (await confirm(question)) await cancel.run({ params: { id: order.id }, body: { version: order.version } });
  };
  return (
    <Button variant="default" loading={cancel.busy} onClick={() => void handleCancel()}>
      {t('cancel')}
    </Button>
  );
}

function Detail({ order }: { order: StockingDetail }) {
  const { t } = useTranslation('stock-orders');
  return (
    <>
      <p className={classes.next}>{t(`next.${order.status}`)}</p>
      {order.status !== 'cancelled' && <StockingProgress order={order} />}
      <DetailSection title={t('goods')}>
        <StockingOffer order={order} />
        {order.answer !== '' && <Facts facts={[{ label: t('fromAgent'), value: order.answer }]} />}
      </DetailSection>
      {order.invoices.length > 0 && <StockingInvoices order={order} />}
      {order.receipts.length > 0 && <StockingReports order={order} />}
      <DetailSection title={t('asked')}>
        <Facts
          facts={[
            { label: t('columns.warehouse'), value: order.warehouse.name },
            { label: t('columns.eta'), value: order.eta ?? '–' },
            { label: t('readyOn'), value: order.ready_on ?? '–' },
            { label: t('wantedBy'), value: order.wanted_by ?? '–' },
            { label: t('columns.tracking'), value: order.tracking || '–' },
            { label: t('branding'), value: order.branding || '–' },
            { label: t('note'), value: order.note || '–' },
          ]}
        />
      </DetailSection>
      {order.status === 'stocked' && (
        <Group>
          <Button component={Link} to={withQuery(paths.stock, { q: order.sku.code })} variant="default">
            {t('toStock')}
          </Button>
        </Group>
      )}
    </>
  );
}
