import { expect, it } from 'vitest';
import { earlierOf, isOfStores, productNames, shareText, type ShownFigure, shownFigures } from './figure-texts.ts';
import type { Figures } from './statistics-types.ts';

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

it('compares the profit after ads with earlier days only where these have ad spend', () => {
  const before = { profit: 900, ads: 0, profit_after_ads: 900 } as Figures;
  expect([earlierOf(before, 'profit'), earlierOf(before, 'profit_after_ads')]).toEqual([900, null]);
  expect(earlierOf({ ...before, ads: 200, profit_after_ads: 700 }, 'profit_after_ads')).toBe(700);
  expect(earlierOf({ ...before, ads: null }, 'profit_after_ads')).toBeNull();
});

it('writes every share with one decimal, whole ones too', () => {
  expect([1_000, 1_764, 10_000, 0].map((bp) => shareText(bp, 'en'))).toEqual(['10.0%', '17.6%', '100.0%', '0.0%']);
});

it('tells products of one title apart by their stores', () => {
  const rows = [
    { product_id: 'a', title: 'Recipe Binder', store: 'Harbour & Pine' },
    { product_id: 'b', title: 'Recipe Binder', store: 'Hafen & Kiefer' },
    { product_id: 'c', title: 'Bonsai Tray', store: 'Hafen & Kiefer' },
    { product_id: 'd', title: null, store: null },
    { product_id: null, title: null, store: null },
  ];
  expect(rows.map(productNames(rows, 'Not known'))).toEqual([
    'Recipe Binder · Harbour & Pine',
    'Recipe Binder · Hafen & Kiefer',
    'Bonsai Tray',
    'd',
    'Not known',
  ]);
});
