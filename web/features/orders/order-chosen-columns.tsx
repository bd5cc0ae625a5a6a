import { Anchor } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { WordList } from '#web/components/word-list.tsx';
import { ConvertedMoney } from '#web/components/converted.tsx';
import { DeliverySpan } from '#web/components/delivery-days.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { BlockChip, StageChip } from '#web/components/order-status.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatMoney, formatNumber } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Column } from '#web/ui/column.ts';
import { Copyable } from '#web/ui/copy-button.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import classes from './order-cells.module.css';
import type { Order } from './orders-types.ts';

/** What the order costs us to send, and of which parts. */
export function Cost({ order }: { order: Order }) {
  const { t, i18n } = useTranslation('orders-list');
  const { cost } = order;
  if (!cost) return <MoneyCell money={null} />;
  const { currency } = cost;
  const say = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  if (order.due !== null && order.due !== cost.total)
    return <Identity title={<MoneyCell money={{ amount: order.due, currency }} />} detail={t('dueAdded')} wraps />;
  const parts = { goods: say(cost.goods), freight: say(cost.freight + cost.fees) };
  return (
    <Identity
      title={<MoneyCell money={{ amount: cost.total, currency }} />}
      detail={
        <span title={t('costPartsLabel', parts)} className={classes.parts}>
          {t('costParts', parts)}
        </span>
      }
    />
  );
}

/** What is left of the sale after the cost, converted where the store sells in another currency; nothing is of a cancelled order. */
export function Profit({
  order: { stage, profit, conversion, cost, total },
}: {
  order: Pick<Order, 'stage' | 'profit' | 'conversion' | 'cost' | 'total'>;
}) {
  return (
    <ConvertedMoney
      money={profit}
      conversion={stage === 'cancelled' ? null : conversion}
      unrated={cost && { from: total.currency, to: cost.currency }}
    />
  );
}

/** What the store paid back to the buyer, with what it is in the account's currency where that is another one. */
function BuyerRefund({ order: { buyer_refund: refund } }: { order: Order }) {
  if (!refund) return '–';
  const { money, converted, conversion } = refund;
  const told = <MoneyCell money={money} />;
  if (money.currency === converted?.currency) return told;
  return <Identity title={told} detail={<ConvertedMoney money={converted} conversion={conversion} />} wraps />;
}

/** Watched, with a claim, or late: what else is to know of the order at a glance. */
function Marks({ order }: { order: Order }) {
  const { t } = useTranslation('orders-list');
  if (!order.watched && !order.claimed && order.risk === null) return '–';
  return (
    <div className={classes.states}>
      {order.risk !== null && (
        <StatusChip tone={order.risk === 'high' ? 'red' : 'amber'} label={t(`risks.${order.risk}`)} />
      )}
      {order.watched && <StatusChip tone="amber" label={t('exception')} />}
      {order.claimed && <StatusChip tone="blue" label={t('claimed')} />}
    </div>
  );
}

function Weight({ order }: { order: Order }) {
  const { t, i18n } = useTranslation('orders-list');
  return order.weight_g === null ? '–' : t('weight', { kg: formatNumber(order.weight_g / 1000, i18n.language) });
}

function InvoiceLink({ invoice }: Pick<Order, 'invoice'>) {
  if (!invoice) return '–';
  return (
    <Anchor component={Link} to={withQuery(paths.invoices, { invoice: invoice.id })} inherit>
      {invoice.number}
    </Anchor>
  );
}

const numbersOf = (order: Order) => order.tracking.map((parcel) => parcel.number);

/** Columns that show only for who chose them. */
export function chosenColumns(t: TFunction<'orders'>, tl: TFunction<'orders-list'>): Column<Order>[] {
  const column = (id: string, header: string, cell: Column<Order>['cell'], more: Partial<Column<Order>> = {}) => ({
    id,
    header,
    cell,
    optional: true,
    card: 'hidden' as const,
    ...more,
  });
  const end = { align: 'end' } as const;
  return [
    column('stage', tl('columns.stage'), (order) => <StageChip stage={order.stage} payment={order.payment} />),
    column('reason', tl('columns.reason'), (order) =>
      order.blocks.length === 0 ? (
        '–'
      ) : (
        <div className={classes.states}>
          {order.blocks.map((block) => (
            <BlockChip key={block.code} block={block} />
          ))}
        </div>
      ),
    ),
    column('fulfilment', tl('columns.fulfilment'), (order) => t(`fulfilments.${order.fulfillment_status}`)),
    column('channel', tl('columns.channel'), (order) => (
      <Identity
        title={order.channel?.name ?? '–'}
        detail={order.days ? <DeliverySpan days={order.days} /> : undefined}
      />
    )),
    column('tracking', tl('columns.tracking'), (order) =>
      order.tracking.length === 0 ? '–' : <Copyable value={numbersOf(order).join(', ')} />,
    ),
    column('tags', tl('columns.tags'), (order) => <WordList words={order.tags.map(({ tag }) => tag)} />),
    column('marks', tl('columns.marks'), (order) => <Marks order={order} />),
    column('refunded', tl('columns.buyerRefund'), (order) => <BuyerRefund order={order} />, end),
    column('weight', tl('columns.weight'), (order) => <Weight order={order} />, end),
    column('invoice', tl('columns.invoice'), (order) => <InvoiceLink invoice={order.invoice} />),
    column('paid', tl('columns.paidAt'), (order) => <TimeCell time={order.paid_at} />),
    column('shipped', tl('columns.shippedAt'), (order) => <TimeCell time={order.shipped_at} />),
    column('due', tl('columns.dueAt'), (order) => <TimeCell time={order.due_at} />),
    column('note', tl('columns.note'), (order) => order.note ?? '–'),
  ];
}
