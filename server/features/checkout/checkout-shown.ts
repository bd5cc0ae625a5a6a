import { AppError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
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
  const named = [...changes.slice(0, 3), ...(changes.length > 3 ? ['…'] : [])];
  const sentence: Phrase =
    named.length > 0
      ? { text: 'invoices.orders_cost_changed', params: { now, was, changes: named } }
      : { text: 'invoices.orders_cost_more', params: { now, was } };
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
): Phrase[] {
  const before = new Map(shown.map((order) => [order.order_id, order]));
  return orders.flatMap((order) =>
    codes.flatMap((code): Phrase[] => {
      const was = before.get(order.order_id)?.[code];
      if (was === undefined || was === order[code]) return [];
      const params = { name: order.name, was: moneyText(was, currency), now: moneyText(order[code], currency) };
      return [{ text: `invoices.${code}_changed`, params }];
    }),
  );
}
