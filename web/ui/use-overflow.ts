import { type RefObject, useEffect, useState } from 'react';

/** What does not fit into a place that scrolls, and at which ends of it more is hidden. */
export type Overflow = { overflows: boolean; before: boolean; after: boolean; below: boolean };

const fits: Overflow = { overflows: false, before: false, after: false, below: false };
const ends = ['overflows', 'before', 'after', 'below'] as const;

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
        below: current.scrollTop + current.clientHeight < current.scrollHeight - 1,
      };
      setFound((last) => (ends.every((end) => last[end] === next[end]) ? last : next));
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
