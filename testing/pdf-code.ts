import { inflateSync } from 'node:zlib';
import decodeQR from 'qr/decode.js';

type Rect = { x: number; y: number; width: number; height: number };

/** The contents of the streams of a PDF that are packed or plain text. */
function* streamsOf(bytes: Buffer): Generator<string> {
  for (let at = bytes.indexOf('stream\n'); at !== -1; at = bytes.indexOf('stream\n', at + 1)) {
    if (bytes.subarray(at - 3, at).toString() === 'end') continue;
    const packed = bytes.subarray(at + 7, bytes.indexOf('\nendstream', at));
    try {
      yield inflateSync(packed).toString('latin1');
    } catch {
      yield packed.toString('latin1');
    }
  }
}

/** The rectangles that one path of a PDF fills in black. */
function blackRects(bytes: Buffer): Rect[] {
  for (const content of streamsOf(bytes)) {
    const path = /(?:[\d.]+ [\d.]+ [\d.]+ [\d.]+ re\n)+(?:\/\w+ cs\n)?0 0 0 scn\nf/.exec(content)?.[0];
    if (path === undefined) continue;
    return [...path.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)].map(([, x, y, width, height]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    }));
  }
  return [];
}

/** The modules of the QR code that a PDF draws, row by row; empty without one. */
export function pdfModules(bytes: Buffer): boolean[][] {
  const rects = blackRects(bytes);
  const [first] = rects;
  if (!first) return [];
  const [left, top] = [Math.min(...rects.map(({ x }) => x)), Math.min(...rects.map(({ y }) => y))];
  const placeOf = (points: number) => Math.round(points / first.height);
  const count = placeOf(Math.max(...rects.map(({ x, width }) => x + width)) - left);
  const rows = Array.from({ length: count }, () => Array.from({ length: count }, () => false));
  for (const { x, y, width } of rects)
    for (let n = 0; n < placeOf(width); n += 1) (rows[placeOf(y - top)] ?? [])[placeOf(x - left) + n] = true;
  return rows;
}

/** What the QR code of a PDF says, read as a camera would; null without one. */
export function pdfCode(bytes: Buffer): string | null {
  const modules = pdfModules(bytes);
  if (modules.length === 0) return null;
  const [pixels, margin] = [4, 4]; // a module in pixels, and the light margin in modules
  const side = (modules.length + 2 * margin) * pixels;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (modules[Math.floor(y / pixels) - margin]?.[Math.floor(x / pixels) - margin] === true)
        data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
  return decodeQR({ width: side, height: side, data });
}
