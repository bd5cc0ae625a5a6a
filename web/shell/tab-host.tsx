import { Activity, memo, type RefObject, useMemo } from 'react';
import { type Location, NavigationType, UNSAFE_LocationContext as LocationContext, useRoutes } from 'react-router';
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

/** Every live page; only the shown one is visible, the others keep their state (P17). */
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
        state={tab === current ? (location.state as unknown) : null}
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
  /** What the navigation that shows it brought along. */
  state: unknown;
};

/**
 * A page in its own address: hidden pages go on seeing theirs, whatever the window shows. The address stays the same
 * object while its parts do, so that showing a kept page draws nothing of it anew.
 */
const Pane = memo(function Pane({ entry, tabKey, pathname, search, hash, state }: PaneProps) {
  const own = useMemo(
    (): Location => ({ pathname, search, hash, state, key: pathname }),
    [pathname, search, hash, state],
  );
  const tab = useMemo(
    () => ({
      key: tabKey,
      rename: (title: string | undefined) => tabStore.set((tabs) => rename(tabs, tabKey, title)),
    }),
    [tabKey],
  );
  const place = useMemo(() => ({ location: own, navigationType: NavigationType.Pop }), [own]);
  return (
    <OwnTabContext value={tab}>
      <LocationContext value={place}>
        <Routed entry={entry} />
      </LocationContext>
    </OwnTabContext>
  );
});

/** Below its own address, so that the window's address, which changes with each navigation, draws no sleeping page. */
const Routed = memo(function Routed({ entry }: { entry: PageEntry }) {
  return useRoutes([{ path: entry.path, element: <PageFrame entry={entry} /> }]);
});
