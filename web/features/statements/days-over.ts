import { dayText } from '#web/components/list-filters.ts';

/** The days of this month that are over; on its first day, the month before. */
export function daysOver(today: Date): { from: string; to: string } {
  const last = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  return { from: dayText(new Date(last.getFullYear(), last.getMonth(), 1)), to: dayText(last) };
}
