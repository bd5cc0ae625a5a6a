import { expect, it } from 'vitest';
import { type Charged, riseOf } from '#contract/price-rules.ts';
import { pairRise } from './pair-rise.ts';

it('is the rise of the two amounts, whatever more units would cost', () => {
  expect([pairRise(1537, 1557), pairRise(1557, 1537), pairRise(500, 500), pairRise(0, 100)]).toEqual([130, -128, 0, 0]);
  const at = (unit_price: number): Charged => ({
    unit_price,
    formula: { kind: 'per_kg', handling_amount: 420, kg_amount: 1790 },
  });
  const goods = { weight_g: 380, volume_mm3: 0, weighing: { divisor: null, step_g: 1 } };
  expect(riseOf(at(436), at(456), goods).bp).toBeGreaterThan(130); // the largest at any quantity
});
