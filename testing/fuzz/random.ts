/** A repeatable source of chance: the same seed gives the same values. */
export type Random = {
  /** 0 ≤ n < 1. */
  next(): number;
  /** A whole number between both, included. */
  between(least: number, most: number): number;
  /** True in `share` of all cases. */
  chance(share: number): boolean;
  pick<T>(of: readonly T[]): T;
};

/** Mulberry32: small, fast and good enough to choose test data. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (of) => of[between(0, of.length - 1)] as (typeof of)[number], // never asked for nothing
  };
}
