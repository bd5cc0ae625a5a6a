import { perTab } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';
import { restore, type Tab } from './tab-list.ts';

/** The open tabs of the logged-in user in this browser tab. */
export const tabStore = createStore<readonly Tab[]>([]);

const keyOf = (username: string) => `tabs:${username}`;
let owner: string | undefined;

tabStore.subscribe(() => {
  if (owner === undefined) return;
  const kept = tabStore.get().filter((tab) => !tab.affix);
  perTab.set(
    keyOf(owner),
    kept.map(({ path, search }) => ({ path, search })),
  );
});

/** Takes up the tabs that a user had before a reload. */
export function openTabs(username: string, known: (path: string) => boolean): void {
  if (owner === username) return;
  owner = undefined;
  tabStore.set(restore(perTab.get(keyOf(username)), known));
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
