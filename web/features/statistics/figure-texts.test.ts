import { expect, it } from 'vitest';
import { isOfSales, type ShownFigure, shownFigures } from './figure-texts.ts';

it('takes every figure that follows from sales for approximate where sales are', () => {
  const names = Object.keys(shownFigures) as ShownFigure[];
  expect(names.filter(isOfSales)).toEqual(['sales', 'average_order', 'profit', 'margin', 'profit_after_ads']);
});
