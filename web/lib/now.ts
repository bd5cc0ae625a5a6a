import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const clock = createStore(new Date());
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function watch(): () => void {
  watchers += 1;
  if (watchers === 1) {
    clock.set(new Date());
    timer = setInterval(() => clock.set(new Date()), 60_000);
  }
  return () => {
    watchers -= 1;
    if (watchers === 0) clearInterval(timer);
  };
}

/**
 * The time for "3 minutes ago": what is drawn between two ticks was often written after the last one, which is no time
 * to come.
 */
export function useNowAtLeast(): Date {
  const tick = useNow();
  return new Date(Math.max(tick.getTime(), Date.now()));
}

/** The time, to the minute; all who show it share one timer. */
export function useNow(): Date {
  useEffect(watch, []);
  return useStore(clock);
}
