import { useSyncExternalStore } from 'react';

const onResize = (listener: () => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};

/** The window's width in CSS pixels with its scroll bar, by which media queries go. */
export const useWindowWidth = (): number => useSyncExternalStore(onResize, () => window.innerWidth);
