import { useSyncExternalStore } from 'react';

// The window's width and not the body's: a dialog that hides the scroll bar must not switch the device.
const query = '(max-width: 991.98px)';

let mobile: boolean | undefined;

function look(): boolean {
  if (mobile === undefined || !document.hidden) mobile = window.matchMedia(query).matches;
  return mobile;
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    media.removeEventListener('change', listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/**
 * Whether the window is under 992 px wide (spec §2, decision 16: 992 is not mobile). Resizing a page that is hidden
 * changes nothing until it shows again (spec §4).
 */
export function useMobile(): boolean {
  return useSyncExternalStore(subscribe, look);
}
