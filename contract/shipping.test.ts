import { describe, expect, it } from 'vitest';
import { baseOf, freightFormula, freightOf } from './shipping.ts';

describe('freight by weight', () => {
  it('is the same for each weight when flat', () => {
    const flat = { kind: 'flat', amount: 450 } as const;
    expect([1, 500, 9_000].map((grams) => freightOf(flat, grams))).toEqual([450, 450, 450]);
    expect(baseOf(flat)).toBe(450);
  });

  it('charges the first grams and each further step begun', () => {
    const steps = { kind: 'first_step', first_g: 100, first_amount: 300, step_g: 50, step_amount: 40 } as const;
    expect([1, 100, 101, 150, 151, 200].map((grams) => freightOf(steps, grams))).toEqual([
      300, 300, 340, 340, 380, 380,
    ]);
    expect(baseOf(steps)).toBe(300);
  });

  it('charges kilograms to the gram plus handling and rounds fractions up', () => {
    const perKg = { kind: 'per_kg', handling_amount: 210, kg_amount: 995 } as const;
    expect([1, 200, 1_000, 1_500].map((grams) => freightOf(perKg, grams))).toEqual([211, 409, 1_205, 1_703]);
    expect(baseOf(perKg)).toBe(210);
  });

  it('never falls when a parcel grows', () => {
    for (const formula of [
      { kind: 'first_step', first_g: 30, first_amount: 99, step_g: 7, step_amount: 13 },
      { kind: 'per_kg', handling_amount: 10, kg_amount: 333 },
    ] as const) {
      for (let grams = 1; grams < 500; grams += 1) {
        expect(freightOf(formula, grams + 1)).toBeGreaterThanOrEqual(freightOf(formula, grams));
      }
    }
  });

  it('knows no negative amounts and no steps of nothing', () => {
    expect(freightFormula.safeParse({ kind: 'flat', amount: -1 }).success).toBe(false);
    expect(
      freightFormula.safeParse({ kind: 'first_step', first_g: 1, first_amount: 1, step_g: 0, step_amount: 1 }).success,
    ).toBe(false);
    expect(freightFormula.safeParse({ kind: 'table' }).success).toBe(false);
  });
});
