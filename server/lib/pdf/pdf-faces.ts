import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { inLatin } from '#contract/latin-letters.ts';

const require = createRequire(import.meta.url);

/** A glyph as pdfkit takes it. */
type Glyph = { id: number; advanceWidth: number; codePoints: number[] };
type Place = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number };

/**
 * A font that puts one glyph after the other. fontkit's own layout looks through all substitutions of a face for each word,
 * which for the Chinese one takes a hundred times as long; nothing that it finds there matters for these scripts.
 */
export type Face = fontkit.Font & {
  has(codePoint: number): boolean;
  /** Width of a character in units of the face. */
  advance(codePoint: number): number;
  layout(text: string): { glyphs: Glyph[]; positions: Place[]; advanceWidth: number };
};

function openFace(path: string): Face {
  const opened = fontkit.create(readFileSync(require.resolve(path)));
  if (!('layout' in opened)) throw new Error(`${path} holds several fonts`);
  const digits = opened.layout('0123456789', ['tnum']).glyphs;
  const glyphs = new Map<number, Glyph>();
  const glyphOf = (codePoint: number): Glyph => {
    const known = glyphs.get(codePoint);
    if (known) return known;
    // figures of one width, so that columns of them line up
    const found = digits[codePoint - 48] ?? opened.glyphForCodePoint(codePoint);
    const glyph = { id: found.id, advanceWidth: found.advanceWidth, codePoints: [codePoint] };
    glyphs.set(codePoint, glyph);
    return glyph;
  };
  // a face's own table is searched anew for each question, and a long invoice asks some million times
  const shapes = new Map<number, boolean>();
  return Object.assign(Object.create(opened) as fontkit.Font, {
    has(codePoint: number) {
      let shape = shapes.get(codePoint);
      if (shape === undefined) shapes.set(codePoint, (shape = opened.hasGlyphForCodePoint(codePoint)));
      return shape;
    },
    advance: (codePoint: number) => glyphOf(codePoint).advanceWidth,
    layout(text: string) {
      const row = [...text].map((sign) => glyphOf(sign.codePointAt(0) ?? 0));
      const positions = row.map(({ advanceWidth }) => ({
        xAdvance: advanceWidth,
        yAdvance: 0,
        xOffset: 0,
        yOffset: 0,
      }));
      return { glyphs: row, positions, advanceWidth: row.reduce((sum, glyph) => sum + glyph.advanceWidth, 0) };
    },
  });
}

const paths = {
  latin: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  latinBold: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  han: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  hanBold: '@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
};
export type FaceName = keyof typeof paths;

const faces = new Map<FaceName, Face>();

/** One of the four faces, opened when it is first needed and kept. */
export function faceOf(name: FaceName): Face {
  const known = faces.get(name);
  if (known) return known;
  const face = openFace(paths[name]);
  faces.set(name, face);
  return face;
}

const unknownSign = '□';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** What has no shape of its own: controls, marks of direction, joiners, choosers of variants. */
const shapeless = /\p{Cc}|\p{Bidi_C}|\u{2060}|\p{Variation_Selector}|[\u{200b}-\u{200d}]|\u{feff}/gu;

const isShown = (text: string) =>
  [...text].every((sign) => {
    const codePoint = sign.codePointAt(0) ?? 0;
    return faceOf('latin').has(codePoint) || faceOf('han').has(codePoint);
  });

/** A sign that no face has, as one that they have; null where nobody knows how it would read. */
function otherwise(sign: string): string | null {
  const plain = sign.normalize('NFKD').replace(/\p{M}/gu, '');
  const ways = [plain, inLatin(sign) ?? ''];
  return ways.find((text) => text !== '' && isShown(text)) ?? null;
}

/** A text as the faces can show it, on one line; `unknown` counts what became □. */
export function showable(text: string): { text: string; unknown: number } {
  const line = text.normalize('NFC').replace(/\s+/gu, ' ');
  const clean = line.replace(shapeless, '');
  if (isShown(clean)) return { text: clean, unknown: 0 };
  let unknown = 0;
  const shown = [...graphemes.segment(line)].map(({ segment }) => {
    const sign = segment.replace(shapeless, '');
    if (isShown(sign)) return sign;
    const other = otherwise(sign);
    if (other === null) unknown += 1;
    return other ?? unknownSign;
  });
  return { text: shown.join(''), unknown };
}

export type Run = { face: FaceName; text: string };

/** A showable text by runs of one face: the Latin one wherever it has the character, else the Chinese one. */
export function runsOf(text: string, bold: boolean): Run[] {
  const [latin, han] = bold ? (['latinBold', 'hanBold'] as const) : (['latin', 'han'] as const);
  const first = faceOf(latin);
  const runs: Run[] = [];
  let last: Run | undefined;
  for (const sign of text) {
    const face = first.has(sign.codePointAt(0) ?? 0) ? latin : han;
    if (last?.face === face) last.text += sign;
    else runs.push((last = { face, text: sign }));
  }
  return runs;
}

/** Width of a showable text in points. */
export function widthOf(text: string, size: number, bold: boolean): number {
  return runsOf(text, bold).reduce((sum, run) => sum + runWidth(run, size), 0);
}

/** Width of one of its runs. */
export function runWidth({ face: name, text }: Run, size: number): number {
  const face = faceOf(name);
  let units = 0;
  for (const sign of text) units += face.advance(sign.codePointAt(0) ?? 0);
  return (units * size) / face.unitsPerEm;
}
