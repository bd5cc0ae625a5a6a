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
  const columns = Array.from({ length: to }, (_, index) => sampleAt(window.left, window.right, index / to, 1 / to));
  const rows = Array.from({ length: to }, (_, index) => sampleAt(window.top, window.bottom, index / to, 1 / to));
  const out = new Int8Array(to * to * 3);
  let next = 0;
  for (const [y, shareY] of rows) {
    for (const [x, shareX] of columns) {
      const upper = (y * cells + x) * 3;
      const lower = upper + cells * 3;
      for (let at = 0; at < 3; at += 1, next += 1) {
        const above = (grid[upper + at] ?? 0) * (1 - shareX) + (grid[upper + at + 3] ?? 0) * shareX;
        const below = (grid[lower + at] ?? 0) * (1 - shareX) + (grid[lower + at + 3] ?? 0) * shareX;
        out[next] = Math.round(above * (1 - shareY) + below * shareY);
      }
    }
  }
  return out;
}

/** The first of the two cells that a sample lies between, and how near it is to the second. */
function sampleAt(from: number, to: number, share: number, step: number): [number, number] {
  const middle = (from + (share + step / 2) * (to - from)) * cells - 0.5;
  const first = Math.min(cells - 2, Math.max(0, Math.floor(middle)));
  return [first, Math.min(1, Math.max(0, middle - first))];
}
