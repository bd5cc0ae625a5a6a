import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseOf, chargeableWeight, freightFormula, freightOf } from './shipping.ts';

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

  it('follows a table by band, and pays steps over the last one', () => {
    const table = {
      kind: 'table',
      bands: [
        { up_to_g: 100, amount: 300 },
        { up_to_g: 500, amount: 450 },
      ],
      over_step_g: 250,
      over_step_amount: 90,
    } as const;
    const formula = { ...table, bands: [...table.bands] };
    expect([1, 100, 101, 500, 501, 750, 751].map((grams) => freightOf(formula, grams))).toEqual([
      300, 300, 450, 450, 540, 540, 630,
    ]);
    expect(baseOf(formula)).toBe(300);
    expect(freightFormula.safeParse(formula).success).toBe(true);
    const falling = { ...formula, bands: [...formula.bands].reverse() };
    expect(freightFormula.safeParse(falling).error?.issues[0]?.message).toMatch(/^checks\.weight_bands$/);
  });

  it('charges the greater of actual and volume weight in the channel’s steps, and never less for more', {
    tags: ['D0-14'],
  }, () => {
    const lighter = { weight_g: 480, volume_mm3: 3_000_000 };
    expect(chargeableWeight(lighter, { divisor: null, step_g: 1 })).toBe(480);
    expect(chargeableWeight(lighter, { divisor: 6000, step_g: 50 })).toBe(500);
    expect(chargeableWeight(lighter, { divisor: 5000, step_g: 1 })).toBe(600);
    const grams = fc.integer({ min: 1, max: 40_000 });
    const amount = fc.integer({ min: 0, max: 100_000 });
    const bands = fc.array(fc.record({ more_g: grams, more: amount }), { minLength: 1, maxLength: 6 }).map((steps) =>
      steps.map((_, index) => ({
        up_to_g: steps.slice(0, index + 1).reduce((sum, step) => sum + step.more_g, 0),
        amount: steps.slice(0, index + 1).reduce((sum, step) => sum + step.more, 0),
      })),
    );
    const formula = fc.oneof(
      fc.record({ kind: fc.constant('flat' as const), amount }),
      fc.record({ kind: fc.constant('per_kg' as const), handling_amount: amount, kg_amount: amount }),
      fc.record({
        kind: fc.constant('first_step' as const),
        first_g: grams,
        first_amount: amount,
        step_g: grams,
        step_amount: amount,
      }),
      fc.record({ kind: fc.constant('table' as const), bands, over_step_g: grams, over_step_amount: amount }),
    );
    const weighing = fc.record({
      divisor: fc.option(fc.constantFrom(5000, 6000, 8000), { nil: null }),
      step_g: fc.constantFrom(1, 10, 50, 100, 500),
    });
    const parcel = fc.record({ weight_g: grams, volume_mm3: fc.integer({ min: 0, max: 200_000_000 }) });
    fc.assert(
      fc.property(formula, weighing, parcel, grams, (how, by, small, more) => {
        const large = { weight_g: small.weight_g + more, volume_mm3: small.volume_mm3 + more * 1000 };
        const [before, after] = [small, large].map((one) => freightOf(how, chargeableWeight(one, by)));
        expect(freightFormula.safeParse(how).success).toBe(true);
        expect(after).toBeGreaterThanOrEqual(before ?? 0);
        expect(chargeableWeight(small, by)).toBeGreaterThanOrEqual(small.weight_g);
        expect(chargeableWeight(small, by) % by.step_g).toBe(0);
      }),
    );
  });

  it('knows no negative amounts and no steps of nothing', () => {
    expect(freightFormula.safeParse({ kind: 'flat', amount: -1 }).success).toBe(false);
    expect(
      freightFormula.safeParse({ kind: 'first_step', first_g: 1, first_amount: 1, step_g: 0, step_amount: 1 }).success,
    ).toBe(false);
    expect(freightFormula.safeParse({ kind: 'table' }).success).toBe(false);
  });
});
