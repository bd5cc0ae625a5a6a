import type { Grid } from './picture-grid.ts';

/** A grid with what every comparison of it needs: its mean lightness, how much that varies, how much colour there is. */
export type Weighed = { grid: Grid; mean: number; spread: number; colour: number };

/** Weighs a grid once, for many comparisons. */
export function weigh(grid: Grid): Weighed {
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
export function agreement(a: Weighed, b: Weighed): number {
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
