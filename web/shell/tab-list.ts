import { paths, refreshPath, samePath } from '../lib/paths.ts';
import type { PageEntry } from './page-entry.ts';

/** Where a tab leads, and the key that says which tab it is. */
export type Visit = {
  /** The path, or with `tabBy: 'fullPath'` path and query. */
  key: string;
  /** Spelling of the page table. */
  path: string;
  search: string;
  hash: string;
};

/** An open page: what brings it back as it was left (shell 2.1). */
export type Tab = Visit & {
  /** The name that its page gave it; without one it bears the page's own. */
  title?: string;
  affix: boolean;
  /** Counts refreshes; part of the key under which the page lives. */
  generation: number;
  /** Order of use; 0 = asleep: not shown since the start, or too long ago. */
  used: number;
};

/** Most pages that stay alive at once (P17). */
export const mostLive = 12;

/** Which tab an address of this page belongs to. */
export function tabKey({ path, tabBy }: Pick<PageEntry, 'path' | 'tabBy'>, search: string): string {
  return tabBy === 'fullPath' ? path + search : path;
}

/** The visit of a page at an address. */
export function visitOf(entry: PageEntry, { search, hash }: { search: string; hash: string }): Visit {
  return { key: tabKey(entry, search), path: entry.path, search, hash };
}

/** The address that brings a tab's page back. */
export function fullPath({ path, search, hash }: Omit<Visit, 'key'>): string {
  return path + search + hash;
}

function latest(tabs: readonly Tab[]): number {
  return Math.max(0, ...tabs.map((tab) => tab.used));
}

/** A page is shown: its tab is added at the end, or remembers the newest query in place. */
export function visit(tabs: readonly Tab[], to: Visit, affix = false): Tab[] {
  const used = latest(tabs) + 1;
  if (!tabs.some((tab) => tab.key === to.key)) return [...tabs, { ...to, affix, generation: 0, used }];
  return tabs.map((tab) => (tab.key === to.key ? { ...tab, ...to, used } : tab));
}

/** Affix tabs come first and are there from the start. */
export function withAffix(tabs: readonly Tab[], entries: readonly PageEntry[]): Tab[] {
  const missing = entries.filter(({ path }) => !tabs.some((tab) => tab.path === path));
  if (missing.length === 0) return [...tabs];
  const added = missing.map((entry) => ({ ...visitOf(entry, { search: '', hash: '' }), ...atRest(true) }));
  return [...added, ...tabs];
}

function atRest(affix: boolean): Pick<Tab, 'affix' | 'generation' | 'used'> {
  return { affix, generation: 0, used: 0 };
}

/** The page is made again when it next shows. */
export function refresh(tabs: readonly Tab[], key: string): Tab[] {
  return tabs.map((tab) => (tab.key === key ? { ...tab, generation: tab.generation + 1 } : tab));
}

/** A page names its own tab; undefined gives it the page's name back. */
export function rename(tabs: readonly Tab[], key: string, title: string | undefined): readonly Tab[] {
  if (!tabs.some((tab) => tab.key === key && tab.title !== title)) return tabs;
  return tabs.map((tab) => {
    if (tab.key !== key) return tab;
    const { title: _before, ...nameless } = tab;
    return title === undefined ? nameless : { ...nameless, title };
  });
}

/** Without one tab; an affix tab stays. */
export function close(tabs: readonly Tab[], key: string): Tab[] {
  return tabs.filter((tab) => tab.affix || tab.key !== key);
}

/** Only one tab and the affix ones. */
export function closeOthers(tabs: readonly Tab[], key: string): Tab[] {
  return tabs.filter((tab) => tab.affix || tab.key === key);
}

/** Only the affix tabs. */
export function closeAll(tabs: readonly Tab[]): Tab[] {
  return tabs.filter((tab) => tab.affix);
}

/** Puts a tab at another place; affix tabs keep theirs at the front. */
export function move(tabs: readonly Tab[], key: string, to: number): readonly Tab[] {
  const from = tabs.findIndex((tab) => tab.key === key);
  const moved = tabs[from];
  const first = tabs.filter((tab) => tab.affix).length;
  const place = Math.min(tabs.length - 1, Math.max(first, to));
  if (moved === undefined || moved.affix || place === from) return tabs;
  const others = tabs.filter((tab) => tab !== moved);
  return [...others.slice(0, place), moved, ...others.slice(place)];
}

/**
 * Where to go when the shown tab is gone: the rightmost remaining one, without any the root, and from the Dashboard
 * to itself again (spec §2). Undefined when it is still there.
 */
export function fallback(after: readonly Tab[], shown: Visit): string | undefined {
  if (after.some((tab) => tab.key === shown.key)) return undefined;
  const last = after.at(-1);
  if (last !== undefined) return fullPath(last);
  return samePath(shown.path, paths.dashboard) ? refreshPath(fullPath(shown)) : paths.root;
}

/** Lets the pages sleep that were not used for longest; never the newest, nor one that `mustStay`. */
export function rest(tabs: readonly Tab[], mustStay: (tab: Tab) => boolean, most = mostLive): readonly Tab[] {
  const newest = latest(tabs);
  const awake = live(tabs);
  if (awake.length <= most) return tabs;
  const idle = awake.filter((tab) => tab.used !== newest && !mustStay(tab)).sort((a, b) => a.used - b.used);
  const asleep = new Set(idle.slice(0, awake.length - most).map((tab) => tab.key));
  return tabs.map((tab) => (asleep.has(tab.key) ? { ...tab, used: 0 } : tab));
}

/** Tabs whose pages are alive. */
export function live(tabs: readonly Tab[]): Tab[] {
  return tabs.filter((tab) => tab.used > 0);
}

/** What of the tabs survives a reload: path, query, title and order, never data (P17). */
export function kept(tabs: readonly Tab[]): Pick<Tab, 'path' | 'search' | 'title'>[] {
  return tabs.map(({ path, search, title }) => ({ path, search, ...(title !== undefined && { title }) }));
}

const longestTitle = 200;

/** Takes up what a reload left behind; `find` answers the page of a path if it may stand in a tab. */
export function restore(stored: unknown, find: (path: string) => PageEntry | undefined): Tab[] {
  if (!Array.isArray(stored)) return [];
  const tabs = stored.flatMap((value: unknown): Tab[] => {
    if (typeof value !== 'object' || value === null || !('path' in value) || typeof value.path !== 'string') return [];
    const entry = find(value.path);
    if (entry === undefined) return [];
    const search = 'search' in value && typeof value.search === 'string' ? value.search : '';
    const title = 'title' in value && typeof value.title === 'string' ? value.title.slice(0, longestTitle) : '';
    return [
      {
        ...visitOf(entry, { search: search.startsWith('?') ? search : '', hash: '' }),
        ...(title !== '' && { title }),
        ...atRest(entry.affix === true),
      },
    ];
  });
  const single = tabs.filter((tab, index) => tabs.findIndex((other) => other.key === tab.key) === index);
  return [...single.filter((tab) => tab.affix), ...single.filter((tab) => !tab.affix)];
}
