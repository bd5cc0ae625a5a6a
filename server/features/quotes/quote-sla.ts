const hour = 3_600_000;
const shanghaiOffset = 8 * hour; // no summer time there

/** How long an agent has for an answer (domain.md §3.3). */
export const slaHours = 24;

const isWeekend = (at: number) => {
  const day = new Date(at + shanghaiOffset).getUTCDay();
  return day === 0 || day === 6;
};
const nextMidnight = (at: number) => (Math.floor((at + shanghaiOffset) / (24 * hour)) + 1) * 24 * hour - shanghaiOffset;

/** The moment when `hours` of weekdays have passed since `from`; Saturdays and Sundays in Shanghai do not count. */
export function dueAfter(from: Date, hours: number): Date {
  let at = from.getTime();
  let left = hours * hour;
  for (;;) {
    const midnight = nextMidnight(at);
    const usable = isWeekend(at) ? 0 : midnight - at;
    if (usable > 0 && left <= usable) return new Date(at + left);
    left -= usable;
    at = midnight;
  }
}
