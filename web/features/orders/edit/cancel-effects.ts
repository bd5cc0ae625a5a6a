import type { OrderDetail } from '../orders-types.ts';

type Order = Pick<OrderDetail, 'left' | 'reship_of' | 'reships'>;
/** `removed`: only the refund of what the store removed is requested. */
type Asked = boolean | 'removed';

/** What cancelling an order, or requesting it, leads to: what goes back, and what becomes of each replacement that is not cancelled yet. */
export function cancelEffects(order: Order, ask: Asked) {
  const open = ask === 'removed' ? [] : order.reships.filter(({ stage }) => stage !== 'cancelled');
  const replacements = open.map(({ id, name, units, worth, recallable }) => {
    const goesToo = recallable && !ask;
    return {
      id,
      goesToo,
      text: goesToo ? ('cancel.withIt' as const) : ('cancel.without' as const),
      name,
      units,
      worth,
    };
  });
  const worth = replacements.filter(({ goesToo }) => goesToo).reduce((sum, one) => sum + one.worth, 0);
  return { text: textOf(order, ask), amount: (order.left?.amount ?? 0) + worth, replacements };
}

type Text = `cancel.${'asks' | 'asksBack' | 'claimable' | 'free' | 'givesBack' | 'refunded' | 'returns'}`;

function textOf({ left, reship_of }: Order, ask: Asked): Text {
  if (ask) return ask === 'removed' ? 'cancel.asksBack' : 'cancel.asks';
  if (!reship_of) return left ? 'cancel.givesBack' : 'cancel.free';
  if (reship_of.had_left) return 'cancel.claimable';
  return reship_of.cancelled_by_us ? 'cancel.refunded' : 'cancel.returns';
}

type Line = OrderDetail['order_lines'][number];

/** The units of each line that would not be sent: paid and open, or of an unpaid order all that are wanted. */
export function cancelledItems({
  left,
  reship_of,
  order_lines,
}: Pick<OrderDetail, 'left' | 'reship_of' | 'order_lines'>) {
  const paid = left !== null || reship_of !== null;
  return order_lines.flatMap((line) => {
    const units = line.not_ours ? 0 : paid ? line.open_quantity : wantedOf(line);
    return units > 0 ? [{ id: line.id, title: line.title, variant: line.variant_title, units }] : [];
  });
}

const wantedOf = ({ quantity, current_quantity, moved_quantity, cancelled_quantity }: Line): number =>
  Math.min(quantity - moved_quantity - cancelled_quantity, current_quantity);
