/** By how much an amount rises, in hundredths of a per cent of what it was: the rise of the two that stand beside it. */
export const pairRise = (before: number, after: number): number =>
  before === 0 ? 0 : Math.round(((after - before) * 10_000) / before);
