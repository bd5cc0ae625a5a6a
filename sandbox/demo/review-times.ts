import { before, type WorkingTime } from '#server/lib/business-time.ts';

const minute = 60_000;

/**
 * How long ago, in working time, the proofs were handed in that wait for finance. A review has four business hours: whenever the
 * workspace is filled, some are overdue, some are due soon, and the others were just handed in.
 */
const ages = [25, 290, 95, 200, 430, 160].map((minutes) => minutes * minute);

/** When the proof at this place of all that wait was handed in. */
export const submittedAt = (place: number, now: Date, time: WorkingTime): Date =>
  before(now, ages[place % ages.length] ?? minute, time);

/** When a cancellation was requested that is answered within four business hours, so that most of them are left. */
export const cancelRequestedAt = (now: Date, time: WorkingTime): Date => before(now, 50 * minute, time);
