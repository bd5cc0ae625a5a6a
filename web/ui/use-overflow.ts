import { type RefObject, useEffect, useState } from 'react';

/** What does not fit into a place that scrolls, and at which ends of it more is hidden. */
export type Overflow = { overflows: boolean; before: boolean; after: boolean };

const fits: Overflow = { overflows: false, before: false, after: false };

/** Whether the content of a place is wider or higher than it, followed while it is resized, filled or scrolled. */
export function useOverflow(place: RefObject<HTMLElement | null>): Overflow {
  const [found, setFound] = useState(fits);
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const measure = () => {
      const next = {
        overflows: current.scrollWidth > current.clientWidth || current.scrollHeight > current.clientHeight,
        before: current.scrollLeft > 1,
        after: current.scrollLeft + current.clientWidth < current.scrollWidth - 1,
      };
      setFound((last) =>
        last.overflows === next.overflows && last.before === next.before && last.after === next.after ? last : next,
      );
    };
    const observer = new ResizeObserver(measure);
    for (const part of [current, ...current.children]) observer.observe(part);
    current.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', measure);
    };
  }, [place]);
  return found;
}
