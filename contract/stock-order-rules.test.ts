import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  orderable,
  priceAt,
  proposeRestock,
  quantityProblem,
  splitDeposit,
  stockOrderActions,
  stockOrderCan,
  stockOrderStatuses,
  stockOrderSums,
} from './stock-order-rules.ts';

const amount = fc.integer({ min: 0, max: 10_000_000_000 });

describe('the proposal of a restock', () => {
  const sku = { sold_30: 90, available: 0, incoming: 0, lead_days: 10, moq: 1, pack: 1 };

  it('covers the lead time and 30 days after it, less what is there and on its way', () => {
    expect(proposeRestock(sku)).toEqual({ quantity: 120, cover: 0, enough: false });
    expect(proposeRestock({ ...sku, available: 60 })).toEqual({ quantity: 60, cover: 20, enough: false });
    expect(proposeRestock({ ...sku, available: 60, incoming: 45 })).toEqual({ quantity: 15, cover: 35, enough: false });
    expect(proposeRestock({ ...sku, available: -5 }).quantity).toBe(120); // what was counted away is not wanted twice
  });

  it('is the smallest order where the stock lasts longer than that, or where nothing was sold', () => {
    expect(proposeRestock({ ...sku, available: 123, moq: 20, pack: 8 })).toEqual({
      quantity: 24,
      cover: 41,
      enough: true,
    });
    expect(proposeRestock({ ...sku, sold_30: 0, moq: 5 })).toEqual({ quantity: 5, cover: null, enough: false });
  });
});

describe('a stock order', () => {
  it('costs deposit and balance together to the cent, as a whole and in goods, freight and fees', () => {
    fc.assert(
      fc.property(amount, amount, amount, fc.integer({ min: 1, max: 100 }), (goods, freight, fees, percent) => {
        const sums = { goods, freight, fees, total: goods + freight + fees };
        const { deposit, balance } = splitDeposit(sums, percent);
        for (const part of ['goods', 'freight', 'fees', 'total'] as const) {
          expect(deposit[part] + balance[part]).toBe(sums[part]);
          expect(Math.min(deposit[part], balance[part])).toBeGreaterThanOrEqual(0);
        }
        expect(deposit.goods + deposit.freight + deposit.fees).toBe(deposit.total);
        expect(Math.abs(deposit.total - (sums.total * percent) / 100)).toBeLessThanOrEqual(1);
        if (sums.total > 0) expect(deposit.total).toBeGreaterThan(0);
        if (percent === 100) expect(balance.total).toBe(0);
      }),
    );
  });

  it('never costs a piece more for ordering more, when the breaks fall', () => {
    const breaks = [
      { from: 500, unit_price: 220 },
      { from: 100, unit_price: 250 },
    ];
    expect([1, 100, 499, 500, 9_000].map((quantity) => priceAt(breaks, quantity))).toEqual([250, 250, 250, 220, 220]);
    expect(priceAt([], 5)).toBe(0);
  });

  it('charges freight by weight, a begun cent counted whole', () => {
    const lines = [{ quantity: 3, unit_price: 100, weight_g: 333 }];
    expect(stockOrderSums(lines, { freight_kg: 199, branding_fee: 50 })).toEqual({
      goods: 300,
      freight: 199,
      fees: 50,
      total: 549,
    });
  });

  it('takes the minimum and whole packs alone, and names quantities that it would take', () => {
    expect(quantityProblem(10, { moq: 20, pack: 1 })).toMatchObject({ code: 'below_minimum' });
    expect(quantityProblem(25, { moq: 20, pack: 12 })).toEqual({
      code: 'not_in_packs_either',
      params: { moq: 20, pack: 12, lower: 24, upper: 36 },
    });
    expect(quantityProblem(23, { moq: 20, pack: 12 })).toMatchObject({ code: 'not_in_packs', params: { upper: 24 } });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 60 }),
        (wanted, moq, pack) => {
          const quantity = orderable(wanted, { moq, pack });
          expect(quantityProblem(quantity, { moq, pack })).toBeNull();
          expect(quantity).toBeGreaterThanOrEqual(wanted);
        },
      ),
    );
  });

  it('can be cancelled until it is produced, and every state but the last leads on', () => {
    expect(stockOrderStatuses.filter((status) => stockOrderCan('cancel', status))).toEqual([
      'requested',
      'quoted',
      'open',
      'partly_paid',
    ]);
    const leading = new Set<string>(Object.values(stockOrderActions).flatMap(({ from }) => [...from]));
    expect(stockOrderStatuses.filter((status) => !leading.has(status))).toEqual(['closed', 'cancelled']);
  });
});
