import { type Grid, mirrored, wholeWindow, type Window, windowOf } from './picture-grid.ts';
import type { Descriptor } from './picture-similarity.ts';

/** Zeros and ones: few differ between alike pictures, about half between others. */
export type Code = string;

/** Length of a code; the width of the columns that keep them. */
export const codeLength = 480;

const rough = 8;
const cut = 0.15;

/** What is kept of a picture to be found by: whole, its thing, and that with a bit cut off each side. */
export type Codes = Record<'full' | 'best' | 'left' | 'right' | 'top' | 'bottom', Code>;

const parts: Record<Exclude<keyof Codes, 'full'>, Window> = {
  best: wholeWindow,
  left: { ...wholeWindow, left: cut },
  right: { ...wholeWindow, right: 1 - cut },
  top: { ...wholeWindow, top: cut },
  bottom: { ...wholeWindow, bottom: 1 - cut },
};

/** The codes a stored picture is found by. */
export function codesOf({ full, best }: Descriptor): Codes {
  const of = (window: Window) => codeOf(best, window);
  return {
    full: codeOf(full, wholeWindow),
    best: of(parts.best),
    left: of(parts.left),
    right: of(parts.right),
    top: of(parts.top),
    bottom: of(parts.bottom),
  };
}

/** The codes to look for: as it is, and in a mirror. */
export function soughtCodes({ full, best }: Descriptor): Record<'full' | 'best', readonly [Code, Code]> {
  const both = (grid: Grid) => [codeOf(grid, wholeWindow), codeOf(mirrored(grid), wholeWindow)] as const;
  return { full: both(full), best: both(best) };
}

/** Lighter and darker parts, where lightness rises and falls, and where which colour is. */
function codeOf(grid: Grid, window: Window): Code {
  const small = windowOf(grid, window, rough);
  const light = (row: number, column: number) => small[(row * rough + column) * 3] ?? 0;
  const { mean, deviation } = spreadOf(small);
  const bits: boolean[] = [];
  const slope = Math.max(4, deviation * 0.35);
  for (let row = 0; row < rough; row += 1) {
    for (let column = 0; column < rough; column += 1) {
      const here = light(row, column);
      bits.push(here > mean + deviation * 0.3, here > mean - deviation * 0.3);
      const [right, below] = [light(row, column + 1) - here, light(row + 1, column) - here];
      if (column < rough - 1) bits.push(right > slope, right < -slope);
      if (row < rough - 1) bits.push(below > slope, below < -slope);
    }
  }
  const colours = windowOf(grid, window, rough / 2).filter((_, at) => at % 3 !== 0);
  for (const colour of colours) bits.push(colour > 5, colour < -5, colour > 20, colour < -20);
  return bits.map((bit) => (bit ? '1' : '0')).join('');
}

function spreadOf(small: Grid): { mean: number; deviation: number } {
  const lights = small.filter((_, at) => at % 3 === 0);
  const mean = lights.reduce((sum, light) => sum + light, 0) / lights.length;
  const square = lights.reduce((sum, light) => sum + light * light, 0) / lights.length;
  return { mean, deviation: Math.sqrt(Math.max(1, square - mean * mean)) };
}
