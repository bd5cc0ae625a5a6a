/** A place in a chart's plot, in pixels from its left and from its bottom. */
type Point = { x: number; y: number };
type Box = { left: number; right: number; bottom: number };
type Anchor = 'start' | 'middle' | 'end';

export type Plot = {
  width: number;
  /** How high reaches what is drawn, from left to right. */
  drawn: readonly Point[];
  /** Where another text stands already. */
  taken?: Box | undefined;
};

const gap = 5;
/** Above the dot of a single point. */
const dotGap = 10;
const lineHeight = 16;
/** Room right of the plot. */
const margin = 20;
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 12.5 : 7), 0);

/** The text beside the only bar of a chart, for a point within it; `half` the bar's width in pixels. */
export const markBeside = (value: string, half: number, className = '') =>
  ({ value, position: 'right', textAnchor: 'start', className, offset: half + 8 }) as const;

/**
 * A text above one of some points of a chart: above the one that it stands nearest to without lying on anything that is drawn,
 * beginning, centered or ending there. `reach` is how high it goes.
 */
export function chartMark(value: string, points: readonly Point[], plot: Plot, className = '') {
  const wide = widthOf(value);
  const places = points.flatMap((point, place) => {
    const spans = spansAt(point.x, wide);
    const whole = spans.filter(({ left, right }) => left >= 0 && right <= plot.width + margin);
    return (whole.length > 0 ? whole : spans).map((span) => {
      const raise = Math.max(0, floorUnder(span, plot) - point.y);
      return { ...span, place, y: point.y, raise };
    });
  });
  const [first, ...others] = places;
  if (first === undefined) return undefined;
  const { place, y, raise, anchor, left, right } = others.reduce(
    (best, one) => (one.raise < best.raise || (one.raise === best.raise && one.y > best.y) ? one : best),
    first,
  );
  const offset = raise + (plot.drawn.length < 2 ? dotGap : gap);
  const bottom = y + offset;
  return {
    place,
    box: { left, right, bottom },
    reach: bottom + lineHeight,
    label: { value, position: 'top' as const, textAnchor: anchor, className, offset },
  };
}

const spansAt = (x: number, wide: number): { anchor: Anchor; left: number; right: number }[] => [
  { anchor: 'middle', left: x - wide / 2, right: x + wide / 2 },
  { anchor: 'start', left: x, right: x + wide },
  { anchor: 'end', left: x - wide, right: x },
];

/** How high a text must stand over a part of the plot. */
function floorUnder({ left, right }: { left: number; right: number }, { drawn, taken }: Plot): number {
  const [one, next] = drawn;
  const half = one && next ? (next.x - one.x) / 2 : 0; // bars are as wide as there is room
  const below = drawn.filter(({ x }) => x + half > left && x - half < right).map(({ y }) => y);
  if (taken && taken.left < right && taken.right > left) below.push(taken.bottom + lineHeight);
  return Math.max(0, ...below);
}
