import type { Profile } from '../components/session.tsx';
import { paths, samePath } from '../lib/paths.ts';
import { isStaff } from '../lib/is-staff.ts';

/** What is asked or told at the beginning of a visit, one at a time (spec §2, dialogs). */
export type Prompt = 'bind' | 'ask_owner' | 'thanks' | 'reauthorize' | 'notice';

/**
 * Whether the user has to be asked how to be reached, on this page and now (spec §4, P4): by answering, or by
 * asking whoever may answer.
 */
export function asksForContact(profile: Profile, path: string, snoozed: boolean): 'bind' | 'ask_owner' | undefined {
  if (profile.user !== null || isStaff(profile) || profile.acting_as !== null) return undefined;
  if (samePath(path, paths.stores) || snoozed) return undefined;
  return profile.rights.account?.includes('edit') === true ? 'bind' : 'ask_owner';
}

/** Whether the user can authorize stores again; members who cannot, and staff, are not told to. */
export function mayAuthorize(profile: Profile): boolean {
  return profile.acting_as === null && (profile.rights.stores?.includes('edit') ?? false);
}

type Popup = { ended_at: string | null; is_read: boolean };

/** Whether a popup notice is still to be shown (spec §4). */
export function isDue(notice: Popup, now: number): boolean {
  return !notice.is_read && (notice.ended_at === null || Date.parse(notice.ended_at) > now);
}

/** What is known so far; undefined where the server has not answered yet. */
export type Known = {
  asks: 'bind' | 'ask_owner' | undefined;
  thanking: boolean;
  stores: number | undefined;
  notice: boolean | undefined;
  closed: ReadonlySet<Prompt>;
};

/** The prompt to show now, `wait` while an answer is missing, `done` when nothing is left (spec §4). */
export function nextPrompt({ asks, thanking, stores, notice, closed }: Known): Prompt | 'wait' | 'done' {
  if (thanking) return 'thanks';
  if (asks) return asks;
  if (stores === undefined) return 'wait';
  if (stores > 0) return closed.has('reauthorize') ? 'done' : 'reauthorize'; // it stands in the notice's place
  if (notice === undefined) return 'wait';
  return notice && !closed.has('notice') ? 'notice' : 'done';
}
