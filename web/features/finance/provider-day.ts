import { providerZone } from '#contract/constants.ts';

const format = new Intl.DateTimeFormat('en-CA', { timeZone: providerZone }); // writes 2026-11-25

/** The day at the provider, whose days cut the books, wherever the reader is. */
export const providerDay = (now: Date): string => format.format(now);
