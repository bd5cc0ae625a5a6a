import { expect, it } from 'vitest';
import { chartMark } from './chart-mark.ts';

it.each([
  [0, 1, 'middle'],
  [0, 2, 'start'],
  [1, 2, 'end'],
  [0, 24, 'start'],
  [12, 24, 'middle'],
  [23, 24, 'end'],
])('the text above point %i of %i is anchored at its %s', (place, of, textAnchor) =>
  expect(chartMark('$1.00', { place, of })).toMatchObject({ textAnchor, position: 'top' }),
);
