/** Numbers that look random and are the same on every machine and every run. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  /** True in `share` of the cases, 0 to 1. */
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the list, as often as its weight says. */
  weighted<T>(list: readonly (readonly [T, number])[]): T;
  /** `count` different entries (all of them when there are fewer), in random order. */
  some<T>(list: readonly T[], count: number): T[];
  /** A stream of its own, so that a change here leaves the others as they are. */
  branch(name: string): Random;
};

function seedOf(text: string): number {
  let hash = 2_166_136_261;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}

/** A generator (mulberry32) that starts from a text. */
export function randomFrom(seed: string): Random {
  let state = seedOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    const found = list[int(0, list.length - 1)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  };
  return {
    next,
    int,
    pick,
    chance: (share) => next() < share,
    weighted(list) {
      let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of list) {
        left -= weight;
        if (left < 0) return value;
      }
      return pick(list)[0];
    },
    some(list, count) {
      const rest = [...list];
      for (let at = rest.length - 1; at > 0; at -= 1) {
        const other = int(0, at);
        const [a, b] = [rest[at], rest[other]];
        if (a !== undefined && b !== undefined) [rest[at], rest[other]] = [b, a];
      }
      return rest.slice(0, count);
    },
    branch: (name) => randomFrom(`${seed}/${name}`),
  };
}
