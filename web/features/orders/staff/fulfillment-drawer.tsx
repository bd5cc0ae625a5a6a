import { Button, Group, TextInput } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DueChip } from '#web/components/due-chip.tsx';
import { OrderState, PushChip } from '#web/components/order-status.tsx';
import { Copyable } from '#web/ui/copy-button.tsx';
import { DetailDrawer, DetailSection, DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { formatList } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { useMobile } from '#web/ui/use-mobile.ts';
import { BlockedSection } from '../detail/blocked-section.tsx';
import { ActivitySection, ShipToSection } from '../detail/order-sections.tsx';
import { type Around, OrderSteps } from '../detail/order-steps.tsx';
import classes from '../orders.module.css';
import { ParcelItems } from '../parcel-items.tsx';
import { PickLines, useGoodsText } from './pick-lines.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { TrackingField, useSharedNumber } from './tracking-field.tsx';
import { CancelNote } from '../detail/cancel-note.tsx';
import type { StaffOrderDetail } from '../orders-types.ts';

/** How a client's order came to be as it is; another feature's. */
export type StaffTimeline = ComponentType<{ order: { id: string; name: string; client: { id: string } } }>;
type DrawerProps = {
  ids: { account_id: string; id: string };
  around: Around;
  Timeline: StaffTimeline;
  onClose: () => void;
};

type Line = StaffOrderDetail['order_lines'][number];
const isOpen = (line: Line) => line.open_quantity > 0;

const stepActions = ['unpack', 'buy', 'pick', 'pack'] as const;

/** A client's order as the warehouse packs it; once it has shipped, the next one is offered. */
export function FulfillmentDrawer({ ids, around, Timeline, onClose }: DrawerProps) {
  const { t } = useTranslation(['orders', 'orders-staff']);
  const query = useApiQuery(api.orders.staffGet, { params: { account_id: ids.account_id, id: ids.id } });
  const [shipping, setShipping] = useState(false);
  const order = query.data;
  const canShip = order?.actions.some(({ action, allowed }) => action === 'ship' && allowed) ?? false;
  return (
    <>
      <DetailDrawer
        opened
        onClose={onClose}
        title={order ? `${t('detail.title', { name: order.name })} · ${order.client.name}` : t('title')}
        state={order && <OrderState order={order} />}
        below={order && <ShipBy order={order} />}
        action={
          <>
            {canShip && <Button onClick={() => setShipping(true)}>{t('orders-staff:fulfillment.ship')}</Button>}
            {order && !canShip && around.next && (
              <Button onClick={around.next}>{t('orders-staff:fulfillment.next')}</Button>
            )}
            <OrderSteps {...around} />
          </>
        }
      >
        {query.error !== null && !order && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
        {!order && query.isFetching && <DetailSkeleton />}
        {order && (
          <>
            <WorkButtons order={order} />
            <CancelNote order={order} />
            <BlockedSection order={order} />
            <DetailSection title={t(order.order_lines.some(isOpen) ? 'orders-staff:fulfillment.pick' : 'detail.lines')}>
              <PickLines order={order} />
              <PackFacts order={order} />
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

/** By when it has to leave, or how late it is, as the list says it. */
function ShipBy({ order: { next } }: { order: StaffOrderDetail }) {
  const { t } = useTranslation('orders-staff');
  if (next?.step !== 'ship' || next.at === null) return null;
  return (
    <span className={classes.shipBy}>
      {t('fulfillment.due')} <DueChip at={next.at} />
    </span>
  );
}

/** For whom, by which shipping method and with what on the label. */
function PackFacts({ order }: { order: StaffOrderDetail }) {
  const { t } = useTranslation(['orders', 'orders-staff']);
  const { client, store, channel, ioss_number, note } = order;
  return (
    <Facts
      facts={[
        { label: t('orders-staff:fulfillment.client'), value: `${client.name} · ${client.number}` },
        { label: t('store'), value: store.name },
        { label: t('orders-staff:fulfillment.channel'), value: channel?.name ?? '–' },
        ...(ioss_number === null
          ? []
          : [
              {
                label: t('orders-staff:fulfillment.ioss'),
                value: <Copyable value={ioss_number}>{ioss_number}</Copyable>,
              },
            ]),
        ...(note ? [{ label: t('detail.note'), value: note }] : []),
      ]}
    />
  );
}

const unscanned = new Set(['pending', 'info_received']);

function Parcels({ order }: { order: StaffOrderDetail }) {
  const { t } = useTranslation(['orders', 'orders-staff']);
  const scan = useApiMutation(api.orders.scanned, { refetch: ['orders'] });
  const [correcting, setCorrecting] = useState<StaffOrderDetail['parcels'][number]>();
  const goods = useGoodsText(order);
  const [handed, setHanded] = useState<StaffOrderDetail['parcels'][number]>();
  const mobile = useMobile();
  // on a phone below the parcel, which leaves them no room beside it
  const buttonsOf = (parcel: StaffOrderDetail['parcels'][number]) => (
    <Group gap={8} {...(mobile ? { mt: 8 } : { justify: 'flex-end' })}>
      {unscanned.has(parcel.status) && (
        <Button
          variant="default"
          size="xs"
          loading={scan.input?.params.id === parcel.id}
          onClick={() => void scan.run({ params: { account_id: order.client.id, id: parcel.id } })}
        >
          {t('orders-staff:fulfillment.scanned')}
        </Button>
      )}
      <Button variant="default" size="xs" onClick={() => setHanded(parcel)}>
        {t('orders-staff:fulfillment.lastMile')}
      </Button>
      <Button variant="default" size="xs" onClick={() => setCorrecting(parcel)}>
        {t('orders-staff:fulfillment.correct')}
      </Button>
    </Group>
  );
  return (
    <DetailSection title={t('detail.parcel')}>
      <PlainTable label={t('detail.parcel')}>
        <tbody>
          {order.parcels.map((parcel) => (
            <tr key={parcel.id}>
              <td>
                {parcel.tracking_number}
                <div className={classes.muted}>
                  <ParcelItems order={order} parcel={parcel} textOf={goods} />
                </div>
                {parcel.last_mile && (
                  <div className={classes.muted}>
                    {parcel.last_mile.carrier} {parcel.last_mile.tracking_number}
                  </div>
                )}
                {mobile && buttonsOf(parcel)}
              </td>
              <td>
                <PushChip push={parcel.push} />
              </td>
              {!mobile && <td>{buttonsOf(parcel)}</td>}
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

/** How far the warehouse is: what it can note next. */
function WorkButtons({ order }: { order: StaffOrderDetail }) {
  const { t } = useTranslation('orders-actions');
  const work = useApiMutation(api.orders.recordFulfilmentStep, { refetch: ['orders'] });
  const allowed = new Set(order.actions.filter((one) => one.allowed).map(({ action }) => action));
  const open = stepActions.filter((action) => allowed.has(action));
  if (open.length === 0) return null;
  return (
    <Group gap={8} pt={16}>
      {open.map((action) => (
        <Button
          key={action}
          variant="default"
          loading={work.input?.body.action === action}
          onClick={() =>
            void work.run({
              params: { account_id: order.client.id, id: order.id },
              body: { action, version: order.version },
            })
          }
        >
          {t(`actions.${action}`)}
        </Button>
      ))}
    </Group>
  );
}

type ParcelDialogProps = { accountId: string; parcel: StaffOrderDetail['parcels'][number]; onClose: () => void };

/** Another tracking number for a parcel that has left; the shop's fulfilment follows. */
function CorrectDialog({ accountId, parcel, onClose }: ParcelDialogProps) {
  const { t } = useTranslation('orders-staff');
  const [number, setNumber] = useState(parcel.tracking_number);
  const { onRefusal, warning, shared } = useSharedNumber(number);
  const correct = useApiMutation(api.orders.correctTracking, { refetch: ['orders'], onRefusal });
  const handleSubmit = () =>
    correct.run({
      params: { account_id: accountId, id: parcel.id },
      body: { tracking_number: number, shared, version: parcel.version },
    });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('fulfillment.correctTitle', { number: parcel.tracking_number })}
      submitLabel={t(shared ? 'fulfillment.saveShared' : 'fulfillment.save')}
      missing={
        number.trim() === '' ? t('fulfillment.missing.text', { fields: t('fulfillment.missing.tracking') }) : undefined
      }
      onSubmit={handleSubmit}
      dirty={number !== parcel.tracking_number}
    >
      <Unsaved when={number !== parcel.tracking_number} />
      <TrackingField
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
        data-autofocus
        warning={warning}
      />
    </FormDialog>
  );
}

/** Who brings a parcel to the door, and under which number. */
function LastMileDialog({ accountId, parcel, onClose }: ParcelDialogProps) {
  const { t, i18n } = useTranslation('orders-staff');
  const [carrier, setCarrier] = useState(parcel.last_mile?.carrier ?? '');
  const [number, setNumber] = useState(parcel.last_mile?.tracking_number ?? '');
  const { onRefusal, warning, shared } = useSharedNumber(number);
  const save = useApiMutation(api.orders.lastMile, { refetch: ['orders'], onRefusal });
  const dirty = carrier !== (parcel.last_mile?.carrier ?? '') || number !== (parcel.last_mile?.tracking_number ?? '');
  const missing = [
    carrier.trim() === '' && t('fulfillment.missing.carrier'),
    number.trim() === '' && t('fulfillment.missing.tracking'),
  ].filter((name) => name !== false);
  const handleSubmit = () => {
    const { id, version } = parcel;
    const body = { carrier, tracking_number: number, shared, version };
    return save.run({ params: { account_id: accountId, id }, body });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('fulfillment.lastMileTitle', { number: parcel.tracking_number })}
      submitLabel={t(shared ? 'fulfillment.saveShared' : 'fulfillment.save')}
      missing={
        missing.length > 0 ? t('fulfillment.missing.text', { fields: formatList(missing, i18n.language) }) : undefined
      }
      onSubmit={handleSubmit}
      dirty={dirty}
    >
      <Unsaved when={dirty} />
      <TextInput
        label={t('fulfillment.carrier')}
        description={t('fulfillment.lastMileHelp')}
        value={carrier}
        onChange={(event) => setCarrier(event.currentTarget.value)}
        maxLength={60}
        data-autofocus
        autoComplete="off"
      />
      <TrackingField value={number} onChange={(event) => setNumber(event.currentTarget.value)} warning={warning} />
    </FormDialog>
  );
}
