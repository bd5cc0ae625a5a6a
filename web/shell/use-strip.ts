import { type RefObject, useEffect, useState } from 'react';
import { tabScrollPadding } from '#contract/constants.ts';

type Strip = RefObject<HTMLDivElement | null>;

const tabsOf = (strip: HTMLElement) => [...strip.querySelectorAll<HTMLElement>('[role=tab]')];

/** Brings the shown tab and its neighbours into view (shell 2.6). */
export function useIntoView(strip: Strip, shown: string, count: number): void {
  useEffect(() => {
    const list = strip.current;
    if (list === null || count < 2) return;
    const tabs = tabsOf(list);
    const index = tabs.findIndex((tab) => tab.dataset.key === shown);
    if (index === -1) return;
    const [before, next] = [tabs[index - 1], tabs[index + 1]];
    if (before === undefined) list.scrollTo({ left: 0 });
    else if (next === undefined) list.scrollTo({ left: list.scrollWidth });
    else {
      const end = next.offsetLeft + next.offsetWidth + tabScrollPadding;
      const start = before.offsetLeft - tabScrollPadding;
      if (end > list.scrollLeft + list.clientWidth) list.scrollTo({ left: end - list.clientWidth });
      else if (start < list.scrollLeft) list.scrollTo({ left: start });
    }
  }, [strip, shown, count]);
}

/** The wheel moves the strip sideways and not the page: down is right, sideways wheels stay as they are. */
export function useSidewaysWheel(strip: Strip): void {
  useEffect(() => {
    const list = strip.current;
    if (list === null) return undefined;
    const handleWheel = (event: WheelEvent) => {
      if (event.deltaX !== 0 || list.scrollWidth <= list.clientWidth) return;
      event.preventDefault();
      list.scrollBy({ left: event.deltaY / 4 });
    };
    list.addEventListener('wheel', handleWheel, { passive: false });
    return () => list.removeEventListener('wheel', handleWheel);
  }, [strip]);
}

/** How much of the strip is seen: shares of its whole width, for the arrows and the thin bar below. */
export type Overflow = { start: number; share: number };

const whole: Overflow = { start: 0, share: 1 };

/** Follows what is seen of the strip. */
export function useOverflow(strip: Strip): Overflow {
  const [seen, setSeen] = useState(whole);
  useEffect(() => {
    const list = strip.current;
    if (list === null) return undefined;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = list;
      const next =
        scrollWidth > clientWidth ? { start: scrollLeft / scrollWidth, share: clientWidth / scrollWidth } : whole;
      setSeen((before) => (before.start === next.start && before.share === next.share ? before : next));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(list);
    const contents = new MutationObserver(measure);
    contents.observe(list, { childList: true, characterData: true, subtree: true });
    list.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      contents.disconnect();
      list.removeEventListener('scroll', measure);
    };
  }, [strip]);
  return seen;
}
