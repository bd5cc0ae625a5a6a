const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const shanghaiOffset = 8 * hour; // no summer time there

/** What the provider's calendar says of single days (`YYYY-MM-DD` in Shanghai); other days follow the week. */
export type Calendar = ReadonlyMap<string, 'off' | 'working'>;

/** The day in Shanghai that a moment falls on, `YYYY-MM-DD`. */
export const shanghaiDay = (at: number): string => new Date(at + shanghaiOffset).toISOString().slice(0, 10);

/** When a day in Shanghai begins. */
export const shanghaiMidnight = (key: string): number => Date.parse(`${key}T00:00:00Z`) - shanghaiOffset;
const nextMidnight = (at: number) => (Math.floor((at + shanghaiOffset) / day) + 1) * day - shanghaiOffset;

/** Whether people work on that day: Monday to Friday unless the calendar says otherwise. */
export function isWorkday(key: string, calendar: Calendar): boolean {
  const known = calendar.get(key);
  if (known !== undefined) return known === 'working';
  const weekday = new Date(`${key}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** When people work: on which days, and from which minute of the day in Shanghai until which. */
export type WorkingTime = { days: Calendar; opens: number; closes: number };

/** What an answer may take: whole business days, or business hours of one. */
export type Allowed = { days: number } | { hours: number };

const allowedMs = (allowed: Allowed, { opens, closes }: WorkingTime) =>
  'days' in allowed ? allowed.days * (closes - opens) * minute : allowed.hours * hour;

/**
 * The moment by which an answer is promised: so much working time after `from`. Only the hours at which people work count,
 * so that it is always one of them.
 */
export const dueAfter = (from: Date, allowed: Allowed, time: WorkingTime): Date =>
  after(from, allowedMs(allowed, time), time);

/** The working hours of the day that a moment falls on; none on a day off. */
function shiftOf(at: number, { days, opens, closes }: WorkingTime): [number, number] {
  const key = shanghaiDay(at);
  const midnight = shanghaiMidnight(key);
  return isWorkday(key, days) ? [midnight + opens * minute, midnight + closes * minute] : [midnight, midnight];
}

/** The same for milliseconds of working time: what was left of a clock that stood still. */
export function after(from: Date, ms: number, time: WorkingTime): Date {
  let at = from.getTime();
  let left = ms;
  for (;;) {
    const [opening, closing] = shiftOf(at, time);
    const begin = Math.max(at, opening);
    const usable = Math.max(0, closing - begin);
    if (usable > 0 && left <= usable) return new Date(begin + left);
    left -= usable;
    at = nextMidnight(at);
  }
}

/** The latest moment from which so much working time passes until `to`. */
export function before(to: Date, ms: number, time: WorkingTime): Date {
  let at = to.getTime();
  let left = ms;
  for (;;) {
    const [opening, closing] = shiftOf(at - 1, time);
    const end = Math.min(at, closing);
    const usable = Math.max(0, end - opening);
    if (usable > 0 && left <= usable) return new Date(end - left);
    left -= usable;
    at = shanghaiMidnight(shanghaiDay(at - 1));
  }
}

/** Milliseconds of working time between two moments; 0 when the second is not later. */
export function businessMsBetween(from: Date, to: Date, time: WorkingTime): number {
  let at = from.getTime();
  let sum = 0;
  while (at < to.getTime()) {
    const [opening, closing] = shiftOf(at, time);
    sum += Math.max(0, Math.min(closing, to.getTime()) - Math.max(opening, at));
    at = nextMidnight(at);
  }
  return sum;
}

/** The day that lies `days` business days after `from`; 0 answers the first business day from `from` on. */
export function businessDayAfter(from: string, days: number, calendar: Calendar): string {
  let at = shanghaiMidnight(from);
  let left = days;
  for (;;) {
    const key = shanghaiDay(at);
    if (isWorkday(key, calendar)) {
      if (left === 0) return key;
      left -= 1;
    }
    at += day;
  }
}

/** The next moment at `atMinute` of a business day in Shanghai, after `now`. */
export function nextCutOff(now: Date, atMinute: number, calendar: Calendar): Date {
  let key = shanghaiDay(now.getTime());
  for (;;) {
    const at = shanghaiMidnight(key) + atMinute * minute;
    if (at > now.getTime() && isWorkday(key, calendar)) return new Date(at);
    key = shanghaiDay(shanghaiMidnight(key) + day);
  }
}
