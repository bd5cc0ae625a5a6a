import { agreement, type Weighed, weigh } from './picture-agreement.ts';
import type { Descriptor } from './picture-descriptor.ts';
import { cells, type Grid, mirrored, type Window, wholeWindow, windowOf } from './picture-grid.ts';

const coarse = cells / 2;
const most = 0.2;
const step = 0.1;
const fine = 0.05;

/** Windows that a crop of up to a fifth may have left, in steps of a tenth. */
const cuts = [0, step, most].flatMap((before) => [0, step, most].map((after) => [before, 1 - after] as const));
const sides = cuts.filter(([from, to]) => to - from > 1 - most - fine);
const crops: readonly Window[] = sides.flatMap(([left, right]) =>
  sides.map(([top, bottom]) => ({ left, top, right, bottom })),
);

/** A picture made ready to be compared with many. */
export type Sought = { full: Pair; best: Pair; coarse: Pair; descriptor: Descriptor };
type Pair = readonly [Weighed, Weighed];

const asSeen = (grid: Grid, size = cells): Pair => [
  weigh(windowOf(grid, wholeWindow, size)),
  weigh(windowOf(mirrored(grid), wholeWindow, size)),
];

/** Prepares a picture for comparing it with many. */
export function seek(descriptor: Descriptor): Sought {
  const { full, best } = descriptor;
  return { descriptor, full: asSeen(full), best: asSeen(best), coarse: asSeen(best, coarse) };
}

/** 0 to 1: how alike two pictures are; a crop of up to a fifth or a mirror takes little from it, another colour much. */
export function likeness(a: Descriptor | Sought, b: Descriptor): number {
  const sought = 'descriptor' in a ? a : seek(a);
  const other = seek(b);
  const whole = Math.max(...sought.full.map((seen) => agreement(seen, other.full[0])));
  const parts = Math.max(asPartOf(sought, b.best), asPartOf(other, sought.descriptor.best));
  return Math.min(1, Math.max(0, whole, parts));
}

/** How well the picture lies on some window of another: looked for coarsely, then closely around the best. */
function asPartOf(sought: Sought, whole: Grid): number {
  const start = { best: -1, window: wholeWindow, side: 0 as 0 | 1 };
  for (const window of crops) {
    const part = weigh(windowOf(whole, window, coarse));
    for (const side of [0, 1] as const) {
      const best = agreement(sought.coarse[side], part);
      if (best > start.best) Object.assign(start, { best, window, side });
    }
  }
  const seen = sought.best[start.side];
  return Math.max(...around(start.window).map((window) => agreement(seen, weigh(windowOf(whole, window)))));
}

function around(window: Window): Window[] {
  const moved = (edge: keyof Window, by: number) => ({ ...window, [edge]: Math.min(1, Math.max(0, window[edge] + by)) });
  const edges = ['left', 'top', 'right', 'bottom'] as const;
  return [window, ...edges.flatMap((edge) => [moved(edge, -fine), moved(edge, fine)])];
}
