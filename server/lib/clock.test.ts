import { expect, test } from 'vitest';
import { fixedClock, systemClock } from './clock.ts';

test('a fixed clock stands still, advances and can be set', () => {
  const clock = fixedClock('2026-01-01T00:00:00.000Z');
  expect(clock.now()).toEqual(clock.now());
  expect(clock.advance(90_000).toISOString()).toBe('2026-01-01T00:01:30.000Z');
  clock.set('2027-05-05T05:05:05Z');
  expect(clock.now().toISOString()).toBe('2027-05-05T05:05:05.000Z');
});

test('a date handed out by a fixed clock cannot be used to move it', () => {
  const clock = fixedClock('2026-01-01T00:00:00.000Z');
  clock.now().setFullYear(1999);
  expect(clock.now().getUTCFullYear()).toBe(2026);
});

test('a moment that is none is refused', () => {
  expect(() => fixedClock('yesterday-ish')).toThrow(RangeError);
});

test('the system clock tells a date', () => {
  expect(systemClock.now()).toBeInstanceOf(Date);
});
