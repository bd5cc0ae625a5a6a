import { cells, type Grid, mirrored, type Window, wholeWindow, windowOf } from './picture-grid.ts';

const coarse = cells / 2;
const most = 0.2;
const step = 0.1;
const fine = 0.05;
/** Looking closely does not make these alike. */
const hopeless = 0.4;

/** Windows that a crop of up to a fifth may have left, in steps of a tenth. */
const cuts = [0, step, most].flatMap((before) => [0, step, most].map((after) => [before, 1 - after] as const));
const sides = cuts.filter(([from, to]) => to - from > 1 - most - fine);
const crops: readonly Window[] = sides.flatMap(([left, right]) =>
  sides.map(([top, bottom]) => ({ left, top, right, bottom })),
);

/** A picture made ready to be compared with many: as it is and in a mirror, and the windows of it. */
export type Sought = { full: Pair; best: Pair; rough: Pair; windows: readonly Weighed[]; grid: Grid };
type Pair = readonly [Weighed, Weighed];

const sized = (grid: Grid, size: number) => (size === cells ? grid : windowOf(grid, wholeWindow, size));
const bothWays = (grid: Grid, size = cells): Pair => [weigh(sized(grid, size)), weigh(sized(mirrored(grid), size))];
const windowsOf = (grid: Grid): Weighed[] => crops.map((window) => weigh(windowOf(grid, window, coarse)));

/** Prepares a picture for comparing it with many. */
export function seek({ full, best }: Descriptor): Sought {
  return {
    full: bothWays(full),
    best: bothWays(best),
    rough: bothWays(best, coarse),
    windows: windowsOf(best),
    grid: best,
  };
}

/** 0 to 1: how alike two pictures are; a crop of up to a fifth or a mirror takes little from it, another colour much. */
export function similarity(a: Descriptor | Sought, b: Descriptor): number {
  const one = 'grid' in a ? a : seek(a);
  const other = seek(b);
  const whole = Math.max(...one.full.map((seen) => agreement(seen, other.full[0])));
  return Math.min(1, Math.max(0, whole, asPartOf(one, other), asPartOf(other, one)));
}

/** How well a picture lies on some window of another: looked for roughly, then closely around the best. */
function asPartOf(part: Sought, whole: Sought): number {
  const start = { best: -1, window: wholeWindow, side: 0 as 0 | 1 };
  for (const [index, window] of whole.windows.entries()) {
    for (const side of [0, 1] as const) {
      const best = agreement(part.rough[side], window);
      if (best > start.best) Object.assign(start, { best, window: crops[index], side });
    }
  }
  if (start.best < hopeless) return start.best;
  const seen = part.best[start.side];
  return Math.max(...around(start.window).map((window) => agreement(seen, weigh(windowOf(whole.grid, window)))));
}

function around(window: Window): Window[] {
  const moved = (edge: keyof Window, by: number) => ({
    ...window,
    [edge]: Math.min(1, Math.max(0, window[edge] + by)),
  });
  const edges = ['left', 'top', 'right', 'bottom'] as const;
  return [window, ...edges.flatMap((edge) => [moved(edge, -fine), moved(edge, fine)])];
}

/** What a picture looks like, for comparing: all of it, and the thing on it where its surroundings are plain. */
export type Descriptor = { full: Grid; best: Grid };

/** A grid with what every comparison of it needs: its mean lightness, how much that varies, how much colour there is. */
type Weighed = { grid: Grid; mean: number; spread: number; colour: number };

/** Weighs a grid once, for many comparisons. */
function weigh(grid: Grid): Weighed {
  let [light, square, colour] = [0, 0, 0];
  for (let at = 0; at < grid.length; at += 3) {
    const [l, a, b] = [grid[at] ?? 0, grid[at + 1] ?? 0, grid[at + 2] ?? 0];
    light += l;
    square += l * l;
    colour += a * a + b * b;
  }
  const count = grid.length / 3;
  const mean = light / count;
  return { grid, mean, spread: Math.max(0, square / count - mean * mean), colour: colour / count };
}

// Below these a difference is noise: of compression, of a nearly flat or nearly grey picture.
const flat = 40;
const grey = 12;

/** −1 to 1: how well two grids of one size lie on each other in form and colour; brightness hardly counts. */
function agreement(a: Weighed, b: Weighed): number {
  let [form, colour] = [0, 0];
  const [one, other] = [a.grid, b.grid];
  for (let at = 0; at < one.length; at += 3) {
    form += (one[at] ?? 0) * (other[at] ?? 0);
    colour += (one[at + 1] ?? 0) * (other[at + 1] ?? 0) + (one[at + 2] ?? 0) * (other[at + 2] ?? 0);
  }
  const count = one.length / 3;
  const spread = Math.sqrt(a.spread * b.spread);
  const shape = (form / count - a.mean * b.mean + flat) / (spread + flat);
  const contrast = (2 * spread + flat) / (a.spread + b.spread + flat);
  const tint = ((2 * colour) / count + grey) / (a.colour + b.colour + grey);
  return shape * Math.sqrt(contrast) * tint;
}
