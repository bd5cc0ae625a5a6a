import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  maxRecharge,
  minRecharge,
  rechargeBonus,
  rechargeBounds,
  rechargeCredit,
  rechargeFee,
  rechargeSplit,
  rechargeFor,
} from './recharge-rules.ts';

it('proposes the smallest recharge that brings what is needed after its fee', () => {
  expect(rechargeFor(5_054, 0)).toBe(5_054);
  expect(rechargeFor(5_054, 350)).toBe(5_237); // 1.83 of it is the fee
  expect(rechargeFor(1, 0)).toBe(minRecharge);
  expect(rechargeFor(maxRecharge + 1, 0)).toBe(maxRecharge);
  const bounds = rechargeBounds({ min_amount: 200_00, max_amount: null });
  expect(bounds).toEqual({ least: 200_00, most: maxRecharge });
  expect(rechargeFor(5_054, 350, bounds)).toBe(200_00);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40_000_00 }), fc.integer({ min: 0, max: 1_000 }), (needed, feeBp) => {
      const amount = rechargeFor(needed, feeBp);
      const brought = (paid: number) => paid - rechargeFee(paid, feeBp);
      expect(brought(amount)).toBeGreaterThanOrEqual(needed);
      expect(amount === minRecharge || brought(amount - 1) < needed).toBe(true);
    }),
  );
});

it('credits what arrived less the fee, and never nothing', () => {
  expect(rechargeCredit(48_000, 100)).toBe(47_520);
  expect(rechargeCredit(1, 10_000)).toBe(1);
  expect(rechargeSplit(48_000, 100)).toEqual({ charged: 48_000, fee: 480, credit: 47_520 });
  expect(rechargeSplit(1, 10_000)).toEqual({ charged: 1, fee: 0, credit: 1 });
});

it('gives the bonus of the highest tier that is reached, on all that arrived, rounded down', () => {
  const tiers = [
    { from: 50_000, bp: 100 },
    { from: 100_000, bp: 250 },
  ];
  expect([49_999, 50_000, 50_099, 99_999, 100_000, 100_039].map((amount) => rechargeBonus(amount, tiers))).toEqual([
    0, 500, 500, 999, 2_500, 2_500,
  ]);
  expect(rechargeBonus(100_000, tiers.toReversed())).toBe(2_500);
  expect(rechargeBonus(maxRecharge, [])).toBe(0);
});
