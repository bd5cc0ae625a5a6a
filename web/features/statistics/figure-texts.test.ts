import { expect, it } from 'vitest';
import { isOfStores, type ShownFigure, shownFigures } from './figure-texts.ts';

it('takes every figure that comes from amounts of stores for approximate where these are converted', () => {
  const names = Object.keys(shownFigures) as ShownFigure[];
  expect(names.filter(isOfStores)).toEqual([
    'sales',
    'average_order',
    'refunded',
    'profit',
    'margin',
    'profit_after_ads',
  ]);
});
