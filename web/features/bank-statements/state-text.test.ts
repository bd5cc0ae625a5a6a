import { expect, it } from 'vitest';
import { stateTextOf } from './state-text.ts';

it('speaks of several recharges only where there are several', () => {
  expect(stateTextOf({ state: 'choose', candidates: [1] })).toBe('chooseOne');
  expect(stateTextOf({ state: 'choose', candidates: [1, 2] })).toBe('choose');
  expect(stateTextOf({ state: 'exact', candidates: [1] })).toBe('exact');
});
