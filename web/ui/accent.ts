import type { MantineColorsTuple } from '@mantine/core';

type Rgb = [red: number, green: number, blue: number];

function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (i: 0 | 1 | 2) => from[i] + (to[i] - from[i]) * share;
  return [part(0), part(1), part(2)];
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb; // three in, three out
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG contrast of two `#rrggbb` colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(parseHex(a)), luminance(parseHex(b))];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Contrast that text and filled buttons keep: 4.5 of WCAG AA and a little for tints (P36). */
const enough = 4.55;
/** The darkest ground of the light theme that a link stands on: the page itself. */
const lightGround = '#f2f4f7';

function darkEnough(base: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const shade = mix(base, [0, 16, 48], share);
    if (contrast(toHex(shade), lightGround) >= enough) return shade;
  }
  return [0, 16, 48];
}

const white: Rgb = [255, 255, 255];

/** The nearest tint of a colour, `from` on, that keeps a contrast on a dark surface. */
function lightEnough(base: Rgb, surface: string, wanted: number, from: number): string {
  for (let share = from; share < 1; share += 0.02) {
    const tint = toHex(mix(base, white, share));
    if (contrast(tint, surface) >= wanted) return tint;
  }
  return '#ffffff';
}

/** The colour itself, or its nearest shade that can be seen as a line on white. */
function lineOnWhite(base: Rgb): string {
  for (let share = 0; share < 1; share += 0.02) {
    const shade = toHex(mix(base, [0, 16, 48], share));
    if (contrast(shade, '#ffffff') >= forShapes) return shade;
  }
  return '#001030';
}

/** Contrast that lines and icons keep (WCAG 1.4.11). */
const forShapes = 3;
/** The lightest surfaces that text stands on: of the dark theme, and of the sidebar, which is dark in both. */
const darkSurface = '#263140';
const sidebarSurface = '#2a3850';

/** What a chosen colour becomes where it must be seen: as text, as a line or ring, as an icon on it (P36). */
export function accentTones(color: string) {
  const base = parseHex(color);
  return {
    light: { text: toHex(darkEnough(base)), line: lineOnWhite(base) },
    dark: {
      text: lightEnough(base, darkSurface, 4.5, 0.26), // accents lose some saturation in the dark theme
      line: lightEnough(base, darkSurface, forShapes, 0),
    },
    sidebar: lightEnough(base, sidebarSurface, 4.5, 0.48),
    on: contrast(color, '#ffffff') >= forShapes ? '#ffffff' : '#10141b',
  };
}

/** Index of the chosen colour itself in its scale. */
export const accentBase = 5;
/** Index of the shade for text and filled buttons on light. */
export const accentStrong = 7;

/** Ten shades of a `#rrggbb` colour: tints, the colour at 5, and from 7 on shades that carry white text. */
export function accentScale(color: string): MantineColorsTuple {
  const base = parseHex(color);
  const strong = darkEnough(base);
  const tints = [0.93, 0.84, 0.68, 0.48, 0.26].map((share) => toHex(mix(base, white, share)));
  const deeper = [0.14, 0.3].map((share) => toHex(mix(strong, [0, 12, 36], share)));
  return [
    ...tints,
    toHex(base),
    toHex(mix(base, strong, 0.5)),
    toHex(strong),
    ...deeper,
  ] as unknown as MantineColorsTuple; // ten by construction
}
