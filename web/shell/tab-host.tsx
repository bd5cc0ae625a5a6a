import { Activity, memo, type RefObject, useMemo } from 'react';
import { type Location, useRoutes } from 'react-router';
import { OwnTabContext } from '../components/tab.tsx';
import { drawnTabs } from './drawn-tabs.ts';
import type { PageEntry } from './page-entry.ts';
import { PageFrame } from './page-frame.tsx';
import { useScrollMemory } from './scroll-memory.ts';
import { useShell } from './shell-context.tsx';
import { rename, type Tab } from './tab-list.ts';
import { tabStore } from './tabs.ts';

/** One instance of a page: a refreshed one is another. */
const pageKey = ({ key, generation }: Tab) => `${key} ${generation}`;

type TabHostProps = { tabs: readonly Tab[]; shown: string; root: RefObject<HTMLElement | null> };

/** Every live page; only the shown one is visible, the others keep their state (decision 17). */
export function TabHost({ tabs, shown, root }: TabHostProps) {
  const { entries, location } = useShell();
  const drawn = drawnTabs(tabs, entries, shown);
  const current = drawn.find(({ tab }) => tab.key === shown)?.tab;
  useScrollMemory(
    root,
    current === undefined ? '' : pageKey(current),
    drawn.map(({ tab }) => pageKey(tab)),
  );
  return drawn.map(({ tab, entry }) => (
    <Activity key={pageKey(tab)} mode={tab === current ? 'visible' : 'hidden'}>
      <Pane
        entry={entry}
        tabKey={tab.key}
        pathname={tab.path}
        search={tab.search}
        hash={tab.hash}
        live={tab === current ? location : undefined}
      />
    </Activity>
  ));
}

type PaneProps = {
  entry: PageEntry;
  tabKey: string;
  pathname: string;
  search: string;
  hash: string;
  live: Location | undefined;
};

/** A page in its own address: hidden pages go on seeing theirs, whatever the window shows. */
const Pane = memo(function Pane({ entry, tabKey, pathname, search, hash, live: shown }: PaneProps) {
  const own: Location = { pathname, search, hash, state: null, key: pathname };
  const tab = useMemo(
    () => ({
      key: tabKey,
      rename: (title: string | undefined) => tabStore.set((tabs) => rename(tabs, tabKey, title)),
    }),
    [tabKey],
  );
  const page = useRoutes([{ path: entry.path, element: <PageFrame entry={entry} /> }], shown ?? own);
  return <OwnTabContext value={tab}>{page}</OwnTabContext>;
});
