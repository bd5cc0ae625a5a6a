import { createContext, use, useLayoutEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { joinWords } from '../lib/format.ts';
import { useNavigate } from 'react-router';
import { useProfile } from '../components/session.tsx';
import { isUnsaved } from '../components/unsaved.tsx';
import { paths, refreshPath, samePath } from '../lib/paths.ts';
import { useStore } from '../lib/store.ts';
import { useAskDiscard } from '../ui/careful.ts';
import { findChain, findTabPage, flatten } from './page-table.ts';
import { settings } from './settings-store.ts';
import type { ShellValue } from './shell-context.tsx';
import {
  close,
  closeAll,
  closeOthers,
  fallback,
  fullPath,
  move,
  rest,
  type Tab,
  type Visit,
  visit,
  visitOf,
  withAffix,
} from './tab-list.ts';
import { tabStore } from './tabs.ts';

/** The open tabs and what can be done to them. What would lose typed text asks first, and then may do nothing. */
export type Tabs = {
  list: readonly Tab[];
  /** Key of the tab on the screen. */
  shown: string;
  titleOf: (tab: Tab) => string;
  open: (tab: Tab) => void;
  refresh: (tab: Visit) => Promise<void>;
  close: (tab: Tab) => Promise<void>;
  closeOthers: (tab: Tab) => Promise<void>;
  closeAll: () => Promise<void>;
  move: (tab: Tab, to: number) => void;
  /** Asks if leaving the portal would lose typed text. */
  mayLeave: () => Promise<boolean>;
  /** Whether going to an address loses what is typed in the shown page: where no tab keeps it (shell 2.7). */
  loses: (path: string, search: string) => boolean;
  /** Asks about the shown page alone. */
  mayLeavePage: () => Promise<boolean>;
};

export const TabsContext = createContext<Tabs | undefined>(undefined);

/** The open tabs, for parts of the shell. */
export function useOpenTabs(): Tabs {
  const tabs = use(TabsContext);
  if (tabs === undefined) throw new Error('useOpenTabs is for parts of the shell');
  return tabs;
}

/** Keeps the tab list in step with the address (shell 2.2); answers the visit on the screen. */
function useVisits({ entries, location, chain }: ShellValue): Visit | undefined {
  const entry = chain.at(-1);
  const affix = useMemo(
    () => flatten(entries).flatMap((all) => all.slice(-1).filter((last) => last.affix === true)),
    [entries],
  );
  const { tagsView } = useStore(settings);
  const shown = useMemo(() => entry && visitOf(entry, location), [entry, location]);
  useLayoutEffect(() => {
    if (entry === undefined || shown === undefined || !tagsView) return; // without the bar nothing is added (shell 2.7)
    tabStore.set((tabs) =>
      rest(visit(withAffix(tabs, affix), shown, entry.affix === true), (tab) => isUnsaved(tab.key)),
    );
  }, [entry, shown, affix, tagsView]);
  return shown;
}

function useTitleOf(entries: ShellValue['entries']): (tab: Tab) => string {
  const { t } = useTranslation();
  return (tab) => {
    const entry = findChain(entries, tab.path).at(-1);
    return tab.title ?? (entry === undefined ? tab.path : t(`menu.${entry.title}`));
  };
}

/** Whether an address shows another page of the shell than `shown`; a page without the shell leaves it alive behind. */
function replaces(entries: ShellValue['entries'], shown: Visit, path: string, search: string): boolean {
  if (samePath(path, paths.root)) return shown.path !== paths.dashboard;
  const entry = findChain(entries, path).at(-1);
  return entry !== undefined && entry.bare !== true && visitOf(entry, { search, hash: '' }).key !== shown.key;
}

/** The tab list and the actions of the tab bar (shell 2.2–2.5). */
export function useTabs(value: ShellValue): Tabs {
  const stored = useStore(tabStore);
  const profile = useProfile();
  const navigate = useNavigate();
  const ask = useAskDiscard();
  const { t, i18n } = useTranslation();
  const shown = useVisits(value);
  const titleOf = useTitleOf(value.entries);
  // at once, so that no empty frame shows between a page and the next
  const go = (to: string) => void navigate(to, { replace: to.startsWith(paths.redirect), flushSync: true });
  const settle = (after: readonly Tab[]) => {
    const next = shown && fallback(after, shown);
    tabStore.set(after);
    if (next !== undefined) go(next);
  };
  const sure = async (going: readonly Tab[]) => {
    const losing = going.filter((tab) => isUnsaved(tab.key));
    return (
      losing.length === 0 || (await ask(t('unsaved.text', { pages: joinWords(losing.map(titleOf), i18n.language) })))
    );
  };
  /** Removes tabs once nobody minds. */
  const without = async (choose: (tabs: readonly Tab[]) => readonly Tab[], kept?: Tab) => {
    const left = new Set(choose(tabStore.get()).map((tab) => tab.key));
    if (!(await sure(tabStore.get().filter((tab) => !left.has(tab.key))))) return;
    if (kept !== undefined && kept.key !== shown?.key) go(fullPath(kept));
    if (kept === undefined) settle(choose(tabStore.get()));
    else tabStore.set(choose);
  };
  // without the bar the shown page lives as if it had a tab, under the same key: switching back on keeps its state
  const awake = stored.some((tab) => tab.key === shown?.key && tab.used > 0);
  const all = awake || shown === undefined ? stored : visit(stored, shown);
  return {
    list: all.filter((tab) => findTabPage(value.entries, tab.path, profile) !== undefined),
    shown: shown?.key ?? '',
    titleOf,
    open(tab) {
      if (tab.key !== shown?.key) void navigate(fullPath(tab));
    },
    async refresh(tab) {
      if (await sure(all.filter((one) => one.key === tab.key))) go(refreshPath(fullPath(tab)));
    },
    close: (tab) => without((tabs) => close(tabs, tab.key)),
    closeOthers: (tab) => without((tabs) => closeOthers(tabs, tab.key), tab),
    closeAll: () => without(closeAll),
    move: (tab, to) => tabStore.set((tabs) => move(tabs, tab.key, to)),
    mayLeave: () => sure(all),
    loses: (path, search) =>
      !awake && shown !== undefined && isUnsaved(shown.key) && replaces(value.entries, shown, path, search),
    mayLeavePage: () => sure(all.filter((tab) => tab.key === shown?.key)),
  };
}
