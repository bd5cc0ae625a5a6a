/** A picture as small as similarity needs it: `side` × `side` RGB, whatever its shape was. */
export type Raster = { side: number; rgb: Buffer };

/** A part of a raster, in pixels; `right` and `bottom` are the first ones outside. */
export type Box = { left: number; top: number; right: number; bottom: number };

/** Sides of the raster that pictures are compared by, in pixels. */
export const rasterSide = 128;

/** The whole raster as a box. */
export const fullBox = (raster: Raster): Box => ({ left: 0, top: 0, right: raster.side, bottom: raster.side });

const flatShare = 0.6;
const tolerance = 26;
const lineShare = 0.025;
const least = rasterSide / 6;

/** Where the thing is when most of the edge has one colour, as a shop's white; the whole picture otherwise. */
export function contentBox(raster: Raster): Box {
  const edge = edgePixels(raster.side);
  const ground = [0, 1, 2].map((channel) => median(edge.map((at) => raster.rgb[at + channel] ?? 0)));
  const differs = (at: number) =>
    ground.some((value, channel) => Math.abs((raster.rgb[at + channel] ?? 0) - value) > tolerance);
  const flat = edge.filter((at) => !differs(at)).length / edge.length;
  if (flat < flatShare) return fullBox(raster);
  const { columns, rows } = countLines(raster.side, differs);
  const [left, right] = extent(columns);
  const [top, bottom] = extent(rows);
  return right - left < least || bottom - top < least ? fullBox(raster) : { left, top, right, bottom };
}

function edgePixels(length: number): number[] {
  const at = (x: number, y: number) => (y * length + x) * 3;
  return Array.from({ length }, (_, index) => [
    at(index, 0),
    at(index, length - 1),
    at(0, index),
    at(length - 1, index),
  ]).flat();
}

function countLines(length: number, differs: (at: number) => boolean): { columns: number[]; rows: number[] } {
  const columns = Array.from({ length }, () => 0);
  const rows = Array.from({ length }, () => 0);
  for (let y = 0; y < length; y += 1) {
    for (let x = 0; x < length; x += 1) {
      if (!differs((y * length + x) * 3)) continue;
      columns[x] = (columns[x] ?? 0) + 1;
      rows[y] = (rows[y] ?? 0) + 1;
    }
  }
  return { columns, rows };
}

/** First line with enough on it, and the one behind the last. */
function extent(counts: readonly number[]): [number, number] {
  const enough = (count: number) => count > counts.length * lineShare;
  const first = counts.findIndex(enough);
  return first < 0 ? [0, 0] : [first, counts.findLastIndex(enough) + 1];
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
