import type { StoreSettings } from '#contract/store-rules.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The wall clock of a zone: its day and its minute of the day. */
function wallClock(at: Date, zone: string): { day: string; time: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { day: `${of('year')}-${of('month')}-${of('day')}`, time: `${of('hour')}:${of('minute')}` };
}

/**
 * Orders that wait since this moment or longer are due now; null when nothing is. The daily run comes once per day of the
 * account's zone, at its time or as soon after as somebody looks.
 */
export function dueSince(
  settings: Pick<StoreSettings, 'pay_mode' | 'pay_at'>,
  { now, zone, last }: { now: Date; zone: string; last: Date | null },
): Date | null {
  if (settings.pay_mode === 'manual') return null;
  if (settings.pay_mode === 'after_1h') return new Date(now.getTime() - hourMs);
  if (settings.pay_mode === 'after_24h') return new Date(now.getTime() - dayMs);
  const here = wallClock(now, zone);
  if (here.time < settings.pay_at) return null;
  if (last === null) return now;
  const then = wallClock(last, zone);
  return then.day === here.day && then.time >= settings.pay_at ? null : now;
}

/** The moment of a wall clock's time on a day of a zone. */
function momentOf(day: string, time: string, zone: string): Date {
  const guess = new Date(`${day}T${time}:00Z`);
  // What the zone's clock shows then tells how far it is off; looked at twice, since the clock may be turned in between.
  let at = guess;
  for (let look = 0; look < 2; look += 1) {
    const here = wallClock(at, zone);
    at = new Date(at.getTime() + guess.getTime() - Date.parse(`${here.day}T${here.time}:00Z`));
  }
  return at;
}

type Since = { now: Date; zone: string; last: Date | null; oldest: Date | null };

/** When a store pays by itself next; null while it pays manually, or while nothing waits for its time. */
export function nextRunAt(settings: Pick<StoreSettings, 'pay_mode' | 'pay_at'>, { now, zone, last, oldest }: Since) {
  if (settings.pay_mode === 'manual') return null;
  if (settings.pay_mode === 'daily') {
    if (dueSince(settings, { now, zone, last }) !== null) return now;
    const today = momentOf(wallClock(now, zone).day, settings.pay_at, zone);
    if (today > now) return today;
    return momentOf(wallClock(new Date(today.getTime() + dayMs), zone).day, settings.pay_at, zone);
  }
  if (oldest === null) return null;
  const due = new Date(oldest.getTime() + (settings.pay_mode === 'after_1h' ? hourMs : dayMs));
  return due > now ? due : now;
}
