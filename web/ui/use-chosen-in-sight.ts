import { type RefObject, useEffect, useRef } from 'react';

const faded = 40; // px at an end behind which there are more, as in the style sheets

/**
 * Brings what is chosen in a strip that scrolls sideways into sight, where an address led to it; nothing but the strip
 * itself moves. `now` says what it is, and changes once more when the strip gets wider.
 */
export function useChosenInSight(
  strip: RefObject<HTMLElement | null>,
  now: string,
  find: (box: HTMLElement) => Element | null | undefined,
): void {
  const shown = useRef(''); // outlives a while behind another page, whose return brings back where the reader had moved it
  useEffect(() => {
    if (shown.current === now) return;
    shown.current = now;
    const box = strip.current;
    const chosen = box && find(box);
    if (!box || !chosen) return;
    const [place, sight] = [chosen.getBoundingClientRect(), box.getBoundingClientRect()];
    const before = place.left - faded - sight.left;
    const behind = place.right + faded - sight.left - box.clientWidth;
    if (behind > 0) box.scrollBy({ left: behind, behavior: 'instant' });
    else if (before < 0) box.scrollBy({ left: before, behavior: 'instant' });
  });
}
