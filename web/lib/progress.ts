import { useLayoutEffect } from 'react';
import { createStore } from './store.ts';

/** How many things on the screen still wait for their page; the bar at the top follows it. */
export const waiting = createStore(0);

/**
 * Shows the bar while the calling component is on the screen: a placeholder of something that is being fetched.
 * Arrival, redirect, failure and a navigation elsewhere all take the placeholder away, and the bar with it.
 */
export function useWaiting(): void {
  useLayoutEffect(() => {
    waiting.set((count) => count + 1);
    return () => waiting.set((count) => count - 1);
  }, []);
}
