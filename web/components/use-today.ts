import { providerZone } from '#contract/constants.ts';
import { dayInZone } from '../lib/day-text.ts';
import { useNow } from '../lib/now.ts';
import { useProfile } from './session.tsx';

/** The day (YYYY-MM-DD) it is where an account's days begin; without an account, as for staff, where the provider's do. */
export const todayOf = (account: { time_zone: string } | null, now: Date): string =>
  dayInZone(now, account?.time_zone ?? providerZone);

/** Today as the reader's lists and sums are cut by it. */
export function useToday(): string {
  return todayOf(useProfile().account, useNow());
}
