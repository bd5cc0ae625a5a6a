import { expect, it } from 'vitest';
import { breaksFrom } from './stock-order-batch.ts';

it('names prices by quantity from the minimum order on', () => {
  const breaks = [
    { from: 1, unit_price: 551 },
    { from: 20, unit_price: 530 },
    { from: 500, unit_price: 490 },
  ];
  expect(breaksFrom(breaks, 50).map(({ from, unit_price }) => [from, unit_price])).toEqual([
    [50, 530],
    [500, 490],
  ]);
  expect(breaksFrom(breaks, 1)).toEqual(breaks);
});
