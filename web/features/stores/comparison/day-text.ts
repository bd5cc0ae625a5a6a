import { formatDate } from '#web/lib/format.ts';

/** A day of the shop, in the user's words: noon, so that no zone moves it. */
export const dayText = (day: string): string => formatDate(`${day}T12:00:00`);
