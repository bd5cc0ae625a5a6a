import { samePath } from '../lib/paths.ts';

/** An open page: path is its key, the rest brings it back as it was left (shell 2.1). */
export type Tab = {
  /** Spelling of the page table. */
  path: string;
  search: string;
  hash: string;
  affix: boolean;
  /** Counts refreshes; part of the key under which the page lives. */
  generation: number;
  /** Order of use; 0 = never shown since the start. */
  used: number;
};

export type Visit = { path: string; search: string; hash: string };

/** Most pages that stay alive at once (decision 17). */
export const mostLive = 12;

export function fullPath(tab: Visit): string {
  return tab.path + tab.search + tab.hash;
}

function latest(tabs: readonly Tab[]): number {
  return Math.max(0, ...tabs.map((tab) => tab.used));
}

/** A page is shown: its tab is added at the end, or remembers the newest query in place. */
export function visit(tabs: readonly Tab[], to: Visit, affix = false): Tab[] {
  const used = latest(tabs) + 1;
  if (!tabs.some((tab) => samePath(tab.path, to.path))) return [...tabs, { ...to, affix, generation: 0, used }];
  return tabs.map((tab) => (samePath(tab.path, to.path) ? { ...tab, ...to, used } : tab));
}

/** Affix tabs come first and are there from the start. */
export function withAffix(tabs: readonly Tab[], paths: readonly string[]): Tab[] {
  const missing = paths.filter((path) => !tabs.some((tab) => samePath(tab.path, path)));
  const added = missing.map((path) => ({ path, search: '', hash: '', affix: true, generation: 0, used: 0 }));
  return [...added, ...tabs];
}

/** The page is made anew when it next shows. */
export function refresh(tabs: readonly Tab[], path: string): Tab[] {
  return tabs.map((tab) => (samePath(tab.path, path) ? { ...tab, generation: tab.generation + 1 } : tab));
}

export function close(tabs: readonly Tab[], path: string): Tab[] {
  return tabs.filter((tab) => tab.affix || !samePath(tab.path, path));
}

export function closeOthers(tabs: readonly Tab[], path: string): Tab[] {
  return tabs.filter((tab) => tab.affix || samePath(tab.path, path));
}

export function closeAll(tabs: readonly Tab[]): Tab[] {
  return tabs.filter((tab) => tab.affix);
}

/** Where to go when the shown tab is gone: the rightmost remaining one; undefined when it is still there. */
export function fallback(tabs: readonly Tab[], shown: string): string | undefined {
  if (tabs.some((tab) => samePath(tab.path, shown))) return undefined;
  const last = tabs.at(-1);
  return last === undefined ? '/' : fullPath(last);
}

/** Tabs whose pages stay alive: those shown since the start, the least recently used first to sleep. */
export function live(tabs: readonly Tab[], most = mostLive): Tab[] {
  const awake = [...tabs].filter((tab) => tab.used > 0).sort((a, b) => b.used - a.used);
  const kept = new Set(awake.slice(0, most).map((tab) => tab.path));
  return tabs.filter((tab) => kept.has(tab.path));
}

/** Reads tabs that a reload left behind; only path, query and order are kept (decision 17). */
export function restore(stored: unknown, known: (path: string) => boolean): Tab[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((value: unknown): Tab[] => {
    if (typeof value !== 'object' || value === null || !('path' in value) || typeof value.path !== 'string') return [];
    if (!known(value.path)) return [];
    const search = 'search' in value && typeof value.search === 'string' ? value.search : '';
    return [{ path: value.path, search, hash: '', affix: false, generation: 0, used: 0 }];
  });
}
