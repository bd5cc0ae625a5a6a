import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { staffRechargeWord } from './staff-recharge-word.ts';

const t = ((key: string) => key) as TFunction<'wallet'>; // the keys stand for the texts

it('calls a recharge that waits for the second approval by whose turn it is', () => {
  const word = (first_approval: { own: boolean } | null) =>
    staffRechargeWord({ status: 'under_review', first_approval }, t);
  expect(word(null)).toBe('staff.tabs.to_review');
  expect(word({ own: true })).toBe('staff.waitsForColleague');
  expect(word({ own: false })).toBe('staff.needsSecond');
  expect(staffRechargeWord({ status: 'credited', first_approval: { own: true } }, t)).toBe('statuses.credited');
});
