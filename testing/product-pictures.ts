import sharp from 'sharp';
import { type Random, randomFrom } from '#sandbox/demo/random.ts';

/** A drawn product: `model` shares its shape and parts with its colour duplicates, `colour` tells them apart. */
export type DrawnProduct = { model: number; colour: number; svg: string };

/** Colours that a shop would name differently. */
const palette = [
  '#20242c',
  '#f2f0ea',
  '#8d9199',
  '#c8262e',
  '#f08a24',
  '#f3d23b',
  '#3f9b46',
  '#1f4d3a',
  '#35b5b0',
  '#2f6fd6',
  '#1c2a5e',
  '#7b3fa8',
  '#e987b4',
  '#7a4a2b',
  '#d9b98a',
] as const;

const alphabet = 'ABCDEFGHKLMNPRSTUVXYZ';
const size = 480;
const perModel = 3;

/** Draws `count` products, in groups of duplicates that differ only by their colour; the same seed draws the same. */
export function drawProducts(count: number, seed = 'products'): DrawnProduct[] {
  return Array.from({ length: count }, (_, index) => {
    const model = Math.floor(index / perModel);
    const colours = randomFrom(`${seed}/${model}/colours`).some(palette, perModel);
    return {
      model,
      colour: index % perModel,
      svg: drawingOf(`${seed}/${model}`, colours[index % perModel] ?? palette[0]),
    };
  });
}

/** The drawing as a shop would upload it. */
export function pictureOf(product: DrawnProduct): Promise<Buffer> {
  return sharp(Buffer.from(product.svg)).jpeg({ quality: 88 }).toBuffer();
}

function drawingOf(seed: string, colour: string): string {
  const look = randomFrom(`${seed}/look`);
  const body = bodyOf(look.branch('body'), colour);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 480 480">${sceneOf(look.branch('scene'))}${body}</svg>`;
}

/** White as in a catalogue, a plain wall, or a room with things in it. */
function sceneOf(look: Random): string {
  const kind = look.weighted([
    ['white', 5],
    ['wall', 2],
    ['room', 4],
  ] as const);
  if (kind === 'white') return '<rect width="480" height="480" fill="#fff"/>';
  const wall = `hsl(${look.int(0, 359)} ${look.int(8, 45)}% ${look.int(55, 90)}%)`;
  const plain = `<rect width="480" height="480" fill="${wall}"/>`;
  if (kind === 'wall') return plain;
  const table = `<rect y="${look.int(300, 400)}" width="480" height="200" fill="hsl(${look.int(10, 50)} ${look.int(15, 50)}% ${look.int(25, 70)}%)"/>`;
  const things = Array.from({ length: look.int(3, 8) }, () => thingOf(look)).join('');
  return plain + table + things;
}

function thingOf(look: Random): string {
  const fill = `hsl(${look.int(0, 359)} ${look.int(10, 70)}% ${look.int(20, 85)}%)`;
  const [x, y] = [look.int(-30, 480), look.int(-30, 420)];
  if (look.chance(0.4)) return `<circle cx="${x}" cy="${y}" r="${look.int(15, 80)}" fill="${fill}"/>`;
  return `<rect x="${x}" y="${y}" width="${look.int(20, 150)}" height="${look.int(20, 170)}" rx="${look.int(0, 30)}" fill="${fill}" transform="rotate(${look.int(-20, 20)} ${x} ${y})"/>`;
}

/** A silhouette of its own with parts, a pattern and sometimes a print. */
function bodyOf(look: Random, colour: string): string {
  const outline = outlineOf(look);
  const shade = look.chance(0.5) ? '#000' : '#fff';
  const parts = Array.from({ length: look.int(2, 6) }, () => partOf(look, colour)).join('');
  const clip = `<clipPath id="c"><path d="${outline}"/></clipPath>`;
  const turn = look.int(-12, 12);
  const scale = 0.75 + look.next() * 0.5;
  return `<g transform="translate(${look.int(215, 265)} ${look.int(215, 265)}) rotate(${turn}) scale(${scale.toFixed(3)})">${clip}<path d="${outline}" fill="${colour}" stroke="#0003" stroke-width="3"/><g clip-path="url(#c)">${patternOf(look)}<rect x="-240" y="-240" width="${look.int(120, 260)}" height="480" fill="${shade}" opacity="0.14"/>${parts}</g>${printOf(look)}</g>`;
}

/** A closed curve through points around the middle; often the same on both sides, as things that are made mostly are. */
function outlineOf(look: Random): string {
  const points = look.int(5, 9);
  const radius = () => look.int(75, 215);
  const stretch = 0.55 + look.next() * 0.9;
  const half = Array.from({ length: points }, radius);
  const around = look.chance(0.6) ? [...half, ...half.toReversed()] : Array.from({ length: points * 2 }, radius);
  const at = around.map((r, index) => {
    const angle = ((index + 0.5) / around.length) * 2 * Math.PI;
    return [Math.sin(angle) * r * Math.min(stretch, 1), -Math.cos(angle) * r * Math.min(1 / stretch, 1)] as const;
  });
  const middles = at.map(([x, y], index) => {
    const [nextX, nextY] = at[(index + 1) % at.length] ?? [x, y];
    return [(x + nextX) / 2, (y + nextY) / 2] as const;
  });
  const sharpEdges = look.chance(0.35);
  const steps = at.map(([x, y], index) => {
    const [toX, toY] = middles[index] ?? [x, y];
    return sharpEdges ? `L${x | 0} ${y | 0}` : `Q${x | 0} ${y | 0} ${toX | 0} ${toY | 0}`;
  });
  const [startX, startY] = middles.at(-1) ?? [0, 0];
  return `M${startX | 0} ${startY | 0}${steps.join('')}Z`;
}

function partOf(look: Random, colour: string): string {
  const fill = look.weighted([
    ['#111b', 3],
    ['#fffc', 3],
    [look.pick(palette), 2],
    [colour, 1],
  ] as const);
  const [x, y] = [look.int(-150, 110), look.int(-150, 110)];
  if (look.chance(0.5)) return `<circle cx="${x}" cy="${y}" r="${look.int(10, 60)}" fill="${fill}"/>`;
  return `<rect x="${x}" y="${y}" width="${look.int(20, 160)}" height="${look.int(12, 110)}" rx="${look.int(0, 20)}" fill="${fill}"/>`;
}

function patternOf(look: Random): string {
  const kind = look.weighted([
    ['plain', 4],
    ['stripes', 2],
    ['dots', 2],
  ] as const);
  if (kind === 'plain') return '';
  const step = look.int(34, 80);
  const places = Array.from({ length: Math.ceil(460 / step) }, (_, index) => -230 + index * step);
  if (kind === 'stripes')
    return places
      .map((x) => `<rect x="${x}" y="-240" width="${step / 3}" height="480" fill="#fff" opacity="0.5"/>`)
      .join('');
  return places
    .flatMap((x) => places.map((y) => `<circle cx="${x}" cy="${y}" r="${step / 5}" fill="#000" opacity="0.45"/>`))
    .join('');
}

function printOf(look: Random): string {
  if (look.chance(0.6)) return '';
  const letters = Array.from({ length: look.int(2, 6) }, () => alphabet.charAt(look.int(0, alphabet.length - 1))).join(
    '',
  );
  return `<text x="0" y="${look.int(-80, 90)}" text-anchor="middle" font-family="sans-serif" font-weight="bold" font-size="${look.int(30, 80)}" fill="${look.pick(['#fff', '#111', '#c33'])}">${letters}</text>`;
}
