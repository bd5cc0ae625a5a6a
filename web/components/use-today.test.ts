import { expect, it } from 'vitest';
import { todayOf } from './use-today.ts';

it.each([
  ['2026-11-27T15:59:00Z', '2026-11-27'],
  ['2026-11-27T16:00:00Z', '2026-11-28'],
])('of staff is the provider’s, wherever they are: at %s it is %s', (now, day) => {
  expect(todayOf(null, new Date(now))).toBe(day);
});

it('of a merchant is the one of the account’s time zone', () => {
  const now = new Date('2026-11-27T16:00:00Z');
  expect(todayOf({ time_zone: 'Europe/London' }, now)).toBe('2026-11-27');
  expect(todayOf({ time_zone: 'Pacific/Kiritimati' }, now)).toBe('2026-11-28');
});
