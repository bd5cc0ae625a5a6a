import { IconPackage } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { DeliverySpan } from '#web/components/delivery-days.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { OrderState, PaymentChip, StageChip, StorePaymentChip } from '#web/components/order-status.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatTime } from '#web/lib/format.ts';
import type { Column } from '#web/ui/column.ts';
import { Copyable } from '#web/ui/copy-button.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { useMobile } from '#web/ui/use-mobile.ts';
import { RequestChip } from './open-request.tsx';
import { chosenColumns, Cost, Profit } from './order-chosen-columns.tsx';
import classes from './order-cells.module.css';
import type { Order } from './orders-types.ts';

/** A mirrored picture of 32 px; pictures elsewhere are not shown (P29). */
export function ItemPicture({ url }: { url: string | null | undefined }) {
  if (!url?.startsWith('/')) return <IconPackage size={18} stroke={1.5} aria-hidden className={classes.noPicture} />;
  return <img src={url} alt="" width={32} height={32} loading="lazy" className={classes.picture} />;
}

/** The order with its store and time; on a phone, which has no column for him, with its buyer. */
function OrderName({ order, t }: { order: Order; t: TFunction<'orders'> }) {
  const mobile = useMobile();
  const name = order.sample_of ? t('sampleNamed', { name: order.name }) : order.name;
  return (
    <Identity
      title={mobile && order.customer ? `${name} · ${order.customer}` : name}
      detail={
        <>
          {order.store.name} · <TimeCell time={order.placed_at} />
        </>
      }
    />
  );
}

type ItemsProps = {
  order: Order;
  t: TFunction<'orders'>;
  /** What the first item is to the warehouse. */
  goods?: { title: string; code: string } | null;
};

/** First item with its picture, how many lines and units there are. */
export function Items({ order, t, goods = null }: ItemsProps) {
  const [first] = order.items;
  const title = goods?.title ?? first?.title;
  const units = t('units', { count: order.units });
  const some = order.lines > 1 ? t('moreItems', { units, count: order.lines - 1 }) : units;
  return (
    <Identity
      picture={<ItemPicture url={first?.image_url} />}
      title={
        <span className={classes.itemTitle} title={title}>
          {title ?? '–'}
        </span>
      }
      detail={[goods?.code, order.units === 0 ? t('noUnits') : some].filter(Boolean).join(' · ')}
    />
  );
}

/** The tracking number when there is one, else the channel; and until when it was promised, or how long it takes, first: a narrow column cuts the carrier. */
export function Shipping({ order, t }: { order: Order; t: TFunction<'orders'> }) {
  const [parcel, ...more] = order.tracking;
  const { promised } = order;
  const days = promised
    ? t('promised', { from: formatTime(promised.from, 'm-d'), by: formatTime(promised.by, 'm-d') })
    : order.days && <DeliverySpan days={order.days} />;
  if (parcel) {
    const carrier = more.length > 0 ? `${parcel.carrier} +${more.length}` : parcel.carrier;
    const coming = order.stage !== 'delivered' && order.stage !== 'closed' ? days : null;
    const both =
      typeof coming === 'string'
        ? `${coming} · ${carrier}`
        : coming && (
            <>
              {coming} · {carrier}
            </>
          );
    return <Identity title={<Copyable value={parcel.number} />} detail={both || carrier} />;
  }
  if (!order.channel) return '–';
  return <Identity title={order.channel.name} detail={days ?? undefined} />;
}

/** Where the order is on its way, what stops it there, and whether its payment waits for an approval. */
function States({ order }: { order: Order }) {
  const stopped = order.held || order.blocks.length > 0;
  return (
    <div className={classes.states}>
      <StageChip stage={order.stage} payment={order.payment} />
      {stopped && <OrderState order={order} />}
      {order.payment_request && <RequestChip />}
    </div>
  );
}

/** Columns of the order list (domain.md §4.8); those behind are for who chooses them. */
export function orderColumns(t: TFunction<'orders'>, tl: TFunction<'orders-list'>, isStaff: boolean): Column<Order>[] {
  return [
    {
      id: 'order',
      header: t('columns.order'),
      main: true,
      sort: 'placed_at',
      cell: (order) => <OrderName order={order} t={t} />,
    },
    {
      id: 'customer',
      from: 1280,
      header: t('columns.customer'),
      card: 'hidden',
      cell: (order) => <Identity title={order.customer ?? '–'} detail={order.country ?? undefined} />,
    },
    {
      id: 'items',
      width: '28%',
      wraps: true,
      header: t('columns.items'),
      card: 'fact',
      cell: (order) => <Items order={order} t={t} />,
    },
    {
      id: 'storePayment',
      from: 1680,
      header: t('columns.storePayment'),
      card: 'hidden',
      cell: (order) => <StorePaymentChip status={order.financial_status} />,
    },
    {
      id: 'payment',
      optional: true,
      header: isStaff ? t('columns.clientPayment') : t('columns.payment'),
      card: 'hidden',
      cell: (order) => <PaymentChip order={order} />,
    },
    { id: 'state', header: t('columns.state'), card: 'fact', cell: (order) => <States order={order} /> },
    { id: 'shipping', header: t('columns.shipping'), card: 'fact', cell: (order) => <Shipping order={order} t={t} /> },
    {
      id: 'cost',
      header: t('columns.cost'),
      align: 'end',
      card: 'fact',
      sort: 'cost',
      cell: (order) => <Cost order={order} />,
    },
    {
      id: 'sale',
      from: 1680,
      header: t('columns.sale'),
      align: 'end',
      card: 'hidden',
      sort: 'sale',
      cell: (order) => <MoneyCell money={order.total} tone="muted" />,
    },
    {
      id: 'profit',
      from: 1440,
      header: tl('columns.profit'),
      align: 'end',
      card: 'hidden',
      cell: (order) => <Profit order={order} />,
    },
    {
      id: 'age',
      optional: true,
      header: t('columns.age'),
      card: 'hidden',
      sort: 'age',
      cell: (order) => <TimeCell time={order.stage_since} />,
    },
    ...chosenColumns(t, tl),
  ];
}
