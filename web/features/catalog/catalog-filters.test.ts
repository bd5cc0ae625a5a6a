import { expect, it } from 'vitest';
import { queryOf } from './catalog-filters.ts';

const asked = (address: string) => {
  const search = new URLSearchParams(address);
  return queryOf((name) => search.get(name) ?? undefined);
};

it('reads the catalogue’s filters from the address, and nothing that it does not know', () => {
  expect(asked('category=Home&in_stock=1&without=battery&price=5-10')).toEqual({
    category: 'Home',
    in_stock: '1',
    without: ['battery'],
    price_from: 500,
    price_to: 999,
  });
  expect([asked('price=to-5'), asked('price=from-25')]).toEqual([{ price_to: 499 }, { price_from: 2_500 }]);
  expect(asked('in_stock=yes&without=ghosts&price=cheap')).toEqual({});
});
