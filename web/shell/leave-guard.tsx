import { type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import {
  type Location,
  type Navigator,
  parsePath,
  type To,
  UNSAFE_NavigationContext as NavigationContext,
} from 'react-router';
import { watchSteps } from '../lib/history-steps.ts';
import { createStore, type Store } from '../lib/store.ts';

/** What stands between a page and the next one. */
export type Leaving = {
  /** Whether going to an address would lose something typed. */
  loses: (path: string, search: string) => boolean;
  ask: () => Promise<boolean>;
};

/** Place of an entry in the browser's history, as the router notes it; undefined for entries that are not the router's. */
function placeOf(state: unknown): number | undefined {
  const known = typeof state === 'object' && state !== null && 'idx' in state;
  return known && typeof state.idx === 'number' ? state.idx : undefined;
}

/** The router's own navigator, but it asks first. */
function careful(navigator: Navigator, leaving: Store<Leaving>): Navigator {
  const unless = (to: To, go: () => void) => {
    const { pathname = '', search = '' } = typeof to === 'string' ? parsePath(to) : to;
    const { loses, ask } = leaving.get();
    if (!loses(pathname, search)) go();
    else void ask().then((yes) => yes && go());
  };
  return {
    ...navigator,
    push: (to, state, options) => unless(to, () => navigator.push(to, state, options)),
    replace: (to, state, options) => unless(to, () => navigator.replace(to, state, options)),
  };
}

/** Undoes a step of Back or Forward before the router hears of it, asks, and then perhaps goes it after all. */
function useCarefulSteps(leaving: Store<Leaving>, location: Location): void {
  const here = useRef<number>(undefined);
  useEffect(() => {
    here.current = placeOf(window.history.state);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the history has no events of its own for a new entry
  }, [location]);
  useEffect(() => {
    let [undone, asking, sure] = [false, false, false];
    const ask = async (by: number) => {
      asking = true;
      sure = await leaving.get().ask();
      asking = false;
      if (sure) window.history.go(by);
    };
    const handlePop = (event: PopStateEvent) => {
      const there = placeOf(event.state);
      const by = there === undefined || here.current === undefined ? 0 : there - here.current;
      const { pathname, search } = window.location;
      const held = by === 0 ? undone : !sure && leaving.get().loses(pathname, search);
      sure = false;
      undone = held && by !== 0;
      if (!held) return;
      event.stopImmediatePropagation();
      if (by === 0) return; // back where the question is asked
      window.history.go(-by);
      if (!asking) void ask(by);
    };
    return watchSteps(handlePop);
  }, [leaving]);
}

type LeaveGuardProps = Leaving & { location: Location; children: ReactNode };

/**
 * Asks before another page takes the place of one with something typed where no tab keeps it (shell 2.7): for links,
 * for the actions of pages, and for Back and Forward. The router has a blocker only in its far larger data routers; the
 * context with the warning name is what its own links and `useNavigate` read.
 */
export function LeaveGuard({ loses, ask, location, children }: LeaveGuardProps) {
  const router = use(NavigationContext);
  const [leaving] = useState(() => createStore<Leaving>({ loses, ask })); // read at the click, so no page follows it
  useEffect(() => {
    leaving.set({ loses, ask });
  });
  useCarefulSteps(leaving, location);
  const value = useMemo(() => ({ ...router, navigator: careful(router.navigator, leaving) }), [router, leaving]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}
