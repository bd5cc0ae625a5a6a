import { expect, it } from 'vitest';
import { dayOfText } from './day-text.ts';

it.each([
  ['2026-11-21', '2026-11-21'],
  [' 2028-02-29 ', '2028-02-29'],
  ['', ''],
  ['   ', ''],
])('reads %j as the day %j', (text, day) => expect(dayOfText(text)).toBe(day));

it.each(['2026-02-30', '2026-13-01', '2026-1-1', '21/11/2026', 'tomorrow', '2026-11-2'])('waits at %j', (text) =>
  expect(dayOfText(text)).toBeUndefined(),
);
