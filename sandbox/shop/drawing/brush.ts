/** Colours of a gradient: where it stands (0 to 1), the colour, and how opaque it is. */
type Stop = readonly [at: number, colour: string, opacity?: number];

/** A motif on a field of 600 × 600, standing on the line y = 480; what it needs of gradients it takes from the brush. */
export type Motif = (brush: Brush) => readonly string[];
export type Brush = ReturnType<typeof newBrush>;

/** A colour mixed with white (above 0) or with black (below). */
export function toned(colour: string, by: number): string {
  const end = by > 0 ? 255 : 0;
  const share = Math.abs(by);
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round(value + (end - value) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** Materials to draw with; `defs` has the gradients and patterns that were used. */
export function newBrush() {
  const kept = new Map<string, string>();
  const define = (body: (id: string) => string): string => {
    const key = body('');
    const id = kept.has(key) ? [...kept.keys()].indexOf(key) : kept.size;
    kept.set(key, body(`m${id}`));
    return `url(#m${id})`;
  };
  const stops = (list: readonly Stop[]) =>
    list.map(([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`);
  const linear = (to: string, list: readonly Stop[]) =>
    define((id) => `<linearGradient id="${id}" x1="0" y1="0" ${to}>${stops(list).join('')}</linearGradient>`);
  const radial = (middle: string, list: readonly Stop[]) =>
    define((id) => `<radialGradient id="${id}" ${middle}>${stops(list).join('')}</radialGradient>`);
  const pattern = (size: string, turn: number, body: string) =>
    define(
      (id) =>
        `<pattern id="${id}" patternUnits="userSpaceOnUse" ${size} patternTransform="rotate(${turn})">${body}</pattern>`,
    );
  return {
    defs: () => [...kept.values()].join(''),
    /** Round as a cylinder that stands. */
    tube: (colour: string) =>
      linear('x2="1" y2="0"', [
        [0, toned(colour, -0.22)],
        [0.2, toned(colour, 0.06)],
        [0.34, toned(colour, 0.3)],
        [0.55, colour],
        [1, toned(colour, -0.34)],
      ]),
    /** Round as a cylinder that lies. */
    roll: (colour: string) =>
      linear('x2="0" y2="1"', [
        [0, toned(colour, -0.05)],
        [0.3, toned(colour, 0.24)],
        [0.6, colour],
        [1, toned(colour, -0.36)],
      ]),
    /** Round as a ball. */
    ball: (colour: string) =>
      radial('cx=".36" cy=".3" r=".8"', [
        [0, toned(colour, 0.38)],
        [0.45, colour],
        [1, toned(colour, -0.34)],
      ]),
    /** Flat, lit from above on the left. */
    lit: (colour: string) =>
      linear('x2=".8" y2="1"', [
        [0, toned(colour, 0.16)],
        [0.5, colour],
        [1, toned(colour, -0.16)],
      ]),
    /** Polished: hard edges between light and dark. */
    metal: (colour: string) =>
      linear('x2="1" y2=".15"', [
        [0, toned(colour, -0.38)],
        [0.18, toned(colour, 0.1)],
        [0.3, toned(colour, 0.72)],
        [0.42, toned(colour, 0.05)],
        [0.7, toned(colour, -0.18)],
        [0.86, toned(colour, 0.34)],
        [1, toned(colour, -0.42)],
      ]),
    /** Seen through, brighter at its edges. */
    glass: (colour: string, opacity = 0.5) =>
      linear('x2="1" y2="0"', [
        [0, toned(colour, -0.2), opacity],
        [0.16, toned(colour, 0.5), opacity * 0.45],
        [0.8, colour, opacity * 0.55],
        [1, toned(colour, -0.28), opacity],
      ]),
    /** Light that fades away from its middle. */
    glow: (colour: string, opacity = 0.9) =>
      radial('cx=".5" cy=".5" r=".5"', [
        [0, colour, opacity],
        [0.5, colour, opacity * 0.5],
        [1, colour, 0],
      ]),
    /** Bands of two colours. */
    bands: (one: string, other: string, width: number, turn = 0) =>
      pattern(
        `width="${width * 2}" height="${width * 2}"`,
        turn,
        `<rect width="${width * 2}" height="${width * 2}" fill="${one}"/><rect width="${width}" height="${width * 2}" fill="${other}"/>`,
      ),
    /** Spots on a ground, which may be `none`. */
    spots: (ground: string, colour: string, step: number, turn = 0) =>
      pattern(
        `width="${step}" height="${step}"`,
        turn,
        `<rect width="${step}" height="${step}" fill="${ground}"/><circle cx="${step / 3}" cy="${step / 3}" r="${step / 6}" fill="${colour}"/><circle cx="${step * 0.8}" cy="${step * 0.75}" r="${step / 10}" fill="${colour}"/>`,
      ),
    /** Thin lines on a ground, which may be `none`. */
    lines: (ground: string, colour: string, step: number, turn = 0) =>
      pattern(
        `width="${step}" height="${step}"`,
        turn,
        `<rect width="${step}" height="${step}" fill="${ground}"/><rect width="${step / 6}" height="${step}" fill="${colour}"/>`,
      ),
    /** Grain along the board. */
    wood: (colour: string, turn = 0) =>
      pattern(
        'width="120" height="26"',
        turn,
        `<rect width="120" height="26" fill="${colour}"/><path d="M0 6q30-5 60 0t60 0M0 16q40 5 120 0M0 22q60-4 120 0" fill="none" stroke="${toned(colour, -0.2)}" stroke-width="2"/>`,
      ),
  };
}

// Shapes. A box is "x y width height radius", an oval "x y rx ry", a disc "x y r".

/** An outline that is filled. */
export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;

/** A stroke with round ends. */
export const line = (d: string, colour: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

/** A rectangle with round corners: "x y width height radius". */
export function box(at: string, fill: string, more = ''): string {
  const [x, y, width, height, radius = '0'] = at.split(' ');
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" ${more}/>`;
}

/** An ellipse: "x y rx ry". */
export function oval(at: string, fill: string, more = ''): string {
  const [x, y, rx, ry] = at.split(' ');
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;
}

/** A circle: "x y r". */
export function disc(at: string, fill: string, more = ''): string {
  const [x, y, r] = at.split(' ');
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
}

/** Parts turned, moved or scaled together, by SVG's own words. */
export const placed = (transform: string, ...parts: readonly string[]): string =>
  `<g transform="${transform}">${parts.join('')}</g>`;

/** The same drawn so many times, each told its number. */
export const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

/** So much of a part as shows through. */
export const faint = (opacity: number): string => `opacity="${opacity}"`;
