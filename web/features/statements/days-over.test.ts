import { expect, it } from 'vitest';
import { daysOver } from './days-over.ts';

it.each([
  ['2026-11-26', '2026-11-01', '2026-11-25'],
  ['2026-11-02', '2026-11-01', '2026-11-01'],
  ['2026-11-01', '2026-10-01', '2026-10-31'],
  ['2027-01-01', '2026-12-01', '2026-12-31'],
])('on %s a statement is offered from %s to %s', (today, from, to) => {
  expect(daysOver(today)).toEqual({ from, to });
});
