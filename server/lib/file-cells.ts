/** One cell of a file, ready to be written. */
export type FileCell =
  | { kind: 'text'; text: string }
  | { kind: 'int'; value: number }
  /** Exact decimal text with this many digits after the point. */
  | { kind: 'decimal'; text: string; digits: number }
  /** A time on the clock of a zone: year, month, day, hour, minute, second. */
  | { kind: 'date'; parts: ClockParts }
  | null;

/** A time as the clock on the wall shows it. */
export type ClockParts = readonly [
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
];

/** Tells what the clock of a zone shows; makes its format once, as it is asked for every row. */
export function zoneClock(timeZone: string): (time: Date) => ClockParts {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (time) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const of = (type: string) => parts[type] ?? 0;
    return [of('year'), of('month'), of('day'), of('hour'), of('minute'), of('second')];
  };
}

const two = (n: number) => String(n).padStart(2, '0');

/** `2026-11-21`. */
export const dayText = ([year, month, day]: ClockParts): string => `${year}-${two(month)}-${two(day)}`;

/** `2026-11-21 17:03:09`. */
export const clockText = (parts: ClockParts): string =>
  `${dayText(parts)} ${two(parts[3])}:${two(parts[4])}:${two(parts[5])}`;

/**
 * Whether a spreadsheet would take the text for a formula: it begins with a sign of one, also of full width, as Excel reads
 * it in East Asian languages, and also after blanks, which are skipped. Control characters at the start count too.
 */
export const looksLikeFormula = (text: string): boolean => /^[\t\r\n]|^[\s\p{Cf}]*[=+\-@＝＋－＠]/u.test(text);
