import { Activity, memo, useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useRoutes } from 'react-router';
import { samePath } from '../lib/paths.ts';
import { findChain } from './page-table.ts';
import type { PageEntry } from './page-entry.ts';
import { PageFrame } from './page-frame.tsx';
import { useShell } from './shell-context.tsx';
import { live, type Tab } from './tab-list.ts';

/** Remembers how far each page was scrolled, and goes there when it shows again. */
function useScrollMemory(path: string): void {
  const places = useRef(new Map<string, number>());
  const current = useRef(path);
  useEffect(() => {
    const remember = () => places.current.set(current.current, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);
  useLayoutEffect(() => {
    if (current.current === path) return;
    current.current = path;
    window.scrollTo(0, places.current.get(path) ?? 0);
  }, [path]);
}

/** Every live page; only the shown one is visible, the others keep their state (decision 17). */
export function TabHost({ tabs }: { tabs: readonly Tab[] }) {
  const { entries, location, chain } = useShell();
  const shown = chain.at(-1);
  useScrollMemory(shown?.path ?? '');
  return live(tabs).map((tab) => {
    const entry = findChain(entries, tab.path).at(-1);
    const active = shown !== undefined && samePath(shown.path, tab.path);
    if (entry === undefined || (entry.noCache === true && !active)) return null;
    return (
      <Activity key={`${tab.path} ${tab.generation}`} mode={active ? 'visible' : 'hidden'}>
        <Pane
          entry={entry}
          pathname={tab.path}
          search={tab.search}
          hash={tab.hash}
          live={active ? location : undefined}
        />
      </Activity>
    );
  });
}

type PaneProps = { entry: PageEntry; pathname: string; search: string; hash: string; live: Location | undefined };

/** A page in its own address: hidden pages go on seeing theirs, whatever the window shows. */
const Pane = memo(function Pane({ entry, pathname, search, hash, live: shown }: PaneProps) {
  const own: Location = { pathname, search, hash, state: null, key: pathname };
  return useRoutes([{ path: entry.path, element: <PageFrame entry={entry} /> }], shown ?? own);
});
