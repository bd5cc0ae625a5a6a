import { perTab } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';
import type { PageEntry } from './page-entry.ts';
import { kept, restore, type Tab } from './tab-list.ts';

/** The open tabs of the logged-in user in this browser tab. */
export const tabStore = createStore<readonly Tab[]>([]);

const key = 'tabs';
let owner: string | undefined;

tabStore.subscribe(() => {
  if (owner !== undefined) perTab.set(key, { owner, tabs: kept(tabStore.get()) });
});

/** The tabs that this user left here; those of anybody else stay unread. */
function left(username: string): unknown {
  const stored = perTab.get(key);
  const known = typeof stored === 'object' && stored !== null && 'owner' in stored && 'tabs' in stored;
  return known && stored.owner === username ? stored.tabs : undefined;
}

/** Takes up the tabs that a user had before a reload; `find` answers the pages that this user may have in a tab. */
export function openTabs(username: string, find: (path: string) => PageEntry | undefined): void {
  if (owner === username) return;
  owner = undefined;
  tabStore.set(restore(left(username), find));
  owner = username;
}

/** Forgets all tabs: at logout and at any forced end (P17). */
export function dropTabs(): void {
  perTab.drop(key);
  owner = undefined;
  tabStore.set([]);
}

/** Puts every open page to sleep, because whose data they show has changed. */
export function sleepTabs(): void {
  tabStore.set((tabs) => tabs.map((tab) => ({ ...tab, generation: tab.generation + 1 })));
}
