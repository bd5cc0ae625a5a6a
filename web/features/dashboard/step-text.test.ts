import { expect, it } from 'vitest';
import { stepText } from './step-text.ts';

const known = { byFiles: false, awaitsFile: false, atAgent: false };

it('says of a finished step what happened, and no longer what will', () => {
  for (const key of ['store', 'map', 'price', 'recharge', 'pay', 'tracking'] as const) {
    expect(stepText({ key, done: true, current: false }, known)).toBe(`steps.${key}Done`);
    expect(stepText({ key, done: false, current: false }, known)).toBe(`steps.${key}Text`);
    expect(stepText({ key, done: false, current: true }, known)).toBe(`steps.${key}How`);
  }
});

it('says what a current step waits for', () => {
  const next = { done: false, current: true };
  expect(stepText({ key: 'price', ...next }, { ...known, atAgent: true })).toBe('steps.priceWaits');
  expect(stepText({ key: 'map', ...next }, { ...known, awaitsFile: true })).toBe('steps.mapFile');
  const files = { ...known, byFiles: true }; // nothing syncs by itself
  expect(stepText({ key: 'store', done: true, current: false }, files)).toBe('steps.storeFile');
  expect(stepText({ key: 'tracking', ...next }, files)).toBe('steps.trackingFile');
  expect(stepText({ key: 'tracking', done: true, current: false }, files)).toBe('steps.trackingDone');
});
