import { perTab } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';
import type { PageEntry } from './page-entry.ts';
import { kept, restore, type Tab } from './tab-list.ts';

/** The open tabs of the logged-in user in this browser tab. */
export const tabStore = createStore<readonly Tab[]>([]);

const keyOf = (username: string) => `tabs:${username}`;
let owner: string | undefined;

tabStore.subscribe(() => {
  if (owner !== undefined) perTab.set(keyOf(owner), kept(tabStore.get()));
});

/** Takes up the tabs that a user had before a reload; `find` answers the pages that this user may have in a tab. */
export function openTabs(username: string, find: (path: string) => PageEntry | undefined): void {
  if (owner === username) return;
  owner = undefined;
  tabStore.set(restore(perTab.get(keyOf(username)), find));
  owner = username;
}

/** Forgets all tabs: at logout and at any forced end (decision 17). */
export function dropTabs(): void {
  if (owner !== undefined) perTab.drop(keyOf(owner));
  owner = undefined;
  tabStore.set([]);
}

/** Puts every open page to sleep, because whose data they show has changed. */
export function sleepTabs(): void {
  tabStore.set((tabs) => tabs.map((tab) => ({ ...tab, generation: tab.generation + 1 })));
}
