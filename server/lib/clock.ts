/** The only source of the present moment for rules: handed in, so that tests decide what time it is. */
export type Clock = { now(): Date };

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until set otherwise. */
export type FixedClock = Clock & {
  /** Moves on by so many milliseconds (or back, if negative) and returns the new moment. */
  advance(milliseconds: number): Date;
  set(moment: Date | string): void;
};

/** A clock for tests, standing at `start`. */
export function fixedClock(start: Date | string = '2026-11-21T09:00:00.000Z'): FixedClock {
  let current = toTime(start);
  return {
    now: () => new Date(current),
    advance(milliseconds) {
      current += milliseconds;
      return new Date(current);
    },
    set(moment) {
      current = toTime(moment);
    },
  };
}

function toTime(moment: Date | string): number {
  const time = new Date(moment).getTime();
  if (Number.isNaN(time)) throw new RangeError(`"${String(moment)}" is not a moment in time.`);
  return time;
}
