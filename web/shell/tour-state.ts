import { local } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';

const key = 'islogin'; // spec §2: the local flag of a first log-in that is over

/**
 * Whether the tour is wanted: until it has been seen in this browser, and again on request (P19). A browser
 * that keeps nothing would be shown it on every visit; it is left in peace.
 */
export const tourWanted = createStore(local.isOpen() && !local.has(key));

/** The control from which the user asked for it; it has the focus again afterwards. Null at a first log-in. */
let opener: HTMLElement | null = null;

/** The user asks for it once more, by a control that stays on the page. */
export function showTour(from: HTMLElement | null): void {
  opener = from;
  tourWanted.set(true);
}

/** What has the focus when the tour is over: what asked for it, else what had it before. */
export const tourOpener = (): Element | null => opener ?? document.activeElement;

/** It was finished or dismissed; that stays through logout. */
export function endTour(): void {
  local.set(key, true);
  opener = null;
  tourWanted.set(false);
}
