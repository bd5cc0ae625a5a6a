import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lacksRoom } from './column.ts';

const styles = readFileSync('web/ui/data-table.module.css', 'utf8');

it.each([1280, 1440, 1680] as const)(
  'a column from %i px is left out below, as the styles of the table say',
  (from) => {
    expect(lacksRoom({ from }, from - 1)).toBe(true);
    expect(lacksRoom({ from }, from)).toBe(false);
    expect(styles).toMatch(new RegExp(`max-width: ${from - 1}\\.98px\\) \\{\\s*\\.grid \\[data-from='${from}'\\]`));
  },
);

it('a column of any window has room', () => {
  expect(lacksRoom({}, 992)).toBe(false);
});
