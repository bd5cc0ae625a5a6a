import type { TFunction } from 'i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { isDue, statusKey } from './stock-order-status.ts';
import type { StockOrder, StaffStockOrder, Incoming } from './stock-orders-types.ts';

type Status = StockOrder['status'];
type Texts = TFunction<'stock-orders'>;

/** The colour of each state: amber waits for the merchant, blue for us. */
export const stockOrderTones: Record<Status, StatusTone> = {
  requested: 'blue',
  quoted: 'amber',
  open: 'amber',
  partly_paid: 'blue',
  producing: 'blue',
  inbound: 'blue',
  receiving: 'blue',
  stocked: 'green',
  closed: 'green',
  cancelled: 'grey',
};

/** The same for staff: amber waits for them, blue for the client and for what is on its way. */
const staffTones: Record<Status, StatusTone> = {
  ...stockOrderTones,
  requested: 'amber',
  quoted: 'blue',
  open: 'blue',
  partly_paid: 'amber',
  receiving: 'amber',
  stocked: 'amber',
};

/** A stock order's state as a chip. */
type StatusProps = { order: Pick<StockOrder, 'status' | 'eta'>; t: Texts; staff?: boolean };
export function StockOrderStatus({ order, t, staff = false }: StatusProps) {
  const { status } = order;
  const tone = staff ? (isDue(order) ? 'amber' : staffTones[status]) : stockOrderTones[status];
  return <StatusChip tone={tone} label={t(statusKey(order, staff))} />;
}

const moneyOf = (order: StockOrder, amount: number | null) => (
  <MoneyCell money={amount === null ? null : { amount, currency: order.currency }} />
);
const namesOf = (order: StockOrder, t: Texts) =>
  order.lines > 1 ? t('andMore', { title: order.sku.title, count: order.lines - 1 }) : order.sku.title;

/** Columns of the stock orders. */
export function stockOrderColumns(t: Texts, staff = false): Column<StockOrder>[] {
  return [
    {
      id: 'number',
      header: t('columns.order'),
      main: true,
      cell: (order) => (
        <Identity picture={<Picture url={order.sku.picture_url} />} title={order.number} detail={namesOf(order, t)} />
      ),
    },
    {
      id: 'status',
      header: t('columns.status'),
      card: 'fact',
      cell: (order) => <StockOrderStatus order={order} t={t} staff={staff} />,
    },
    { id: 'warehouse', header: t('columns.warehouse'), card: 'hidden', cell: ({ warehouse }) => warehouse.name },
    {
      id: 'pieces',
      header: t('columns.units'),
      align: 'end',
      card: 'fact',
      cell: ({ pieces, received }) => (received > 0 ? t('receivedOf', { received, pieces }) : pieces),
    },
    { id: 'eta', header: t('columns.eta'), card: 'fact', cell: ({ eta }) => eta ?? '–' },
    {
      id: 'paid',
      header: t('columns.paid'),
      align: 'end',
      card: 'hidden',
      cell: (order) => moneyOf(order, order.paid),
    },
    {
      id: 'total',
      header: t('columns.total'),
      align: 'end',
      card: 'fact',
      cell: (order) => moneyOf(order, order.total),
    },
    {
      id: 'requested',
      header: t('columns.requested'),
      from: 1440,
      card: 'hidden',
      cell: ({ requested_at }) => <TimeCell time={requested_at} />,
    },
  ];
}

/** The same for staff, with whose order it is; what it costs, for those who see it. */
export function staffStockOrderColumns(t: Texts, money: boolean): Column<StaffStockOrder>[] {
  const [first, ...rest] = stockOrderColumns(t, true) as Column<StaffStockOrder>[]; // a row of staff has all that a row has
  const client: Column<StaffStockOrder> = {
    id: 'client',
    header: t('columns.client'),
    card: 'fact',
    cell: (order) => order.client.name,
  };
  return first ? [first, client, ...rest.filter(({ id }) => id !== 'paid' && (money || id !== 'total'))] : rest;
}

/** Columns of what is on its way. */
export function incomingColumns(t: Texts): Column<Incoming>[] {
  return [
    {
      id: 'sku',
      header: t('columns.sku'),
      main: true,
      cell: ({ sku, warehouse }) => (
        <Identity
          picture={<Picture url={sku.picture_url} />}
          title={sku.title}
          detail={`${sku.code} · ${warehouse.name}`}
        />
      ),
    },
    { id: 'pieces', header: t('columns.units'), align: 'end', card: 'fact', cell: ({ pieces }) => pieces },
    { id: 'eta', header: t('columns.eta'), card: 'fact', cell: ({ eta }) => eta ?? '–' },
    { id: 'order', header: t('columns.order'), card: 'fact', cell: ({ stock_order }) => stock_order.number },
    {
      id: 'status',
      header: t('columns.status'),
      card: 'fact',
      cell: ({ stock_order, eta }) => <StockOrderStatus order={{ ...stock_order, eta }} t={t} />,
    },
    { id: 'tracking', header: t('columns.tracking'), card: 'hidden', cell: ({ tracking }) => tracking || '–' },
  ];
}
