import { expect, it } from 'vitest';
import { differenceOf } from './bank-difference.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });

it('says in what a payment differs from what was requested, and by how much', () => {
  expect(differenceOf(usd(450_00), usd(500_00))).toEqual({ kind: 'less', by: 50_00 });
  expect(differenceOf(usd(500_01), usd(500_00))).toEqual({ kind: 'more', by: 1 });
  expect(differenceOf({ amount: 450_00, currency: 'EUR' }, usd(500_00))).toEqual({ kind: 'currency', by: 0 });
  expect(differenceOf(usd(500_00), usd(500_00))).toBeNull();
});
