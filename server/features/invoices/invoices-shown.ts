import { AppError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';

type Cost = { goods: number; freight: number; fees: number };
type Order = Cost & { order_id: string; name: string; total: number };

const codes = ['goods', 'freight', 'fees'] as const;
const mostNamed = 50;

/** Throws `price_changed` unless the orders cost what the merchant was shown: in sum, and each in its parts where they were said. */
export function demandShown(
  orders: readonly Order[],
  shown: { expected_total: number; expected_orders?: readonly (Cost & { order_id: string })[] | undefined },
  currency: string,
): void {
  const total = orders.reduce((sum, order) => sum + order.total, 0);
  const changes = changesOf(orders, shown.expected_orders ?? [], currency);
  if (total === shown.expected_total && changes.length === 0) return;
  const now = moneyText(total, currency);
  const was = moneyText(shown.expected_total, currency);
  const named = changes.length > 0 ? ` ${changes.slice(0, 3).join('; ')}${changes.length > 3 ? ' …' : ''}.` : '';
  const sentence = `These orders now cost ${now} instead of ${was}.${named} Nothing was paid; check the new total and pay again.`;
  throw new AppError('price_changed', sentence, {
    fields: {
      expected_total: [sentence],
      ...(changes.length > 0 && { expected_orders: changes.slice(0, mostNamed) }),
    },
  });
}

function changesOf(
  orders: readonly Order[],
  shown: readonly (Cost & { order_id: string })[],
  currency: string,
): string[] {
  const before = new Map(shown.map((order) => [order.order_id, order]));
  return orders.flatMap((order) =>
    codes.flatMap((code) => {
      const was = before.get(order.order_id)?.[code];
      if (was === undefined || was === order[code]) return [];
      return [`${order.name}: ${code} ${moneyText(was, currency)} → ${moneyText(order[code], currency)}`];
    }),
  );
}
