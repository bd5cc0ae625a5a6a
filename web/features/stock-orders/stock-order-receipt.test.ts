import { expect, it } from 'vitest';
import { missingAfter, verdictOf } from './stock-order-receipt.ts';

const ordered = (line: number, quantity: number, received = 0) => ({ line, quantity, received, damaged: 0 });
const count = (line: number, good_qty: number, damaged_qty = 0) => ({ line, code: `TW${line}`, good_qty, damaged_qty });

it('misses what was ordered and neither came before nor is counted now', () => {
  const lines = [ordered(1, 79), ordered(2, 10, 4)];
  expect(missingAfter(lines, [count(1, 0), count(2, 0)])).toBe(85);
  expect(missingAfter(lines, [count(1, 78, 1), count(2, 6)])).toBe(0);
  expect(missingAfter(lines, [count(1, 90), count(2, 0)])).toBe(6); // more of one does not replace the other
});

it('takes the QC result from the counts', () => {
  expect(verdictOf([count(1, 5)])).toBe('passed');
  expect(verdictOf([count(1, 5), count(2, 0, 1)])).toBe('partly');
  expect(verdictOf([count(1, 0, 3)])).toBe('failed');
});
