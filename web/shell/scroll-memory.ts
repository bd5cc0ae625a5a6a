import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

type Place = { window: number; areas: Map<Element, { left: number; top: number }> };

/**
 * Remembers how far the page of each tab was scrolled, window and inner areas, and goes there when it shows again: an
 * area that is not drawn forgets where it stood. Tabs that are not among `alive` are forgotten.
 */
export function useScrollMemory(root: RefObject<HTMLElement | null>, shown: string, alive: readonly string[]): void {
  const places = useRef(new Map<string, Place>());
  const current = useRef(shown);

  useEffect(() => {
    const handleScroll = ({ target }: Event) => {
      const place = places.current.get(current.current) ?? { window: 0, areas: new Map() };
      places.current.set(current.current, place);
      if (target instanceof Document) place.window = window.scrollY;
      else if (target instanceof Element && root.current?.contains(target) === true) {
        place.areas.set(target, { left: target.scrollLeft, top: target.scrollTop });
      }
    };
    const before = history.scrollRestoration;
    history.scrollRestoration = 'manual'; // the browser's own memory is by visit and would fight with this one
    document.addEventListener('scroll', handleScroll, { capture: true, passive: true });
    return () => {
      document.removeEventListener('scroll', handleScroll, { capture: true });
      history.scrollRestoration = before;
    };
  }, [root]);

  useLayoutEffect(() => {
    for (const key of places.current.keys()) if (!alive.includes(key)) places.current.delete(key);
    if (current.current === shown) return;
    current.current = shown;
    const place = places.current.get(shown);
    window.scrollTo(0, place?.window ?? 0);
    for (const [area, at] of place?.areas ?? []) {
      if (area.isConnected) area.scrollTo(at.left, at.top);
      else place?.areas.delete(area);
    }
  }, [shown, alive]);
}
