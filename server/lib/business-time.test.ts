import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  after,
  businessDayAfter,
  businessMsBetween,
  type Calendar,
  dueAfter,
  isWorkday,
  nextCutOff,
  shanghaiDay,
} from './business-time.ts';

const week: Calendar = new Map();
const due = (from: string, calendar = week) => dueAfter(new Date(from), 24, calendar).toISOString();

it('gives a working day from one weekday to the next', () => {
  expect(due('2026-11-17T03:00:00Z')).toBe('2026-11-18T03:00:00.000Z'); // Tuesday 11:00 in Shanghai
  expect(due('2026-11-16T16:00:00Z')).toBe('2026-11-17T16:00:00.000Z'); // midnight
});

it('stops its clock over the weekend of Shanghai', () => {
  expect(due('2026-11-20T03:00:00Z')).toBe('2026-11-23T03:00:00.000Z'); // Friday 11:00 -> Monday 11:00
  expect(due('2026-11-20T17:00:00Z')).toBe('2026-11-23T16:00:00.000Z'); // Saturday 01:00 there -> Monday's end
  expect(due('2026-11-22T05:00:00Z')).toBe('2026-11-23T16:00:00.000Z'); // Sunday
  expect(due('2026-11-19T16:00:00Z')).toBe('2026-11-20T16:00:00.000Z'); // Friday 00:00 uses Friday up
});

const goldenWeek: Calendar = new Map<string, 'off' | 'working'>([
  ...['01', '02', '03', '04', '05', '06', '07'].map((day) => [`2027-10-${day}`, 'off'] as const),
  ['2027-10-09', 'working'], // a Saturday that makes up for it
]);

it('stops its clock over holidays and counts the days that make up for them', () => {
  expect(due('2027-09-30T03:00:00Z', goldenWeek)).toBe('2027-10-08T03:00:00.000Z'); // Thursday 11:00 -> Friday 11:00
  expect(due('2027-10-08T03:00:00Z', goldenWeek)).toBe('2027-10-09T03:00:00.000Z'); // the worked Saturday
  expect(isWorkday('2027-10-09', goldenWeek)).toBe(true);
  expect(businessDayAfter('2027-09-30', 1, goldenWeek)).toBe('2027-10-08');
  expect(businessDayAfter('2027-10-02', 0, goldenWeek)).toBe('2027-10-08');
});

it('knows the next cut-off, which no holiday has', () => {
  const next = (now: string, calendar = week) => nextCutOff(new Date(now), 16 * 60, calendar).toISOString();
  expect(next('2026-11-18T07:59:00Z')).toBe('2026-11-18T08:00:00.000Z'); // 15:59 in Shanghai
  expect(next('2026-11-18T08:00:00Z')).toBe('2026-11-19T08:00:00.000Z'); // it has just passed
  expect(next('2026-11-20T08:01:00Z')).toBe('2026-11-23T08:00:00.000Z'); // over the weekend
  expect(next('2027-09-30T09:00:00Z', goldenWeek)).toBe('2027-10-08T08:00:00.000Z');
});

it('never counts a day that is off', () => {
  const days = fc.integer({ min: 0, max: 60 });
  const start = fc.date({ min: new Date('2027-09-01'), max: new Date('2027-11-01'), noInvalidDate: true });
  fc.assert(
    fc.property(start, days, (from, count) => {
      const key = shanghaiDay(from.getTime());
      const end = businessDayAfter(key, count, goldenWeek);
      expect(isWorkday(end, goldenWeek)).toBe(true);
      expect(end >= key).toBe(true);
      const then = dueAfter(from, 24 * (count + 1), goldenWeek);
      expect(isWorkday(shanghaiDay(then.getTime() - 1), goldenWeek)).toBe(true);
    }),
  );
});

it('counts back what a clock had left, whatever the calendar', () => {
  const days = fc.dictionary(
    fc.integer({ min: 1, max: 28 }).map((day) => `2027-10-${String(day).padStart(2, '0')}`),
    fc.constantFrom<'off' | 'working'>('off', 'working'),
  );
  const from = fc
    .integer({ min: 0, max: 20 * 24 * 60 })
    .map((minute) => new Date(Date.UTC(2027, 9, 1) + minute * 60_000));
  fc.assert(
    fc.property(days, from, fc.integer({ min: 1, max: 5 * 24 * 60 }), (known, start, minutes) => {
      const calendar: Calendar = new Map(Object.entries(known));
      const end = after(start, minutes * 60_000, calendar);
      expect(businessMsBetween(start, end, calendar)).toBe(minutes * 60_000);
    }),
  );
});
