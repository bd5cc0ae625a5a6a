import { expect, it } from 'vitest';
import { clockOfText, dayOfText, momentOfText } from './day-text.ts';

it.each([
  ['2026-11-21', '2026-11-21'],
  [' 2028-02-29 ', '2028-02-29'],
  ['', ''],
  ['   ', ''],
])('reads %j as the day %j', (text, day) => expect(dayOfText(text)).toBe(day));

it.each(['2026-02-30', '2026-13-01', '2026-1-1', '21/11/2026', 'tomorrow', '2026-11-2'])('waits at %j', (text) =>
  expect(dayOfText(text)).toBeUndefined(),
);

it.each([
  ['16:00', '16:00'],
  [' 9:05 ', '09:05'],
  ['', ''],
  ['24:00', undefined],
  ['9:5', undefined],
  ['4 pm', undefined],
])('reads %j as the time %j', (text, clock) => expect(clockOfText(text)).toBe(clock));

it.each([
  ['2026-11-21 16:00', '2026-11-21T16:00'],
  ['2026-11-21T9:05', '2026-11-21T09:05'],
  ['', ''],
  ['2026-11-21', undefined],
  ['2026-02-30 10:00', undefined],
  ['10:00', undefined],
])('reads %j as the moment %j', (text, moment) => expect(momentOfText(text)).toBe(moment));
