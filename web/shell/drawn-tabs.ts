import type { PageEntry } from './page-entry.ts';
import { findChain } from './page-table.ts';
import { live, type Tab } from './tab-list.ts';

/** Tabs whose pages are in the document: the live ones, and of those that keep no state only the shown. */
export function drawnTabs(tabs: readonly Tab[], entries: readonly PageEntry[], shown: string) {
  return live(tabs).flatMap((tab) => {
    const entry = findChain(entries, tab.path).at(-1);
    return entry === undefined || (entry.noCache === true && tab.key !== shown) ? [] : [{ tab, entry }];
  });
}
