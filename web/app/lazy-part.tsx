import { type ComponentType, lazy, type LazyExoticComponent, useEffect, useState } from 'react';
import { MissingPart } from './missing-part.tsx';
import { stylesAgain } from './styles-again.ts';

const loaders = new WeakMap<object, () => Promise<unknown>>();

/**
 * A component whose code is fetched when it first shows. When that fails (no connection, or a newer version took its
 * place) a sentence and a button stand there instead of a blank page, and the next look tries again.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let current = attempt();

  function attempt(): LazyExoticComponent<ComponentType<P>> {
    return lazy(async () => {
      try {
        await stylesAgain();
        return { default: await load() };
      } catch {
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
    return Again === undefined ? <MissingPart onRetry={handleRetry} /> : <Again {...props} />;
  }

  function Part(props: P) {
    const Current = current;
    return <Current {...props} />;
  }

  loaders.set(Part, load);
  return Part;
}

/** Fetches the code of a lazy component ahead of its time; a failure is the business of its showing. */
export function fetchAhead<P>(part: ComponentType<P> | undefined): void {
  if (part !== undefined)
    loaders
      .get(part)?.()
      .catch(() => undefined);
}
