import { useLayoutEffect, useState, useSyncExternalStore } from 'react';

let open: readonly symbol[] = [];
const listeners = new Set<() => void>();

function change(next: readonly symbol[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a dialog or drawer is the last that opened: Escape is for that one alone, not for those below it. */
export function useTopmost(opened: boolean): boolean {
  const [own] = useState(() => Symbol('overlay'));
  useLayoutEffect(() => {
    if (!opened) return undefined;
    change([...open, own]);
    return () => change(open.filter((one) => one !== own));
  }, [opened, own]);
  return useSyncExternalStore(subscribe, () => open.at(-1) === own);
}
