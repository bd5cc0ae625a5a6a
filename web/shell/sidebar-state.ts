import { choiceDays, readCookie, writeCookie } from '../lib/cookies.ts';
import { createStore } from '../lib/store.ts';

const cookie = 'sidebarStatus'; // spec §3, §4

/** Missing or empty means open; else its number decides: 1 open, 0 closed, garbage closed (shell 3.4). */
export function readSidebar(value: string | undefined): boolean {
  return value === undefined || value === '' || Number(value) > 0;
}

/** Whether the sidebar of a desktop is open. */
export const sidebarOpen = createStore(readSidebar(readCookie(cookie)));

/** The user opens or closes it; automatic closes on a phone never come here (P16). */
export function toggleSidebar(): void {
  sidebarOpen.set((open) => !open);
  writeCookie(cookie, sidebarOpen.get() ? '1' : '0', choiceDays);
}
