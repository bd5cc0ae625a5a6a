import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bySize } from '#testing/size.ts';
import { firstOverlap, plainText, ruleFor, type RuleScope, rulesOverlap } from './mapping-rules.ts';

const day = fc.integer({ min: 1, max: 9 }).map((n) => `2026-12-0${n}`);
const scope: fc.Arbitrary<RuleScope> = fc
  .record({
    countries: fc.uniqueArray(fc.constantFrom('DE', 'AT', 'US'), { maxLength: 2 }),
    days: fc.option(fc.tuple(day, day).map((pair) => pair.sort())),
  })
  .map(({ countries, days }) => ({ countries, valid_from: days?.[0] ?? null, valid_to: days?.[1] ?? null }));
const rule = (countries: string[], valid_from: string | null = null, valid_to: string | null = null) => ({
  countries,
  valid_from,
  valid_to,
});

describe('rules of a mapping', () => {
  it('overlap when their days meet and a country is in both, or neither names one', () => {
    expect(rulesOverlap(rule(['DE', 'AT']), rule(['AT']))).toBe(true);
    expect(rulesOverlap(rule(['DE']), rule(['AT']))).toBe(false);
    expect(rulesOverlap(rule([], '2026-12-01', '2026-12-05'), rule([], '2026-12-05'))).toBe(true);
    expect(rulesOverlap(rule([], null, '2026-12-05'), rule([], '2026-12-06'))).toBe(false);
    expect(rulesOverlap(rule(['DE']), rule([], '2026-12-01'))).toBe(false);
  });

  it('leave no order with two that count alike, unless an overlap is told', () => {
    fc.assert(
      fc.property(
        fc.array(scope, { maxLength: 4 }),
        fc.constantFrom('DE', 'AT', 'US', 'FR'),
        day,
        (rules, country, on) => {
          const counting = rules.filter(
            (one) =>
              (one.valid_from ?? on) <= on &&
              (one.valid_to ?? on) >= on &&
              (one.countries.length === 0 || one.countries.includes(country)),
          );
          const named = counting.filter((one) => one.countries.length > 0);
          const open = counting.filter((one) => one.countries.length === 0);
          if (firstOverlap(rules) === null) expect([named.length <= 1, open.length <= 1]).toEqual([true, true]);
          const chosen = ruleFor(rules, country, on);
          expect(chosen === null ? undefined : rules[chosen]).toEqual(named[0] ?? open[0]);
        },
      ),
      { numRuns: bySize(200, 5000) },
    );
  });
});

it('takes texts that differ in case and spaces for the same', () => {
  expect(plainText('  Extra   LARGE ')).toBe(plainText('extra large'));
  expect(plainText('XL')).not.toBe(plainText('L'));
});
