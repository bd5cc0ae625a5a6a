import { type Read, unreadable } from './cell-values.ts';

/** In which sequence day and month stand where a date leaves it open. */
export type DateReading = 'dmy' | 'mdy';

const zone = /^(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/;
const clock = /(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?/i;
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const day = 86_400_000;
/** Excel counts days from here; serial numbers outside of 1954 and 2119 are no dates. */
const excelStart = Date.UTC(1899, 11, 30);

const none = (text: string): Read<Date> => unreadable('not_a_date', text);

type Parts = { year: number; month: number; day: number; time: string };

/**
 * What a date cell means, as systems and people write it: ISO 8601 and Shopify’s own, day and month in either sequence, month
 * names, Chinese dates, Excel’s serial numbers and Unix times. Without a zone it is UTC.
 */
export function readDate(text: string, reading: DateReading | null): Read<Date> {
  const plain = text.trim();
  const counted = countedDate(plain);
  if (counted) return { value: counted };
  const parts = isoParts(plain) ?? namedParts(plain);
  if (parts) return made(parts, text);
  const numbers = numbersOf(plain);
  if (!numbers) return none(text);
  const sequence = sequenceOf(numbers, reading);
  if (sequence === null) return unreadable('date_in_two_ways', text);
  const [a, b, year] = [numbers.first, numbers.second, numbers.year];
  return made({ year, month: sequence === 'dmy' ? b : a, day: sequence === 'dmy' ? a : b, time: numbers.time }, text);
}

/** Which sequence a whole column follows: what one of its dates can only mean goes for all. Null where none tells. */
export function readingOf(texts: Iterable<string>): DateReading | null {
  for (const text of texts) {
    const numbers = numbersOf(text.trim());
    if (numbers && numbers.first > 12 && numbers.second <= 12) return 'dmy';
    if (numbers && numbers.second > 12 && numbers.first <= 12) return 'mdy';
  }
  return null;
}

/** Whether one of the dates can be read in two ways. */
export function isAmbiguous(texts: Iterable<string>): boolean {
  for (const text of texts) {
    const numbers = numbersOf(text.trim());
    if (numbers && sequenceOf(numbers, null) === null) return true;
  }
  return false;
}

function countedDate(text: string): Date | null {
  if (/^\d{13}$/.test(text)) return new Date(Number(text));
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000);
  if (!/^[2-7]\d{4}(?:\.\d+)?$/.test(text)) return null;
  return new Date(Math.round((excelStart + Number(text) * day) / 1000) * 1000);
}

function isoParts(text: string): Parts | null {
  const match = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(.*))?$/.exec(text);
  if (!match) return null;
  const [, year, month, date, time = ''] = match;
  return { year: Number(year), month: Number(month), day: Number(date), time };
}

/** `3 Oct 2026`, `Oct 3rd, 2026`, with the weekday or without. */
function namedParts(text: string): Parts | null {
  const plain = text.replace(/^[a-z]{3,9},?\s+(?=\d|[a-z]{3})/i, (word) => (monthOf(word) ? word : ''));
  const front = /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+([a-z]{3,9})\.?[\s,-]+(\d{4}|\d{2})(?:[\s,]+(.*))?$/i.exec(plain);
  const back = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:[\s,]+(.*))?$/i.exec(plain);
  const [date, name, year, time = ''] = front
    ? [front[1], front[2], front[3], front[4]]
    : [back?.[2], back?.[1], back?.[3], back?.[4]];
  const month = monthOf(name ?? '');
  return month ? { year: yearOf(year ?? ''), month, day: Number(date), time } : null;
}

const monthOf = (name: string) => months.indexOf(name.trim().slice(0, 3).toLowerCase()) + 1;
const yearOf = (text: string) => (text.length === 2 ? 2000 : 0) + Number(text);

type Numbers = { first: number; second: number; year: number; points: boolean; time: string };

function numbersOf(text: string): Numbers | null {
  const match = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:[\s,T]+(.*))?$/.exec(text);
  if (!match) return null;
  const [, first, mark, second, year = '', time = ''] = match;
  return { first: Number(first), second: Number(second), year: yearOf(year), points: mark === '.', time };
}

/** Points stand between day, month and year, never the other way; a number above twelve is no month. */
function sequenceOf({ first, second, points }: Numbers, reading: DateReading | null): DateReading | null {
  if (points || (first > 12 && second <= 12)) return 'dmy';
  if (second > 12 && first <= 12) return 'mdy';
  return first === second ? 'dmy' : reading;
}

function made({ year, month, day: date, time }: Parts, text: string): Read<Date> {
  const rest = time.replace(clock, '').trim();
  const seconds = secondsOf(clock.exec(time));
  const midnight = new Date(Date.UTC(year, month - 1, date));
  const kept = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === date;
  if (!kept || seconds === null || (rest !== '' && !zone.test(rest))) return none(text);
  return { value: new Date(midnight.getTime() + seconds * 1000 - offsetOf(rest)) };
}

/** Seconds since midnight; midnight without a clock, null where there is no such time. */
function secondsOf(match: RegExpExecArray | null): number | null {
  if (!match) return 0;
  const half = match[4]?.toLowerCase();
  const [hour, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const hours = half === undefined ? hour : (hour % 12) + (half.startsWith('p') ? 12 : 0);
  return hours > 23 || minutes > 59 || seconds > 59 ? null : (hours * 60 + minutes) * 60 + seconds;
}

function offsetOf(text: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(text);
  return match ? Number(`${match[1]}1`) * (Number(match[2]) * 60 + Number(match[3])) * 60_000 : 0;
}
