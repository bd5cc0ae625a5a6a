import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bySize } from '#testing/size.ts';
import { fewestActions, type Need } from './fewest-actions.ts';

const names = 'abcdefghijkl'.split('');
const meets = (chosen: ReadonlySet<string>, needs: readonly Need[]) =>
  needs.every((need) => need.some((fix) => chosen.has(fix)));

/** Tries every set of the twelve. */
function bruteForce(needs: readonly Need[]): number {
  let best = names.length;
  for (let bits = 0; bits < 1 << names.length; bits += 1) {
    const chosen = new Set(names.filter((_, index) => (bits >> index) & 1));
    if (chosen.size < best && meets(chosen, needs)) best = chosen.size;
  }
  return best;
}

it('the fewest actions that free all orders are as few as trying every set of twelve finds', {
  tags: ['D12-05'],
}, () => {
  const need = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(need, { maxLength: 14 }), (needs) => {
      const { actions, exact } = fewestActions(needs);
      expect(meets(new Set(actions), needs)).toBe(true);
      expect(exact).toBe(true);
      expect(actions).toHaveLength(bruteForce(needs));
    }),
    { numRuns: bySize(60, 2_000) },
  );
});

it('shares an action among orders, takes all that one order needs, and nothing for nothing', () => {
  expect(fewestActions([])).toEqual({ actions: [], exact: true });
  expect(fewestActions([['map'], ['map'], ['recharge']]).actions).toEqual(['map', 'recharge']);
  const guard = [
    ['accept 1', 'raise'],
    ['accept 2', 'raise'],
    ['accept 3', 'raise'],
  ];
  expect(fewestActions(guard).actions).toEqual(['raise']);
});
