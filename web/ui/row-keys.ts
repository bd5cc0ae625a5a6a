import type { RefObject } from 'react';
import { usePageKeys } from './page-keys.ts';

const rowsOf = (root: HTMLElement | null) => [...(root?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
const rowAt = (root: HTMLElement | null) => {
  const { activeElement } = document;
  return rowsOf(root).findIndex((row) => row.contains(activeElement));
};
/** What takes the keys for its row: the button that opens it, else its tick, else whatever can be focused. */
const stopOf = (row: HTMLElement) =>
  row.querySelector<HTMLElement>('[data-row-opener]') ?? row.querySelector<HTMLElement>('input, button, a[href]');

/**
 * The keys of a list: j and k walk through the rows by moving the focus itself, so that Enter opens and readers of the
 * screen follow; x ticks the row, Shift x all from the last ticked one, Escape gives the ticks back.
 */
export function useRowKeys(
  root: RefObject<HTMLElement | null>,
  action: { tick: ((index: number, range: boolean) => void) | undefined; clear: (() => boolean) | undefined },
): void {
  const step = (by: 1 | -1) => {
    const rows = rowsOf(root.current);
    const at = rowAt(root.current);
    const next = rows[at < 0 ? (by === 1 ? 0 : rows.length - 1) : at + by];
    if (next === undefined) return rows.length > 0;
    stopOf(next)?.focus();
    next.scrollIntoView({ block: 'nearest' });
    return true;
  };
  const tick = (range: boolean) => {
    const at = rowAt(root.current);
    if (at < 0 || action.tick === undefined) return false;
    action.tick(at, range);
    return true;
  };
  usePageKeys({
    j: () => step(1),
    k: () => step(-1),
    x: () => tick(false),
    X: () => tick(true),
    Escape: () => action.clear?.() ?? false,
  });
}
