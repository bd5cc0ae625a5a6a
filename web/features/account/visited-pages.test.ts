import { expect, it } from 'vitest';
import { visitedPages } from './visited-pages.ts';

it('names the pages of the menu instead of the features behind them, each once', () => {
  expect(visitedPages(['quotes', 'stock', 'stockOrders', 'orderHistory'])).toEqual(['quotes', 'stock', 'orders']);
  expect(visitedPages(['constructor'])).toEqual(['account']);
});
