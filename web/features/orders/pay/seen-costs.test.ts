import { describe, expect, it } from 'vitest';
import type { Checkout } from '../orders-types.ts';
import { coveredOrders } from './seen-costs.ts';

const checkout = (costs: readonly number[], available: number, more = 0) =>
  ({
    payable: costs.map((total, at) => ({ order_id: `o${at}`, cost: { total } })),
    orders: costs.length + more,
    available,
    total: costs.reduce((all, one) => all + one, 0),
  }) as Checkout;

describe('the orders that the wallet has enough for', () => {
  it('are taken in their sequence, past those that are too much', () => {
    expect(coveredOrders(checkout([700, 2_400, 900], 1_700))).toEqual({ ids: ['o0', 'o2'], total: 1_600 });
  });

  it('are none where it has nothing, enough for all, or where not all orders are named', () => {
    for (const one of [checkout([700, 900], 0), checkout([700, 900], 1_600), checkout([700, 900], 800, 1)])
      expect(coveredOrders(one)).toEqual({ ids: [], total: 0 });
  });
});
