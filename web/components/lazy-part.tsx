import {
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { createStore, useStore } from '../lib/store.ts';
import { MissingPart } from './missing-part.tsx';

const failed = new Set<HTMLLinkElement>();

if (typeof window !== 'undefined') {
  // errors of elements do not bubble, but pass here on their way down
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
    },
    true,
  );
}

function again(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const fresh = document.createElement('link');
    fresh.rel = 'stylesheet';
    fresh.href = link.href;
    fresh.addEventListener('load', () => resolve());
    fresh.addEventListener('error', () => reject(new Error(`no answer for ${fresh.href}`)));
    link.replaceWith(fresh);
    failed.delete(link);
  });
}

/** Fetches the stylesheets again that did not come: the bundler asks for each once only. */
async function stylesAgain(): Promise<void> {
  await Promise.all([...failed].map(again));
}

const loaders = new WeakMap<object, () => Promise<unknown>>();
/** How many parts have come. */
const arrived = createStore(0);

/** How many parts on the screen still wait for their code: what they open by themselves is not open yet. */
export const awaitedParts = createStore(0);

function Awaited() {
  useLayoutEffect(() => {
    awaitedParts.set((count) => count + 1);
    return () => awaitedParts.set((count) => count - 1);
  }, []);
  return null;
}

/**
 * Shows `fallback` until the code of the parts inside has come, and then the parts at once: what React finds out by itself
 * it shows no sooner than 300 ms after the fallback, which is longer than the code takes.
 */
export function LazyBoundary({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  useStore(arrived);
  return (
    <Suspense
      fallback={
        <>
          <Awaited />
          {fallback}
        </>
      }
    >
      {children}
    </Suspense>
  );
}

/**
 * A component whose code is fetched when it first shows. When that fails (no connection, or a newer version took its
 * place) a sentence and a button stand there instead of a blank page, and the next look tries again.
 */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  partOf(load, () => undefined);

/** As `lazyPart`, for a drawer or dialog: the sentence stands over the page and can be closed. */
export const lazyOverlay = <P extends { onClose: () => void }>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> => partOf(load, ({ onClose }) => onClose);

function partOf<P extends object>(
  load: () => Promise<ComponentType<P>>,
  closeOf: (props: P) => (() => void) | undefined,
): ComponentType<P> {
  let failures = 0;
  let ready: ComponentType<P> | undefined;
  let current = attempt();

  async function fetchPart(): Promise<ComponentType<P>> {
    if (ready) return ready;
    const part = await load();
    ready = part;
    arrived.set((count) => count + 1);
    return part;
  }

  function attempt(): LazyExoticComponent<ComponentType<P>> {
    return lazy(async (): Promise<{ default: ComponentType<P> }> => {
      // Browsers may remember a module that did not come, and never ask for it again: without a connection none is asked for.
      if (!navigator.onLine) return { default: Missing };
      try {
        await stylesAgain();
        return { default: await fetchPart() };
      } catch {
        failures += 1;
        return { default: Missing };
      }
    });
  }

  function Missing(props: P) {
    const [Again, setAgain] = useState<ComponentType<P>>();
    useEffect(
      () => () => {
        current = attempt();
      },
      [],
    );
    const handleRetry = () => {
      current = attempt();
      setAgain(() => current);
    };
    if (Again !== undefined) return <Again {...props} />;
    return <MissingPart onRetry={handleRetry} onClose={closeOf(props)} lasting={failures > 1} />;
  }

  function Part(props: P) {
    const [Current] = useState(() => ready ?? current); // kept while it is mounted: another one would lose its state
    return <Current {...props} />;
  }

  loaders.set(Part, fetchPart);
  return Part;
}

/** Fetches the code of a lazy component ahead of its time; a failure is the business of its showing. */
export function fetchAhead<P>(part: ComponentType<P> | undefined): void {
  if (part !== undefined && navigator.onLine)
    loaders
      .get(part)?.()
      .catch(() => undefined);
}
