import { local } from './storage.ts';

const key = 'bind_submit_time';

/** Notes until when nobody is asked again how to reach them (spec §4; the END of the snooze, P4). */
export function keepBindSnooze(until: Date): void {
  local.set(key, until.getTime());
}

/** Whether the bind prompt is snoozed; a value that is no time counts as none. */
export function isBindSnoozed(now: number): boolean {
  const stored = local.get(key);
  const until = typeof stored === 'string' ? Date.parse(stored) : Number(stored ?? Number.NaN);
  return until > now;
}
