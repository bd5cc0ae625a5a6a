const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const options = {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const;
  const made = new Intl.DateTimeFormat('en-US', options);
  formats.set(zone, made);
  return made;
}

/** What clocks in a zone show at a moment, as if it were UTC. */
function wallMs(at: Date, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** A zone that this machine knows; UTC for others. */
export function knownZone(zone: string): string {
  try {
    formatOf(zone);
    return zone;
  } catch {
    return 'UTC';
  }
}

/** The calendar day of a moment, where the shop is. */
export const dayOf = (at: Date, zone: string): string => new Date(wallMs(at, zone)).toISOString().slice(0, 10);

/** The moment at which a day begins there; where clocks skip midnight, the first moment after it. */
export function startOfDay(day: string, zone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  let at = wanted;
  // The offset at the guess is not always that at the answer: the second look settles it.
  for (let look = 0; look < 2; look += 1) at = wanted - (wallMs(new Date(at), zone) - at);
  return new Date(wallMs(new Date(at), zone) < wanted ? at + 3_600_000 : at);
}

export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** All days from one to another. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
  return days;
}
