/** Points of which share, at either end of a chart, a text above them would not stay whole. */
const edge = 0.1;

/** The text beside the only bar of a chart, for a point within it; `half` the bar's width in pixels. */
export const markBeside = (value: string, half: number, className = '') =>
  ({ value, position: 'right', textAnchor: 'start', className, offset: half + 8 }) as const;

/** The text above a point of a chart: in its middle, at the ends of the chart on the side that has room. */
export function chartMark(value: string, { place, of }: { place: number; of: number }, className = '') {
  const share = of < 2 ? 0.5 : place / (of - 1);
  const textAnchor = share < edge ? ('start' as const) : share > 1 - edge ? ('end' as const) : ('middle' as const);
  return { value, position: 'top' as const, textAnchor, className, offset: of < 2 ? 10 : 5 }; // above the dot of a single point
}
