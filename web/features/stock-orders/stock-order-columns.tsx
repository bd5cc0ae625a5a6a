import type { TFunction } from 'i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import type { StockingOrder, DeskStocking, Incoming } from './stock-orders-types.ts';

type Status = StockingOrder['status'];
type Texts = TFunction<'stock-orders'>;

/** The colour of each state: amber waits for the merchant, blue for us. */
export const stockingTones: Record<Status, StatusTone> = {
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

/** A stocking order's state as a chip. */
export const StockingState = ({ status, t }: { status: Status; t: Texts }) => (
  <StatusChip tone={stockingTones[status]} label={t(`statuses.${status}`)} />
);

const moneyOf = (order: StockingOrder, amount: number | null) => (
  <MoneyCell money={amount === null ? null : { amount, currency: order.currency }} />
);
const namesOf = (order: StockingOrder, t: Texts) =>
  order.lines > 1 ? t('andMore', { title: order.sku.title, count: order.lines - 1 }) : order.sku.title;

/** Columns of the stocking orders. */
export function stockingColumns(t: Texts): Column<StockingOrder>[] {
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
      cell: ({ status }) => <StockingState status={status} t={t} />,
    },
    { id: 'warehouse', header: t('columns.warehouse'), card: 'hidden', cell: ({ warehouse }) => warehouse.name },
    {
      id: 'pieces',
      header: t('columns.pieces'),
      align: 'end',
      card: 'fact',
      cell: ({ pieces, received }) => (received > 0 ? t('ofPieces', { received, pieces }) : pieces),
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

/** The same for the desk, with whose order it is. */
export function deskStockingColumns(t: Texts): Column<DeskStocking>[] {
  const [first, ...rest] = stockingColumns(t) as Column<DeskStocking>[]; // a desk row has all that a row has
  const client: Column<DeskStocking> = {
    id: 'client',
    header: t('columns.client'),
    card: 'fact',
    cell: (order) => order.client.name,
  };
  return first ? [first, client, ...rest.filter((column) => column.id !== 'paid')] : rest;
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
    { id: 'pieces', header: t('columns.pieces'), align: 'end', card: 'fact', cell: ({ pieces }) => pieces },
    { id: 'eta', header: t('columns.eta'), card: 'fact', cell: ({ eta }) => eta ?? '–' },
    { id: 'order', header: t('columns.order'), card: 'fact', cell: ({ stocking_order }) => stocking_order.number },
    {
      id: 'status',
      header: t('columns.status'),
      card: 'fact',
      cell: ({ stocking_order }) => <StockingState status={stocking_order.status} t={t} />,
    },
    { id: 'tracking', header: t('columns.tracking'), card: 'hidden', cell: ({ tracking }) => tracking || '–' },
  ];
}
