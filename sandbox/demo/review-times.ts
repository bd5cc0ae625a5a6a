import { businessMsBetween, type Calendar } from '#server/lib/business-time.ts';

const minute = 60_000;

/**
 * How long ago, in business time, the proofs were handed in that wait for finance. A review has four business hours: whenever the
 * workspace is filled, some are overdue, some are due soon, and the others were just handed in.
 */
const ages = [25, 290, 95, 200, 430, 160].map((minutes) => minutes * minute);

/** When the proof at this place of all that wait was handed in. */
export const submittedAt = (place: number, now: Date, calendar: Calendar): Date =>
  earlierBy(ages[place % ages.length] ?? minute, now, calendar);

/** When a cancellation was requested that is answered within four business hours, so that most of them are left. */
export const cancelRequestedAt = (now: Date, calendar: Calendar): Date => earlierBy(50 * minute, now, calendar);

/** The moment from which so much business time has passed until `now`. */
function earlierBy(age: number, now: Date, calendar: Calendar): Date {
  let at = now;
  for (let left = age; left > 0; left = age - businessMsBetween(at, now, calendar)) at = new Date(at.getTime() - left);
  return at;
}
