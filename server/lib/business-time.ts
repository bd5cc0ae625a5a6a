const hour = 3_600_000;
const day = 24 * hour;
const shanghaiOffset = 8 * hour; // no summer time there

/** What the provider's calendar says of single days (`YYYY-MM-DD` in Shanghai); other days follow the week. */
export type Calendar = ReadonlyMap<string, 'off' | 'working'>;

/** The day in Shanghai that a moment falls on, `YYYY-MM-DD`. */
export const shanghaiDay = (at: number): string => new Date(at + shanghaiOffset).toISOString().slice(0, 10);

const midnightOf = (key: string) => Date.parse(`${key}T00:00:00Z`) - shanghaiOffset;
const nextMidnight = (at: number) => (Math.floor((at + shanghaiOffset) / day) + 1) * day - shanghaiOffset;

/** Whether people work on that day: Monday to Friday unless the calendar says otherwise. */
export function isWorkday(key: string, calendar: Calendar): boolean {
  const known = calendar.get(key);
  if (known !== undefined) return known === 'working';
  const weekday = new Date(`${key}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** The moment when `hours` of business days have passed since `from`; a business day has 24 hours. */
export const dueAfter = (from: Date, hours: number, calendar: Calendar): Date => after(from, hours * hour, calendar);

/** The same for milliseconds: what was left of a clock that stood still. */
export function after(from: Date, ms: number, calendar: Calendar): Date {
  let at = from.getTime();
  let left = ms;
  for (;;) {
    const midnight = nextMidnight(at);
    const usable = isWorkday(shanghaiDay(at), calendar) ? midnight - at : 0;
    if (usable > 0 && left <= usable) return new Date(at + left);
    left -= usable;
    at = midnight;
  }
}

/** Milliseconds of business days between two moments; 0 when the second is not later. */
export function businessMsBetween(from: Date, to: Date, calendar: Calendar): number {
  let at = from.getTime();
  let sum = 0;
  while (at < to.getTime()) {
    const end = Math.min(nextMidnight(at), to.getTime());
    if (isWorkday(shanghaiDay(at), calendar)) sum += end - at;
    at = end;
  }
  return sum;
}

/** The day that lies `days` business days after `from`; 0 answers the first business day from `from` on. */
export function businessDayAfter(from: string, days: number, calendar: Calendar): string {
  let at = midnightOf(from);
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

/** The next moment at `minute` of a business day in Shanghai, after `now`. */
export function nextCutOff(now: Date, minute: number, calendar: Calendar): Date {
  let key = shanghaiDay(now.getTime());
  for (;;) {
    const at = midnightOf(key) + minute * 60_000;
    if (at > now.getTime() && isWorkday(key, calendar)) return new Date(at);
    key = shanghaiDay(midnightOf(key) + day);
  }
}
