import type { Box, Raster } from './picture-raster.ts';

/** Cells of a part of a picture, row by row: lightness, red–green, yellow–blue of each, −128 to 127. */
export type Grid = Int8Array;

export const cells = 16;
export const gridLength = cells * cells * 3;

/** Averages a part of the raster into cells. */
export function gridOf(raster: Raster, box: Box): Grid {
  const grid = new Int8Array(gridLength);
  const [stepX, stepY] = [(box.right - box.left) / cells, (box.bottom - box.top) / cells];
  for (let row = 0; row < cells; row += 1) {
    for (let column = 0; column < cells; column += 1) {
      const [red, green, blue] = meanOf(raster, box.left + column * stepX, box.top + row * stepY, stepX, stepY);
      const at = (row * cells + column) * 3;
      grid[at] = red * 0.3 + green * 0.59 + blue * 0.11 - 128;
      grid[at + 1] = (red - green) / 2;
      grid[at + 2] = ((red + green) / 2 - blue) / 2;
    }
  }
  return grid;
}

function meanOf(raster: Raster, x: number, y: number, width: number, height: number): [number, number, number] {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, bottom] = [Math.max(left + 1, Math.round(x + width)), Math.max(top + 1, Math.round(y + height))];
  let [red, green, blue] = [0, 0, 0];
  for (let line = top; line < bottom; line += 1) {
    for (let at = (line * raster.side + left) * 3; at < (line * raster.side + right) * 3; at += 3) {
      red += raster.rgb[at] ?? 0;
      green += raster.rgb[at + 1] ?? 0;
      blue += raster.rgb[at + 2] ?? 0;
    }
  }
  const count = (right - left) * (bottom - top);
  return [red / count, green / count, blue / count];
}

/** The same seen in a mirror. */
export function mirrored(grid: Grid): Grid {
  const out = new Int8Array(gridLength);
  for (let row = 0; row < cells; row += 1) {
    for (let column = 0; column < cells; column += 1) {
      const from = (row * cells + column) * 3;
      out.set(grid.subarray(from, from + 3), (row * cells + cells - 1 - column) * 3);
    }
  }
  return out;
}

/** A part of a picture by its shares of width and height, 0 to 1. */
export type Window = { left: number; top: number; right: number; bottom: number };

export const wholeWindow: Window = { left: 0, top: 0, right: 1, bottom: 1 };

/** What a window of the grid would look like as a grid of its own, of `to` cells in a row. */
export function windowOf(grid: Grid, window: Window, to = cells): Grid {
  const columns = samplesOf(window.left, window.right, to);
  const rows = samplesOf(window.top, window.bottom, to);
  const out = new Int8Array(to * to * 3);
  let next = 0;
  for (let row = 0; row < to; row += 1) {
    const y = rows.first[row] ?? 0;
    const below = rows.share[row] ?? 0;
    for (let column = 0; column < to; column += 1) {
      const at = (y * cells + (columns.first[column] ?? 0)) * 3;
      const right = columns.share[column] ?? 0;
      const mixed = [(1 - right) * (1 - below), right * (1 - below), (1 - right) * below, right * below] as const;
      for (let channel = at; channel < at + 3; channel += 1, next += 1) {
        const upper = (grid[channel] ?? 0) * mixed[0] + (grid[channel + 3] ?? 0) * mixed[1];
        const lower = (grid[channel + line] ?? 0) * mixed[2] + (grid[channel + line + 3] ?? 0) * mixed[3];
        out[next] = Math.round(upper + lower);
      }
    }
  }
  return out;
}

const line = cells * 3;
/** For each sample the first of the two cells that it lies between, and how near it is to the second. */
type Samples = { first: Uint8Array; share: Float32Array };
const known = new Map<number, Samples>();

function samplesOf(from: number, until: number, to: number): Samples {
  const key = (Math.round(from * 100) * 101 + Math.round(until * 100)) * 32 + to;
  const found = known.get(key);
  if (found) return found;
  const middles = Array.from({ length: to }, (_, at) => (from + ((at + 0.5) / to) * (until - from)) * cells - 0.5);
  const first = middles.map((middle) => Math.min(cells - 2, Math.max(0, Math.floor(middle))));
  const share = middles.map((middle, at) => Math.min(1, Math.max(0, middle - (first[at] ?? 0))));
  const samples = { first: Uint8Array.from(first), share: Float32Array.from(share) };
  known.set(key, samples); // a few dozen: windows move in steps of a twentieth
  return samples;
}
