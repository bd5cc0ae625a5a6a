import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClaimAction, claimActions, claimRefusal, claimStatuses } from './claim-rules.ts';
import { paidShares, splitByWeight, unitsWorth } from './claim-verdict-rules.ts';

describe('a claim', () => {
  it('refuses each action from each state where it has no place, by whoever has no part in it', async () => {
    const now = new Date('2026-11-21T09:00:00.000Z');
    const sides = ['merchant', 'staff', 'system'] as const;
    const actions = Object.keys(claimActions) as ClaimAction[]; // the keys of the table itself
    const cases = actions.flatMap((action) =>
      claimStatuses.flatMap((status) => sides.map((by) => ({ action, status, by }))),
    );
    for (const { action, status, by } of cases) {
      const { from, by: allowed }: { from: readonly string[]; by: readonly string[] } = claimActions[action];
      const refusal = claimRefusal(action, { status, appealed_at: null, decided_at: now.toISOString() }, by, now);
      const possible = from.includes(status) && allowed.includes(by);
      expect([action, status, by, refusal === null]).toEqual([action, status, by, possible]);
    }
  });

  it('splits what was paid over lines and units so that parts never exceed the whole', () => {
    const line = fc.record({
      paid_quantity: fc.integer({ min: 1, max: 50 }),
      unit_cost: fc.option(fc.integer({ min: 0, max: 50_000 })),
      parts: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 9_000_000 }),
        (rows, paid) => {
          const lines = rows.map((row, n) => ({ ...row, line_id: String(n) }));
          const shares = paidShares(lines, paid);
          expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBe(paid);
          for (const { line_id, paid_quantity, parts } of lines) {
            const share = shares.get(line_id) ?? 0;
            let left = paid_quantity;
            const worth = parts.map((units) => {
              const taken = Math.min(units, left);
              left -= taken;
              return unitsWorth(share, taken, paid_quantity);
            });
            expect(worth.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(share);
            expect(unitsWorth(share, paid_quantity, paid_quantity)).toBe(share);
          }
        },
      ),
    );
    expect(splitByWeight(10, [0, 0])).toEqual([0, 0]);
    expect(splitByWeight(100, [1, 1, 1])).toEqual([34, 33, 33]);
  });
});
