import { useLayoutEffect, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { paths, refreshPath } from '../lib/paths.ts';
import { useStore } from '../lib/store.ts';
import { findChain, flatten } from './page-table.ts';
import type { ShellValue } from './shell-context.tsx';
import { close, closeAll, closeOthers, fallback, fullPath, type Tab, visit, withAffix } from './tab-list.ts';
import { settings } from './settings-store.ts';
import { tabStore } from './tabs.ts';

export type Tabs = {
  list: readonly Tab[];
  open: (tab: Tab) => void;
  refresh: (tab: Tab) => void;
  close: (tab: Tab) => void;
  closeOthers: (tab: Tab) => void;
  closeAll: () => void;
};

/** Keeps the tab list in step with the address, and the acts of the tab bar (shell 2.2–2.5). */
export function useTabs({ entries, location, chain }: ShellValue): Tabs {
  const stored = useStore(tabStore);
  const navigate = useNavigate();
  const shown = chain.at(-1);
  const affix = useMemo(
    () => flatten(entries).flatMap((all) => (all.at(-1)?.affix === true ? [all.at(-1)?.path ?? ''] : [])),
    [entries],
  );
  const { search, hash } = location;

  const { tagsView } = useStore(settings);

  useLayoutEffect(() => {
    if (shown === undefined || !tagsView) return; // without the bar nothing is added (shell 2.7)
    tabStore.set((tabs) => visit(withAffix(tabs, affix), { path: shown.path, search, hash }, shown.affix === true));
  }, [shown, search, hash, affix, tagsView]);

  return useMemo(() => {
    const path = shown?.path ?? paths.root;
    const settle = (after: readonly Tab[]) => {
      const next = fallback(after, path);
      tabStore.set(after);
      if (next !== undefined) void navigate(next);
    };
    // without the bar the shown page lives as if it had a tab, under the same key: switching back on keeps its state
    const pages = tagsView || shown === undefined ? stored : visit(stored, { path: shown.path, search, hash });
    return {
      list: pages.filter((tab) => findChain(entries, tab.path).length > 0),
      open: (tab) => void navigate(fullPath(tab)),
      refresh: (tab) => void navigate(refreshPath(fullPath(tab)), { replace: true }),
      close: (tab) => settle(close(tabStore.get(), tab.path)),
      closeOthers(tab) {
        tabStore.set(closeOthers(tabStore.get(), tab.path));
        void navigate(fullPath(tab));
      },
      closeAll: () => settle(closeAll(tabStore.get())),
    };
  }, [stored, entries, shown, navigate, tagsView, search, hash]);
}
