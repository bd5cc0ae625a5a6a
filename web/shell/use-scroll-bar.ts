import { useLayoutEffect } from 'react';

/**
 * Notes on the document whether its scroll bar takes room, for the lock of dialogs in tokens.css. CSS alone cannot
 * tell: it would keep a gutter free for bars that lie over the page as well.
 */
export function useScrollBar(): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const measure = () => {
      if (document.querySelector('[aria-modal="true"]') !== null) return; // locked: nothing to measure
      root.toggleAttribute('data-scroll-bar', window.innerWidth > root.clientWidth);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
}
