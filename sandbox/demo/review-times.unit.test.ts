import { expect, it } from 'vitest';
import { businessMsBetween, dueAfter } from '#server/lib/business-time.ts';
import { cancelRequestedAt, submittedAt } from './review-times.ts';

const hour = 3_600_000;
const reviewHours = 4;
const places = [0, 1, 2, 3, 4, 5];

it('leaves some reviews overdue, some due soon and some fresh, at every hour of a week', () => {
  const monday = Date.parse('2026-11-23T00:00:00Z');
  const time = { days: new Map([['2026-11-25', 'off' as const]]), opens: 9 * 60, closes: 18 * 60 };
  for (let hours = 0; hours < 7 * 24; hours += 1) {
    const now = new Date(monday + hours * hour);
    const submitted = places.map((place) => submittedAt(place, now, time));
    expect(submitted.every((one) => one < now)).toBe(true);
    const ages = submitted.map((at) => businessMsBetween(at, now, time) / hour);
    expect(ages.filter((age) => age > reviewHours)).toHaveLength(2);
    expect(ages.filter((age) => age < reviewHours && age > reviewHours - 1)).toHaveLength(1);
    expect(ages.filter((age) => age < 2)).toHaveLength(2);
    const overdue = submitted.filter((at) => dueAfter(at, { hours: reviewHours }, time) <= now);
    expect(overdue).toHaveLength(2);
  }
});

it('leaves the requested cancellation time to be answered, at every hour of a week', () => {
  const monday = Date.parse('2026-11-23T00:00:00Z');
  const time = { days: new Map([['2026-11-25', 'off' as const]]), opens: 9 * 60, closes: 18 * 60 };
  for (let hours = 0; hours < 7 * 24; hours += 1) {
    const now = new Date(monday + hours * hour);
    const due = dueAfter(cancelRequestedAt(now, time), { hours: reviewHours }, time);
    expect(businessMsBetween(now, due, time) / hour).toBeCloseTo(reviewHours - 50 / 60, 5);
  }
});
