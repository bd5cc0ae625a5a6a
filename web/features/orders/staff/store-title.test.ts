import { expect, test } from 'vitest';
import { sameWords, storeTitle } from './store-title.ts';

test.each([
  ['Running Tee, White L', { title: 'Running Tee', variant_title: 'White / L' }, true],
  ['Massage Candle', { title: 'massage candle', variant_title: null }, true],
  ['Minimal Leather Watch, White', { title: 'Minimal Leather Watch Harvest', variant_title: 'White' }, false],
  ['陶瓷杯', { title: '陶瓷杯', variant_title: '沙色' }, false],
])('the catalog’s %s and a store’s title', (name, line, same) => {
  expect(sameWords(name, storeTitle(line))).toBe(same);
});
