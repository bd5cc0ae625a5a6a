import { Button, Skeleton } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderState, PushChip } from '#web/components/order-status.tsx';
import { Copyable } from '#web/ui/copy-button.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { CorrectDialog } from './correct-dialog.tsx';
import { LastMileDialog } from './last-mile-dialog.tsx';
import { OrderLines } from '../detail/order-lines.tsx';
import { ActivitySection, ShipToSection, BlockedSection } from '../detail/order-sections.tsx';
import classes from '../orders.module.css';
import { ShipDialog } from './ship-dialog.tsx';
import { CancelNote } from '../detail/cancel-note.tsx';
import { WorkButtons } from './fulfillment-steps.tsx';
import type { StaffOrderDetail } from '../orders-types.ts';

/** How a client's order came to be as it is; another feature's. */
export type StaffTimeline = ComponentType<{ order: { id: string; name: string; client: { id: string } } }>;
type DrawerProps = { ids: { account_id: string; id: string }; Timeline: StaffTimeline; onClose: () => void };

/** A client's order as the warehouse packs it. */
export function FulfillmentDrawer({ ids, Timeline, onClose }: DrawerProps) {
  const { t } = useTranslation(['orders', 'orders-staff']);
  const query = useApiQuery(api.orders.deskGet, { params: { account_id: ids.account_id, id: ids.id } });
  const [shipping, setShipping] = useState(false);
  const order = query.data;
  const canShip = order?.acts.some(({ act, allowed }) => act === 'ship' && allowed) ?? false;
  return (
    <>
      <DetailDrawer
        opened
        onClose={onClose}
        title={order ? `${t('detail.title', { name: order.name })} · ${order.client.name}` : t('title')}
        state={order && <OrderState order={order} />}
        action={canShip && <Button onClick={() => setShipping(true)}>{t('orders-staff:fulfillment.ship')}</Button>}
      >
        {query.error !== null && !order && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
        {!order && query.isFetching && <Skeleton height={240} mt={16} />}
        {order && (
          <>
            <WorkButtons order={order} />
            <CancelNote order={order} />
            <BlockedSection order={order} />
            {order.ioss_number !== null && (
              <DetailSection title={t('orders-staff:fulfillment.ioss')}>
                <Copyable value={order.ioss_number}>{order.ioss_number}</Copyable>
              </DetailSection>
            )}
            <DetailSection title={t('detail.lines')}>
              <OrderLines order={order} last="open" />
            </DetailSection>
            {order.parcels.length > 0 && <Parcels order={order} />}
            <ShipToSection order={order} />
            <ActivitySection order={order} />
            <Timeline order={order} />
          </>
        )}
      </DetailDrawer>
      {shipping && order && <ShipDialog order={order} onClose={() => setShipping(false)} />}
    </>
  );
}

const unscanned = new Set(['pending', 'info_received']);

function Parcels({ order }: { order: StaffOrderDetail }) {
  const { t } = useTranslation(['orders', 'orders-staff']);
  const scan = useApiMutation(api.orders.scanned, { refetch: ['orders'] });
  const [correcting, setCorrecting] = useState<StaffOrderDetail['parcels'][number]>();
  const [handed, setHanded] = useState<StaffOrderDetail['parcels'][number]>();
  return (
    <DetailSection title={t('detail.parcel')}>
      <PlainTable>
        <tbody>
          {order.parcels.map((parcel) => (
            <tr key={parcel.id}>
              <td>
                {parcel.tracking_number}
                {parcel.last_mile && (
                  <div className={classes.muted}>
                    {parcel.last_mile.carrier} {parcel.last_mile.tracking_number}
                  </div>
                )}
              </td>
              <td>
                <PushChip push={parcel.push} />
              </td>
              <td data-align="end">
                {unscanned.has(parcel.status) && (
                  <Button
                    variant="default"
                    size="xs"
                    mr={8}
                    loading={scan.input?.params.id === parcel.id}
                    onClick={() => void scan.run({ params: { account_id: order.client.id, id: parcel.id } })}
                  >
                    {t('orders-staff:fulfillment.scanned')}
                  </Button>
                )}
                <Button variant="default" size="xs" mr={8} onClick={() => setHanded(parcel)}>
                  {t('orders-staff:fulfillment.lastMile')}
                </Button>
                <Button variant="default" size="xs" onClick={() => setCorrecting(parcel)}>
                  {t('orders-staff:fulfillment.correct')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {handed && <LastMileDialog accountId={order.client.id} parcel={handed} onClose={() => setHanded(undefined)} />}
      {correcting && (
        <CorrectDialog accountId={order.client.id} parcel={correcting} onClose={() => setCorrecting(undefined)} />
      )}
    </DetailSection>
  );
}
