import { shiftDay } from '#contract/statistics-rules.ts';
import type { ListUrl } from './use-list-url.ts';

type FilterOption = { value: string; label: string };

/** A filter of a list as data. Names are those of the server's query and of the address. */
export type ListFilter =
  | { kind: 'choice'; name: string; label: string; options: readonly FilterOption[] }
  /** Any of the options, whose values stand in the address with commas between. */
  | { kind: 'choices'; name: string; label: string; options: readonly FilterOption[]; most: number }
  /** Words, such as a SKU. */
  | { kind: 'text'; name: string; label: string }
  /** One day. */
  | { kind: 'day'; name: string; label: string }
  /** Days from … to, each by its own name. */
  | { kind: 'dates'; name: string; from: string; to: string; label: string }
  /** One number with its sign right after it: `15%`. */
  | { kind: 'number'; name: string; label: string; unit: string }
  /** Numbers from … to, each by its own name. */
  | { kind: 'range'; name: string; from: string; to: string; label: string };

const namesOf = (filter: ListFilter) => ('from' in filter ? [filter.from, filter.to] : [filter.name]);

/** What a list keeps in the address beside its page: the filters of a view, an export, a bulk action. */
export const filterNames = (filters: readonly ListFilter[]): string[] => filters.flatMap(namesOf);

/** The values of a filter of several options. */
export const chosenOf = (filter: ListFilter, url: ListUrl): string[] =>
  (url.get(filter.name) ?? '').split(',').filter((value) => value !== '');

/** Whether a filter is set. */
export function isSet(filter: ListFilter, url: ListUrl): boolean {
  return namesOf(filter).some((name) => url.get(name) !== undefined);
}

/** The change of the address that takes filters back. */
export const cleared = (filters: readonly ListFilter[]): Record<string, undefined> =>
  Object.fromEntries(filterNames(filters).map((name) => [name, undefined]));

/** A calendar day as the address has it. */
export function dayText(day: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

export type DatePreset = 'today' | 'week' | 'month' | 'calendar';
export const datePresets: readonly DatePreset[] = ['today', 'week', 'month', 'calendar'];

/** First and last day of a preset that ends on a day. */
export function presetDays(preset: DatePreset, today: string): { from: string; to: string } {
  const back = { today: 0, week: 6, month: 29, calendar: Number(today.slice(8)) - 1 }[preset];
  return { from: shiftDay(today, -back), to: today };
}
