import { expect, it } from 'vitest';
import { gridOf } from './figure-grid.ts';

it.each([4, 5, 9, 10, 11, 12])('leaves no gap beside %i cards in any window', (count) => {
  const { wide, narrow, phone } = gridOf(count);
  for (const { columns, last } of [wide, narrow, phone]) expect((count - 1 + last) % columns).toBe(0);
});

it('stands all figures but those of ads in rows of the same length', () => {
  expect(gridOf(10)).toEqual({
    wide: { columns: 5, last: 1 },
    narrow: { columns: 2, last: 1 },
    phone: { columns: 2, last: 1 },
  });
});
