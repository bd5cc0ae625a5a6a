import { local } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';

const key = 'islogin'; // spec §2: the local flag of a first log-in that is over

/**
 * Whether the tour is wanted: until it has been seen in this browser, and again on request (P19). A browser
 * that keeps nothing would be shown it on every visit; it is left in peace.
 */
export const tourWanted = createStore(local.isOpen() && !local.has(key));

/** The user asks for it once more. */
export function showTour(): void {
  tourWanted.set(true);
}

/** It was finished or dismissed; that stays through logout. */
export function endTour(): void {
  local.set(key, true);
  tourWanted.set(false);
}
