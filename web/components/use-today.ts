import { dayInZone } from '../lib/day-text.ts';
import { formatDate } from '../lib/format.ts';
import { useNow } from '../lib/now.ts';
import { useProfile } from './session.tsx';

/** The day (YYYY-MM-DD) it is where the account's days begin, which its lists and sums are cut by; for staff the reader's own. */
export function useToday(): string {
  const { account } = useProfile();
  const now = useNow();
  return account === null ? formatDate(now) : dayInZone(now, account.time_zone);
}
