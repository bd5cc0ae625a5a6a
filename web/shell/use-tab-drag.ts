import { type PointerEvent, type RefObject, useRef, useState } from 'react';

/** From here on a press is a drag, in px. */
const slack = 6;
const edge = 28;
const step = 10;

type Drag = { key: string; x: number; moving: boolean };

/** Index at which a tab dragged to `x` belongs: it passes a neighbour once it is over the neighbour's middle. */
export function dropIndex(boxes: readonly { left: number; width: number }[], from: number, x: number): number {
  const middle = (index: number) => {
    const box = boxes[index];
    return box === undefined ? Number.NaN : box.left + box.width / 2;
  };
  let to = from;
  while (to > 0 && x < middle(to - 1)) to -= 1;
  while (to < boxes.length - 1 && x > middle(to + 1)) to += 1;
  return to;
}

/** Reordering of tabs by mouse or pen; a finger scrolls the strip instead. */
export function useTabDrag(strip: RefObject<HTMLDivElement | null>, onMove: (key: string, to: number) => void) {
  const drag = useRef<Drag>(undefined);
  const [dragged, setDragged] = useState<string>();
  const stop = () => {
    drag.current = undefined;
    setDragged(undefined);
  };
  return {
    /** Key of the tab that is on its way. */
    dragged,
    onPointerDown(key: string, event: PointerEvent) {
      if (event.button === 0 && event.pointerType !== 'touch') drag.current = { key, x: event.clientX, moving: false };
    },
    onPointerMove(event: PointerEvent) {
      const [now, list] = [drag.current, strip.current];
      if (now === undefined || list === null) return;
      if (event.buttons === 0) {
        stop(); // let go outside of the strip
        return;
      }
      if (!now.moving && Math.abs(event.clientX - now.x) < slack) return;
      if (!now.moving) {
        now.moving = true;
        list.setPointerCapture(event.pointerId); // from here on the tabs below get no clicks
        setDragged(now.key);
      }
      const seen = list.getBoundingClientRect();
      if (event.clientX > seen.right - edge) list.scrollBy({ left: step });
      else if (event.clientX < seen.left + edge) list.scrollBy({ left: -step });
      const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
      const from = tabs.findIndex((tab) => tab.dataset.key === now.key);
      const to = dropIndex(
        tabs.map((tab) => tab.getBoundingClientRect()),
        from,
        event.clientX,
      );
      if (to !== from) onMove(now.key, to);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  };
}
