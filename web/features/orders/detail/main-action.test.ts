import { expect, it } from 'vitest';
import { mainOf } from './main-action.ts';

const of = (...actions: string[]) => mainOf(actions.map((action) => ({ action })))?.action;

it('gives the button to what brings an order on', () => {
  expect(of('hold', 'pay', 'cancel')).toBe('pay');
  expect(of('pay', 'release')).toBe('release');
  expect(of('take_back', 'hold', 'split')).toBe('take_back');
});

it('leaves holding, splitting, and cancelling in the menu, also when nothing else can be done', () => {
  expect(of('hold', 'split', 'merge', 'cancel')).toBeUndefined();
  expect(of('request_cancel')).toBeUndefined();
  expect(of()).toBeUndefined();
});
