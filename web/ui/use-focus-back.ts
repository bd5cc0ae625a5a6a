import { useLayoutEffect } from 'react';

/**
 * Gives the focus back to what opened a dialog, or to the dialog beneath when that is gone (as a button that went
 * away with the choice of a file). The library does so when `opened` turns false; this also serves dialogs that go
 * away together with their component.
 */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const opener = document.activeElement;
    const beneath = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')];
    return () => {
      const gone = !(opener instanceof HTMLElement) || opener === document.body || !opener.isConnected;
      const target = gone ? beneath.findLast((dialog) => dialog.isConnected) : opener;
      target?.focus({ preventScroll: true });
    };
  }, [opened]);
}
