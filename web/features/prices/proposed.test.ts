import { expect, it } from 'vitest';
import { proposed } from './proposed.ts';

it('leads to where the proposed prices stand: decreases apply at once and wait for nobody', () => {
  const none = { asked: 0, by_rule: 0, at_once: 0 };
  expect(proposed({ ...none, at_once: 1 })).toEqual({ happened: ['at_once'], state: 'past' });
  expect(proposed({ ...none, by_rule: 2 })).toEqual({ happened: ['by_rule'], state: 'coming' });
  expect(proposed({ asked: 1, by_rule: 0, at_once: 2 })).toEqual({ happened: ['asked', 'at_once'], state: 'waiting' });
});
