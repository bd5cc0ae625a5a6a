import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FreightFormula } from '#contract/shipping.ts';
import { pooledFreight, type Price, type PricedLine, priceOrder } from './pricing.ts';

const perKg: FreightFormula = { kind: 'per_kg', handling_amount: 200, kg_amount: 1000 };
const steps: FreightFormula = { kind: 'first_step', first_g: 500, first_amount: 600, step_g: 500, step_amount: 150 };

const price = (sku_id: string, channel_id: string, more: Partial<Price> = {}): Price => ({
  id: `${sku_id}-${channel_id}`,
  sku_id,
  channel_id,
  channel: channel_id,
  unit_price: 500,
  currency: 'USD',
  formula: perKg,
  weighing: { divisor: null, step_g: 1 },
  days_min: 5,
  days_max: 9,
  ...more,
});
const line = (line_id: string, quantity: number, ...components: [string, number, number?][]): PricedLine => ({
  line_id,
  title: line_id,
  quantity,
  components: components.map(([sku_id, each, weight_g = 300]) => ({
    sku_id,
    code: sku_id.toUpperCase(),
    title: sku_id,
    weight_g,
    volume_mm3: 0,
    lead_days: 3,
    quantity: each,
  })),
});
function costOf(lines: PricedLine[], prices: Price[]) {
  const pricing = priceOrder(lines, prices, 'US');
  if (pricing.kind !== 'priced') throw new Error('not priced');
  return pricing.cost;
}

describe('what an order costs', () => {
  it('charges a bulky parcel by its volume, rounded up to the channel’s step, and keeps what it was computed from', () => {
    const bulky = line('a', 2, ['lamp', 1, 300]);
    const box = { ...bulky, components: bulky.components.map((part) => ({ ...part, volume_mm3: 6_100_000 })) };
    const weighing = { divisor: 8000, step_g: 100 };
    const cost = costOf([box], [price('lamp', 'air', { weighing })]);
    // 12.2 dm³ / 8000 cm³ per kg = 1,525 g, in steps of 100 g: 1,600 g
    expect(cost).toMatchObject({ weight_g: 600, freight: 200 + 1600 });
    expect(cost.lines.at(-1)?.inputs).toMatchObject({
      weight_g: 600,
      pools: [{ weight_g: 1600, actual_g: 600, volume_g: 1525, divisor: 8000, step_g: 100 }],
    });
    expect(costOf([box], [price('lamp', 'air')]).freight).toBe(200 + 600);
  });

  it('adds goods and pools the weight under one formula', () => {
    const cost = costOf([line('a', 2, ['lamp', 1]), line('b', 1, ['lamp', 3])], [price('lamp', 'air')]);
    expect(cost).toMatchObject({
      channel_id: 'air',
      weight_g: 1500,
      goods: 2500,
      freight: 200 + 1500,
      total: 4200,
      currency: 'USD',
    });
    expect(cost.lines.map((one) => [one.code, one.quantity, one.amount])).toEqual([
      ['goods', 2, 1000],
      ['goods', 3, 1500],
      ['freight', 1, 1700],
    ]);
    expect(cost.unit_costs).toEqual(
      new Map([
        ['a', 500],
        ['b', 1500],
      ]),
    );
  });

  it('charges the highest base once when formulas differ', () => {
    const cost = costOf(
      [line('a', 1, ['lamp', 1, 400]), line('b', 1, ['vase', 1, 1200])],
      [price('lamp', 'air'), price('vase', 'air', { formula: steps })],
    );
    // lamp: 400 g x 10.00/kg; vase: two further steps of 500 g; base: 6.00 of the two
    expect(cost.freight).toBe(400 + 2 * 150 + 600);
  });

  it('takes the cheapest channel that serves every line', () => {
    const prices = [
      price('lamp', 'cheap', { unit_price: 1 }),
      price('lamp', 'air'),
      price('vase', 'air'),
      price('lamp', 'sea', { unit_price: 450 }),
      price('vase', 'sea', { unit_price: 450 }),
    ];
    expect(costOf([line('a', 1, ['lamp', 1]), line('b', 1, ['vase', 1])], prices).channel_id).toBe('sea');
  });

  it('prefers the faster of two equal offers, whatever the order of the rows', () => {
    const prices = [
      price('lamp', 'b', { days_max: 20 }),
      price('lamp', 'c', { days_max: 8 }),
      price('lamp', 'a', { days_max: 20 }),
    ];
    expect(costOf([line('a', 1, ['lamp', 1])], prices).channel_id).toBe('c');
    expect(costOf([line('a', 1, ['lamp', 1])], prices.toReversed()).channel_id).toBe('c');
  });

  it('names the SKUs without a price, and none when no channel serves all', () => {
    const lines = [line('a', 1, ['lamp', 1]), line('b', 1, ['vase', 1])];
    expect(priceOrder(lines, [price('lamp', 'air')], 'US')).toEqual({ kind: 'unpriced', sku_ids: ['vase'] });
    expect(priceOrder(lines, [price('lamp', 'air'), price('vase', 'sea')], 'US')).toEqual({
      kind: 'unpriced',
      sku_ids: [],
    });
  });

  it('bills exactly what its lines say, for any order', () => {
    const quantities = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3000 })),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(quantities, fc.boolean(), (rows, mixed) => {
        const lines = rows.map(([quantity, each, weight], index) =>
          line(`l${index}`, quantity, [`s${index}`, each, weight]),
        );
        const prices = rows.map((_, index) =>
          price(`s${index}`, 'air', { unit_price: 100 + index, formula: mixed && index % 2 ? steps : perKg }),
        );
        const cost = costOf(lines, prices);
        expect(cost.total).toBe(cost.lines.reduce((sum, one) => sum + one.amount, 0));
        for (const one of cost.lines) expect(one.amount).toBe(one.unit_amount * one.quantity);
        expect(Number.isSafeInteger(cost.total)).toBe(true);
      }),
    );
  });

  it('never costs more freight in one parcel than in two', () => {
    const pool = fc.record({
      formula: fc.constantFrom<FreightFormula>(perKg, steps, { kind: 'flat', amount: 900 }),
      grams: fc.integer({ min: 1, max: 9000 }),
    });
    fc.assert(
      fc.property(pool, pool, (a, b) => {
        expect(pooledFreight([a, b])).toBeLessThanOrEqual(pooledFreight([a]) + pooledFreight([b]));
      }),
    );
  });
});
