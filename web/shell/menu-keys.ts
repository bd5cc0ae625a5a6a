import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Arrow keys walk through the links and submenus of the element that listens; Home and End go to its ends. */
export function walkMenu(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button')].filter((item) =>
    item.checkVisibility(),
  );
  const at = items.findIndex((item) => item === document.activeElement);
  const next = items[step(at, items.length)];
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
