import { useLayoutEffect } from 'react';

/**
 * Gives the focus back to what opened a dialog. The library does so when `opened` turns false; this also serves
 * dialogs that go away together with their component.
 */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [opened]);
}
