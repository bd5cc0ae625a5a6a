import fc from 'fast-check';
import { expect, it } from 'vitest';
import { priceFromCost } from './quote-rules.ts';

it('makes a price that covers cost and margin, and no minor unit more', () => {
  expect(priceFromCost(1_000, 7.2, { percent: 25, least: 0 }, 100)).toBe(174); // ¥10 = $1.3889, + 25 % = $1.7361
  expect(priceFromCost(1_000, 7.2, { percent: 0, least: 50 }, 100)).toBe(189); // $1.39 and 50 cents at least
  expect(priceFromCost(720, 7.2, { percent: 0, least: 0 }, 100)).toBe(100);
  expect(priceFromCost(5_000, 0.048, { percent: 10, least: 0 }, 1)).toBe(1146); // yen have no minor unit
  const cost = fc.integer({ min: 1, max: 10_000_000 });
  const margin = fc.record({ percent: fc.integer({ min: 0, max: 300 }), least: fc.integer({ min: 0, max: 10_000 }) });
  fc.assert(
    fc.property(cost, fc.integer({ min: 1, max: 20_000 }), margin, (fen, thousandths, rule) => {
      const price = priceFromCost(fen, thousandths / 1000, rule, 100);
      const wanted = (amount: number) => amount * thousandths * 100 >= fen * 1000 * (100 + rule.percent); // in whole numbers
      expect(wanted(price)).toBe(true);
      if (rule.least === 0) expect(wanted(price - 1)).toBe(false);
    }),
  );
});
