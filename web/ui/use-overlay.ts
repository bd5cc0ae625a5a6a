import { createContext, use, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Whether the dialogs inside greet the user (spec §2, dialogs): they are none of the page's. */
export const GreetingContext = createContext(false);

type Opening = { owner: symbol; close: () => void; greets: boolean };
let openings: readonly Opening[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Opening[]): void {
  openings = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('keydown', closeLast, { capture: true });
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('keydown', closeLast, { capture: true });
  };
}

function closeLast(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  const isFieldsOwn =
    event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true'; // its open list
  if (!isFieldsOwn) openings.at(-1)?.close();
}

const lowest = 200;

type Overlay = { opened: boolean; onClose: () => void; closeOnEscape: false; zIndex: number };

/**
 * Props of a dialog, palette or drawer among those that are open: it lies over what opened before it, and Escape closes
 * the last one alone. The library listens once per dialog, so that one key could close two.
 */
export function useOverlay(opened: boolean, onClose: () => void): Overlay {
  const [owner] = useState(() => Symbol('overlay'));
  const close = useEffectEvent(onClose);
  const greets = use(GreetingContext);
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const opening = { owner, close: () => close(), greets };
    change([...openings, opening]);
    return () => change(openings.filter((one) => one !== opening));
  }, [opened, owner, greets]);
  const level = useSyncExternalStore(subscribe, () => openings.findLastIndex((one) => one.owner === owner));
  const [lastLevel, setLastLevel] = useState(0); // for as long as it takes to disappear
  if (level >= 0 && level !== lastLevel) setLastLevel(level);
  return { opened, onClose, closeOnEscape: false, zIndex: lowest + lastLevel };
}

/** Whether a dialog, palette or drawer is open that does not greet the user. */
export function usePageOverlay(): boolean {
  return useSyncExternalStore(subscribe, () => openings.some(({ greets }) => !greets));
}
