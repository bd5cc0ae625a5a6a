import { useState } from 'react';
import { activeParents } from './page-table.ts';
import { useShell } from './shell-context.tsx';

/** What decides about open submenus: the bar's width, the page on the screen, and the submenus around its item. */
export type MenuMoment = { small: boolean; path: string; parents: readonly string[] };

/**
 * Submenus after the bar or the page has changed (shell 3.2): a collapsed bar closes all, an expanded one opens only
 * those around the page; another page opens its own and closes none.
 */
export function submenusAfter(open: ReadonlySet<string>, before: MenuMoment, now: MenuMoment): ReadonlySet<string> {
  if (now.small) return new Set();
  if (before.small) return new Set(now.parents);
  return before.path === now.path ? open : new Set([...open, ...now.parents]);
}

/** The open submenus of the sidebar, and what opens or closes one. */
export function useOpenMenus(small: boolean): { open: ReadonlySet<string>; toggle: (path: string) => void } {
  const { entries, chain } = useShell();
  const now: MenuMoment = { small, path: chain.at(-1)?.path ?? '', parents: activeParents(entries, chain) };
  const [before, setBefore] = useState(now);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(small ? [] : now.parents));
  if (before.small !== now.small || before.path !== now.path) {
    setBefore(now);
    setOpen(submenusAfter(open, before, now));
  }
  const toggle = (path: string) =>
    setOpen((paths) => new Set(paths.has(path) ? [...paths].filter((one) => one !== path) : [...paths, path]));
  return { open, toggle };
}
