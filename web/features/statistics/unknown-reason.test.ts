import { describe, expect, it } from 'vitest';
import { axisText } from './figure-texts.ts';
import { gridOf } from './figure-grid.ts';
import { unknownOrders, unknownReason } from './unknown-reason.ts';

describe('why a figure is a dash', () => {
  const none = { no_cost: 0, no_rate: 0, self_fulfilled: 0 };

  it('is said by what the figure lacks', () => {
    expect(unknownReason('profit', { ...none, no_cost: 3, no_rate: 1 })).toEqual({ key: 'noCost', count: 3 });
    expect(unknownReason('cost', { ...none, self_fulfilled: 2 })).toEqual({ key: 'selfFulfilled', count: 2 });
    expect(unknownReason('average_order', { ...none, no_cost: 3, no_rate: 1 })).toEqual({ key: 'noRate', count: 1 });
    expect(unknownReason('margin', { ...none, no_rate: 1 })).toEqual({ key: 'noRate', count: 1 });
    expect(unknownReason('average_order', { ...none, self_fulfilled: 2 })).toEqual({ key: 'noOrders', count: 0 });
  });

  it('leads to the orders that it speaks of', () => {
    expect(unknownOrders).toEqual({
      noCost: { unknown: 'cost' },
      noRate: { unknown: 'rate' },
      selfFulfilled: { stage: 'self_fulfilled' },
      noOrders: null,
    });
  });
});

describe('figures on an axis', () => {
  it('have separators of thousands in both languages', () => {
    expect(axisText('orders', 2500, 'USD', 'en')).toBe('2.5K');
    expect(axisText('orders', 2500, 'CNY', 'zh')).toBe('2,500');
    expect(axisText('sales', 2_500_00, 'USD', 'zh')).toBe('$2,500');
    expect(axisText('sales', 25_000_00, 'USD', 'zh')).toBe('$2.5万');
  });
});

describe('the grid of figures', () => {
  it.each([4, 5, 9, 11])('has no gaps for %i cards', (count) => {
    for (const { columns, last } of Object.values(gridOf(count))) expect((count - 1 + last) % columns).toBe(0);
  });

  it('has three rows of three for the nine figures of a merchant', () => {
    expect(gridOf(9)).toMatchObject({ wide: { columns: 3, last: 1 } });
  });
});
