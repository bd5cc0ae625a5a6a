import type { MouseEvent } from 'react';
import { samePath } from '../lib/paths.ts';
import { useShell } from './shell-context.tsx';
import { useOpenTabs } from './use-tabs.ts';

/**
 * A plain click on the menu item of the page on the screen makes that page anew, without its query (asked for again
 * and again by users of such shells); answers whether it does.
 */
export function useStartAgain(): (path: string, event: MouseEvent) => boolean {
  const { chain } = useShell();
  const { list, shown, refresh } = useOpenTabs();
  return (path, event) => {
    const modified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const tab = list.find((one) => one.key === shown);
    if (modified || tab === undefined || !samePath(chain.at(-1)?.path ?? '', path)) return false;
    void refresh({ ...tab, search: '', hash: '' });
    return true;
  };
}
