import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ExceptionChip } from '#web/components/parcel-chips.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { useNow } from '#web/lib/now.ts';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import classes from './order-cells.module.css';
import type { Order } from './orders-types.ts';

const day = 86_400_000;

/** Why an order is among the exceptions. */
function Reasons({ order }: { order: Order }) {
  if (order.exceptions.length === 0) return '–';
  return (
    <div className={classes.states}>
      {order.exceptions.map(({ rule }) => (
        <ExceptionChip key={rule} rule={rule} partial={order.stage === 'partially_shipped'} />
      ))}
    </div>
  );
}

/** Since when it is, and by how many days its estimated delivery has passed. */
function Since({ order }: { order: Order }) {
  const { t } = useTranslation('orders-list');
  const now = useNow();
  const [first] = order.exceptions;
  if (!first) return '–';
  const late = order.exceptions.find(({ rule }) => rule === 'late');
  const days = late && Math.floor((now.getTime() - Date.parse(late.since)) / day) + 1;
  return <Identity title={<TimeCell time={first.since} />} detail={days && t('daysLate', { count: days })} />;
}

const exceptionColumns = (t: TFunction<'orders-list'>): Column<Order>[] => [
  { id: 'exception', header: t('columns.exception'), cell: (order) => <Reasons order={order} /> },
  { id: 'exceptionSince', header: t('columns.exceptionSince'), cell: (order) => <Since order={order} /> },
];

/** What makes room for the reasons: by the window that shows it all the same, or for who chooses it. */
const behind: Partial<Record<string, Partial<Column<Order>>>> = {
  state: { from: 1680, card: 'hidden' },
  storePayment: { optional: true },
  sale: { optional: true },
  cost: { from: 1680, card: 'hidden' },
};

/** The columns of the order list with what reports exceptions: after the items where the tab is about those, else for who chooses it. */
export function withExceptions(
  columns: readonly Column<Order>[],
  t: TFunction<'orders-list'>,
  about: boolean,
): Column<Order>[] {
  const added = exceptionColumns(t);
  if (!about) return [...columns, ...added.map((column) => ({ ...column, optional: true, card: 'hidden' as const }))];
  const place = columns.findIndex(({ id }) => id === 'items') + 1;
  const others = columns.map((column) => ({ ...column, ...behind[column.id] }));
  const reasons = added.map((column) => ({ ...column, fixed: true, card: 'fact' as const }));
  return [...others.slice(0, place), ...reasons, ...others.slice(place)];
}
