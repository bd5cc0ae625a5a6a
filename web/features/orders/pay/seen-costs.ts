import type { Order, Checkout } from '../orders-types.ts';

/** What each order of the list cost when it was seen. */
export const seenCosts = (rows: readonly Order[]): ReadonlyMap<string, number> =>
  new Map(rows.flatMap(({ id, due }) => (due === null ? [] : [[id, due] as const])));

/** Orders that cost something else than when they were seen, apart by direction, with the sum of the difference. */
export function changesSince(seen: ReadonlyMap<string, number>, payable: Checkout['payable']) {
  const changed = payable.flatMap(({ order_id, cost }) => {
    const was = seen.get(order_id);
    return was === undefined || was === cost.total ? [] : [cost.total - was];
  });
  const sum = (part: readonly number[]) => ({ count: part.length, amount: part.reduce((all, one) => all + one, 0) });
  return { dearer: sum(changed.filter((by) => by > 0)), cheaper: sum(changed.filter((by) => by < 0)) };
}

/**
 * Those of the orders, in their sequence, that the wallet has enough for; none where it has enough for all, or where the list names
 * only a part of them.
 */
export function coveredOrders({ payable, orders, available, total }: Checkout): { ids: string[]; total: number } {
  const covered = { ids: [] as string[], total: 0 };
  if (available >= total || payable.length < orders) return covered;
  for (const { order_id, cost } of payable) {
    if (covered.total + cost.total > available) continue;
    covered.ids.push(order_id);
    covered.total += cost.total;
  }
  return covered;
}
