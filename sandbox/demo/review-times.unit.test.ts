import { expect, it } from 'vitest';
import { businessMsBetween, dueAfter } from '#server/lib/business-time.ts';
import { cancelRequestedAt, submittedAt } from './review-times.ts';

const hour = 3_600_000;
const reviewHours = 4;
const places = [0, 1, 2, 3, 4, 5];

it('leaves some reviews overdue, some due soon and some fresh, at every hour of a week', () => {
  const monday = Date.parse('2026-11-23T00:00:00Z');
  const calendar = new Map([['2026-11-25', 'off' as const]]);
  for (let at = 0; at < 7 * 24; at += 1) {
    const now = new Date(monday + at * hour);
    const submitted = places.map((place) => submittedAt(place, now, calendar));
    expect(submitted.every((time) => time < now)).toBe(true);
    const ages = submitted.map((time) => businessMsBetween(time, now, calendar) / hour);
    expect(ages.filter((age) => age > reviewHours)).toHaveLength(2);
    expect(ages.filter((age) => age < reviewHours && age > reviewHours - 1)).toHaveLength(1);
    expect(ages.filter((age) => age < 2)).toHaveLength(2);
    const overdue = submitted.filter((time) => dueAfter(time, reviewHours, calendar) <= now);
    expect(overdue).toHaveLength(2);
  }
});

it('leaves the requested cancellation time to be answered, at every hour of a week', () => {
  const monday = Date.parse('2026-11-23T00:00:00Z');
  const calendar = new Map([['2026-11-25', 'off' as const]]);
  for (let at = 0; at < 7 * 24; at += 1) {
    const now = new Date(monday + at * hour);
    const due = dueAfter(cancelRequestedAt(now, calendar), reviewHours, calendar);
    expect(businessMsBetween(now, due, calendar) / hour).toBeCloseTo(reviewHours - 50 / 60, 5);
  }
});
