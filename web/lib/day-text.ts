/** The day (YYYY-MM-DD) that it is in a time zone. */
export const dayInZone = (now: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(now); // writes 2026-11-25

/** The day that a text says (YYYY-MM-DD, empty for none), or undefined while it says no day that exists. */
export function dayOfText(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(trimmed)) return undefined;
  const time = Date.parse(`${trimmed}T00:00:00Z`);
  // 30 February becomes a day of March in some engines
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(trimmed) ? trimmed : undefined;
}

/** The time of day that a text says (HH:MM, empty for none), or undefined while it says none. */
export function clockOfText(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(trimmed) ?? [];
  return hours === undefined || minutes === undefined ? undefined : `${hours.padStart(2, '0')}:${minutes}`;
}

/** The local time that a text says (YYYY-MM-DDTHH:MM, empty for none), or undefined while it says none. */
export function momentOfText(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const [day = '', clock = ''] = trimmed.split(/[T ]+/);
  const [date, time] = [dayOfText(day), clockOfText(clock)];
  return date && time ? `${date}T${time}` : undefined;
}
