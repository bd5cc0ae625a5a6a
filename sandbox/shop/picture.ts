import sharp from 'sharp';
import { newBrush } from './drawing/brush.ts';
import { type MotifName, motifNames, motifs } from './drawing/motifs.ts';
import type { Picture } from './rows.ts';

/** Where a picture is taken: what is behind, how near, and what stands in the back. */
type Scene = { wall: string; floor: string; back: string; zoom: number; x: number };

// Grounds are plain, as shops take their pictures; the colours of one differ by less than search takes for the thing.
const SCENES: readonly Scene[] = [
  { wall: '#ffffff', floor: '#f3f4f5', back: '', zoom: 1.1, x: 0 },
  {
    wall: '#f4f1ed',
    floor: '#e7e3dd',
    back: '<path d="M90 440V260a210 210 0 0 1 420 0v180z" fill="#ece8e1"/>',
    zoom: 1.13,
    x: 6,
  },
  { wall: '#ebeef0', floor: '#dde1e4', back: '<circle cx="400" cy="220" r="190" fill="#f3f5f6"/>', zoom: 1.02, x: -12 },
  {
    wall: '#eff0ec',
    floor: '#e3e5df',
    back: '<path d="M0 0h210L60 440H0zM330 0h110L290 440H180z" fill="#f7f8f5"/>',
    zoom: 1.07,
    x: 14,
  },
];
/** The provider's catalogue shows its goods on white. */
export const CATALOGUE_SCENE = 0;
/** How many scenes the shops have between them, numbered from 1. */
export const SHOP_SCENES = SCENES.length - 1;
const FIELD = 600;

function isMotif(text: string | undefined): text is MotifName {
  return motifNames.some((name) => name === text);
}

/** Drawing of a product, of so many pixels; the same id always gives the same picture. */
export function productSvg(productId: string, picture: Picture, side = FIELD): string {
  const mixed = Number(BigInt(productId) % 9_973n);
  const motif = isMotif(picture.motif) ? picture.motif : motifNames[mixed % motifNames.length];
  const scene = SCENES[picture.scene ?? 1 + (mixed % SHOP_SCENES)] ?? SCENES[CATALOGUE_SCENE];
  if (!motif || !scene) throw new Error('there is nothing to draw');
  const brush = newBrush();
  const body = motifs[motif](brush).join('');
  const { wall, floor, back, zoom, x } = scene;
  const place = `translate(${300 + x} 300) scale(${zoom}) translate(-300 -300)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${FIELD} ${FIELD}">
<defs>${brush.defs()}<radialGradient id="s"><stop offset="0" stop-color="#2b2118" stop-opacity=".34"/><stop offset="1" stop-color="#2b2118" stop-opacity="0"/></radialGradient></defs>
<rect width="600" height="600" fill="${wall}"/>${back}<rect y="440" width="600" height="160" fill="${floor}"/>
<g transform="${place}"><ellipse cx="300" cy="482" rx="230" ry="30" fill="url(#s)"/>${body}</g></svg>`;
}

/** The drawing as PNG of 600 × 600. */
export async function productPng(productId: string, picture: Picture): Promise<Buffer> {
  return sharp(Buffer.from(productSvg(productId, picture)))
    .png({ compressionLevel: 6 })
    .toBuffer();
}
