import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  after,
  before,
  businessDayAfter,
  businessMsBetween,
  type Calendar,
  dueAfter,
  isWorkday,
  nextCutOff,
  shanghaiDay,
  type WorkingTime,
} from './business-time.ts';

const week: WorkingTime = { days: new Map(), opens: 9 * 60, closes: 18 * 60 };
const due = (from: string, time = week) => dueAfter(new Date(from), { days: 1 }, time).toISOString();
const dueIn = (hours: number, from: string) => dueAfter(new Date(from), { hours }, week).toISOString();

it('gives a working day from one weekday to the next', () => {
  expect(due('2026-11-17T03:00:00Z')).toBe('2026-11-18T03:00:00.000Z'); // Tuesday 11:00 in Shanghai -> Wednesday 11:00
  expect(due('2026-11-16T16:00:00Z')).toBe('2026-11-17T10:00:00.000Z'); // midnight -> Tuesday 18:00
});

it('promises nothing for the night or a day off', () => {
  expect(due('2026-11-19T20:00:00Z')).toBe('2026-11-20T10:00:00.000Z'); // Friday 04:00 -> Friday 18:00
  expect(due('2026-11-20T03:00:00Z')).toBe('2026-11-23T03:00:00.000Z'); // Friday 11:00 -> Monday 11:00
  expect(due('2026-11-20T12:00:00Z')).toBe('2026-11-23T10:00:00.000Z'); // Friday 20:00 -> Monday 18:00
  expect(due('2026-11-22T05:00:00Z')).toBe('2026-11-23T10:00:00.000Z'); // Sunday -> Monday 18:00
});

it('counts hours only while people work', () => {
  expect(dueIn(4, '2026-11-17T02:00:00Z')).toBe('2026-11-17T06:00:00.000Z'); // Tuesday 10:00 -> 14:00
  expect(dueIn(4, '2026-11-17T09:00:00Z')).toBe('2026-11-18T04:00:00.000Z'); // Tuesday 17:00 -> Wednesday 12:00
  expect(dueIn(4, '2026-11-20T09:00:00Z')).toBe('2026-11-23T04:00:00.000Z'); // Friday 17:00 -> Monday 12:00
  expect(dueIn(4, '2026-11-16T19:00:00Z')).toBe('2026-11-17T05:00:00.000Z'); // Tuesday 03:00 -> 13:00
});

const goldenDays: Calendar = new Map<string, 'off' | 'working'>([
  ...['01', '02', '03', '04', '05', '06', '07'].map((day) => [`2027-10-${day}`, 'off'] as const),
  ['2027-10-09', 'working'], // a Saturday that makes up for it
]);
const goldenWeek: WorkingTime = { ...week, days: goldenDays };

it('stops its clock over holidays and counts the days that make up for them', () => {
  expect(due('2027-09-30T03:00:00Z', goldenWeek)).toBe('2027-10-08T03:00:00.000Z'); // Thursday 11:00 -> Friday 11:00
  expect(due('2027-10-08T03:00:00Z', goldenWeek)).toBe('2027-10-09T03:00:00.000Z'); // the worked Saturday
  expect(isWorkday('2027-10-09', goldenDays)).toBe(true);
  expect(businessDayAfter('2027-09-30', 1, goldenDays)).toBe('2027-10-08');
  expect(businessDayAfter('2027-10-02', 0, goldenDays)).toBe('2027-10-08');
});

it('knows the next cut-off, which no holiday has', () => {
  const next = (now: string, days = week.days) => nextCutOff(new Date(now), 16 * 60, days).toISOString();
  expect(next('2026-11-18T07:59:00Z')).toBe('2026-11-18T08:00:00.000Z'); // 15:59 in Shanghai
  expect(next('2026-11-18T08:00:00Z')).toBe('2026-11-19T08:00:00.000Z'); // it has just passed
  expect(next('2026-11-20T08:01:00Z')).toBe('2026-11-23T08:00:00.000Z'); // over the weekend
  expect(next('2027-09-30T09:00:00Z', goldenDays)).toBe('2027-10-08T08:00:00.000Z');
});

const anyHours = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
  .filter(([opens, closes]) => opens < closes)
  .map(([opens, closes]) => ({ opens, closes }));

it('never falls into a night or a day off, whatever the working hours', () => {
  const days = fc.integer({ min: 0, max: 60 });
  const start = fc.date({ min: new Date('2027-09-01'), max: new Date('2027-11-01'), noInvalidDate: true });
  fc.assert(
    fc.property(start, days, anyHours, (from, count, hours) => {
      const key = shanghaiDay(from.getTime());
      const end = businessDayAfter(key, count, goldenDays);
      expect(isWorkday(end, goldenDays)).toBe(true);
      expect(end >= key).toBe(true);
      const then = dueAfter(from, { days: count + 1 }, { days: goldenDays, ...hours }).getTime();
      const day = shanghaiDay(then - 1);
      expect(isWorkday(day, goldenDays)).toBe(true);
      const minutes = (then - Date.parse(`${day}T00:00:00+08:00`)) / 60_000;
      expect(minutes).toBeGreaterThan(hours.opens);
      expect(minutes).toBeLessThanOrEqual(hours.closes);
    }),
  );
});

it('counts back what a clock had left, whatever the calendar and the working hours', () => {
  const days = fc.dictionary(
    fc.integer({ min: 1, max: 28 }).map((day) => `2027-10-${String(day).padStart(2, '0')}`),
    fc.constantFrom<'off' | 'working'>('off', 'working'),
  );
  const from = fc
    .integer({ min: 0, max: 20 * 24 * 60 })
    .map((minute) => new Date(Date.UTC(2027, 9, 1) + minute * 60_000));
  fc.assert(
    fc.property(days, anyHours, from, fc.integer({ min: 1, max: 1440 }), (known, hours, start, minutes) => {
      const time: WorkingTime = { days: new Map(Object.entries(known)), ...hours };
      const ms = minutes * 60_000;
      const end = after(start, ms, time);
      expect(businessMsBetween(start, end, time)).toBe(ms);
      const begin = before(end, ms, time);
      expect(begin >= start).toBe(true);
      expect(businessMsBetween(begin, end, time)).toBe(ms);
      expect(after(begin, ms, time)).toEqual(end);
    }),
  );
});
