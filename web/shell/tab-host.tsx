import { Button, Skeleton } from '@mantine/core';
import {
  Activity,
  Component,
  type ErrorInfo,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { LazyBoundary } from '../components/lazy-part.tsx';
import { type Location, NavigationType, UNSAFE_LocationContext as LocationContext, useRoutes } from 'react-router';
import { clientChoice } from '../api/client-choice.ts';
import { useProfile } from '../components/session.tsx';
import { OwnTabContext } from '../components/tab.tsx';
import { useWaiting } from '../lib/progress.ts';
import { useStore } from '../lib/store.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { drawnTabs } from './drawn-tabs.ts';
import type { PageEntry } from './page-entry.ts';
import classes from './tab-host.module.css';
import { ClientPicker } from './client-picker.tsx';
import { isStaff } from '../lib/is-staff.ts';
import { paths, samePath } from '../lib/paths.ts';
import { isOfClient } from './page-table.ts';
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
 * object while its parts do, so that showing a kept page draws nothing of it again.
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

/** One page with what stands around each: its own fault line, its skeleton, and the client picker for staff. */
function PageFrame({ entry }: { entry: PageEntry }) {
  const profile = useProfile();
  const client = useStore(clientChoice);
  const Shown = entry.page;
  if (Shown === undefined) return null;
  if (isOfClient(entry) && isStaff(profile) && profile.acting_as === null && client === undefined) {
    return <ClientPicker home={samePath(entry.path, paths.dashboard)} />; // P3
  }
  return (
    <FaultLine>
      <LazyBoundary fallback={<PageSkeleton />}>
        <Shown />
      </LazyBoundary>
    </FaultLine>
  );
}

function PageSkeleton() {
  const { t } = useTranslation();
  useWaiting();
  return (
    <div className={classes.skeleton} role="status" aria-label={t('app.loading')}>
      <Skeleton height={24} width={180} radius="sm" />
      <Skeleton height={320} radius="md" />
    </div>
  );
}

type FaultState = { failed: boolean };

/** Keeps a page that breaks from taking the shell and the other tabs with it (shell 5.6). */
class FaultLine extends Component<{ children: ReactNode }, FaultState> {
  override state: FaultState = { failed: false };

  static getDerivedStateFromError(): FaultState {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    // oxlint-disable-next-line no-console -- the one trace that a broken page leaves
    console.error('A page stopped working', error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.failed ? <Broken onRetry={() => this.setState({ failed: false })} /> : this.props.children;
  }
}

function Broken({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      drawing="lost"
      title={t('broken.title')}
      text={t('broken.text')}
      action={<Button onClick={onRetry}>{t('broken.retry')}</Button>}
    />
  );
}

type Place = { window: number; areas: Map<Element, { left: number; top: number }> };

/**
 * Remembers how far the page of each tab was scrolled, window and inner areas, and goes there when it shows again: an
 * area that is not drawn forgets where it stood. Tabs that are not among `alive` are forgotten.
 */
function useScrollMemory(root: RefObject<HTMLElement | null>, shown: string, alive: readonly string[]): void {
  const places = useRef(new Map<string, Place>());
  const current = useRef(shown);

  useEffect(() => {
    const handleScroll = ({ target }: Event) => {
      const place = places.current.get(current.current) ?? { window: 0, areas: new Map() };
      places.current.set(current.current, place);
      if (target instanceof Document) place.window = window.scrollY;
      else if (target instanceof Element && root.current?.contains(target) === true) {
        place.areas.set(target, { left: target.scrollLeft, top: target.scrollTop });
      }
    };
    const before = history.scrollRestoration;
    history.scrollRestoration = 'manual'; // the browser's own memory is by visit and would fight with this one
    document.addEventListener('scroll', handleScroll, { capture: true, passive: true });
    return () => {
      document.removeEventListener('scroll', handleScroll, { capture: true });
      history.scrollRestoration = before;
    };
  }, [root]);

  useLayoutEffect(() => {
    for (const key of places.current.keys()) if (!alive.includes(key)) places.current.delete(key);
    if (current.current === shown) return;
    current.current = shown;
    const place = places.current.get(shown);
    window.scrollTo(0, place?.window ?? 0);
    for (const [area, at] of place?.areas ?? []) {
      if (area.isConnected) area.scrollTo(at.left, at.top);
      else place?.areas.delete(area);
    }
  }, [shown, alive]);
}
