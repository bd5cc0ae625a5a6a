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

/** What is drawn now was often written after the last tick: it lies behind us. */
function catchUp(): void {
  if (Date.now() - clock.get().getTime() > 1000) clock.set(new Date());
}

/** The time, to the minute, and anew when `moment` changes; all who show it share one timer. */
export function useNow(moment?: unknown): Date {
  useEffect(watch, []);
  useEffect(catchUp, [moment]);
  return useStore(clock);
}
