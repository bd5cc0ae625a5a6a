import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bySize } from '#testing/size.ts';
import type { FreightFormula } from './freight.ts';
import { type Charged, changedPrice, deliveredCost, isFalling, isWithin, riseOf } from './price-rules.ts';

const goods = { weight_g: 300, volume_mm3: 0, weighing: { divisor: null, step_g: 1 } };
const perKg: FreightFormula = { kind: 'per_kg', handling_amount: 200, kg_amount: 1000 };
const lamp: Charged = { unit_price: 500, formula: perKg };

const amount = fc.integer({ min: 0, max: 5_000 });
const formula: fc.Arbitrary<FreightFormula> = fc.oneof(
  fc.record({ kind: fc.constant('flat' as const), amount }),
  fc.record({ kind: fc.constant('per_kg' as const), handling_amount: amount, kg_amount: amount }),
  fc.record({
    kind: fc.constant('first_step' as const),
    first_g: fc.integer({ min: 1, max: 1_000 }),
    first_amount: amount,
    step_g: fc.integer({ min: 1, max: 500 }),
    step_amount: amount,
  }),
);
const price: fc.Arbitrary<Charged> = fc.record({ unit_price: fc.integer({ min: 1, max: 10_000 }), formula });

describe('a rise', () => {
  it('is measured on the delivered piece, at the parcel where it is worst', () => {
    expect(deliveredCost(lamp, goods, 1)).toBe(1_000);
    expect(riseOf(lamp, { ...lamp, unit_price: 550 }, goods)).toEqual({ amount: 50, bp: 618 });
    // cheaper for one piece, dearer from two on
    const steep: FreightFormula = {
      kind: 'first_step',
      first_g: 300,
      first_amount: 400,
      step_g: 300,
      step_amount: 500,
    };
    const rise = riseOf(lamp, { ...lamp, formula: steep }, goods);
    expect(deliveredCost({ ...lamp, formula: steep }, goods, 1)).toBeLessThan(1_000);
    expect(isFalling(rise)).toBe(false);
  });

  it('is nothing where no parcel costs more, and something wherever one does', () => {
    fc.assert(
      fc.property(price, price, (before, after) => {
        const dearer = Array.from({ length: 20 }, (_, n) => n + 1).some(
          (pieces) => deliveredCost(after, goods, pieces) > deliveredCost(before, goods, pieces),
        );
        expect(isFalling(riseOf(before, after, goods))).toBe(!dearer);
      }),
      { numRuns: bySize(100, 2_000) },
    );
  });

  it('is accepted within either limit of the rule, and by no rule without limits', () => {
    const rise = { amount: 20, bp: 200 };
    expect(isWithin({ percent_bp: null, amount: null }, rise)).toBe(false);
    expect(isWithin({ percent_bp: 200, amount: null }, rise)).toBe(true);
    expect(isWithin({ percent_bp: 199, amount: null }, rise)).toBe(false);
    expect(isWithin({ percent_bp: 1, amount: 20 }, rise)).toBe(true);
    expect(isWithin({ percent_bp: null, amount: 19 }, rise)).toBe(false);
  });
});

describe('an action on a price', () => {
  it('sets, adds or changes by per cent, and scales every amount of a freight formula', () => {
    expect(changedPrice(lamp, { goods: { kind: 'set', amount: 480 }, freight: null }).unit_price).toBe(480);
    expect(changedPrice(lamp, { goods: { kind: 'add', amount: -900 }, freight: null }).unit_price).toBe(1);
    expect(changedPrice(lamp, { goods: { kind: 'percent', bp: 250 }, freight: null }).unit_price).toBe(513);
    expect(changedPrice(lamp, { goods: null, freight: { kind: 'percent', bp: 1_000 } })).toEqual({
      unit_price: 500,
      formula: { kind: 'per_kg', handling_amount: 220, kg_amount: 1_100 },
    });
  });

  it('by more per cent never makes anything cheaper', () => {
    fc.assert(
      fc.property(
        price,
        fc.integer({ min: -9_000, max: 9_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        (base, bp, more) => {
          const by = (percent: number) =>
            changedPrice(base, { goods: { kind: 'percent', bp: percent }, freight: { kind: 'percent', bp: percent } });
          expect(riseOf(by(bp + more), by(bp), goods).amount).toBeLessThanOrEqual(0);
        },
      ),
      { numRuns: bySize(100, 2_000) },
    );
  });
});
