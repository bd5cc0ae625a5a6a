/** A place in a chart's plot, in pixels from its left and from its bottom. */
type Point = { x: number; y: number };
type Anchor = 'start' | 'middle' | 'end';

export type Plot = {
  width: number;
  /** How high reaches what is drawn, from left to right. */
  drawn: readonly Point[];
};

const gap = 5;
/** Above the dot of a single point. */
const dotGap = 10;
const lineHeight = 16;
/** Room right of the plot. */
const margin = 20;
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 12.5 : 7), 0);

/**
 * A text above a point of a chart without lying on anything that is drawn, beginning, centered or ending there. `reach` is how
 * high it goes.
 */
export function chartMark(value: string, { x, y }: Point, plot: Plot, className = '') {
  const spans = spansAt(x, widthOf(value));
  const whole = spans.filter(({ left, right }) => left >= 0 && right <= plot.width + margin);
  const raised = (whole.length > 0 ? whole : spans).map((span) => {
    return { ...span, raise: Math.max(0, floorUnder(span, plot) - y) };
  });
  const { raise, anchor, left, right } = raised.reduce((best, one) => (one.raise < best.raise ? one : best));
  const offset = raise + (plot.drawn.length < 2 ? dotGap : gap);
  const bottom = y + offset;
  return {
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
function floorUnder({ left, right }: { left: number; right: number }, { drawn }: Plot): number {
  const [one, next] = drawn;
  const half = one && next ? (next.x - one.x) / 2 : 0; // bars are as wide as there is room
  const below = drawn.filter(({ x }) => x + half > left && x - half < right).map(({ y }) => y);
  return Math.max(0, ...below);
}
