import { expect, it } from 'vitest';
import { type Draft, openFirst, unitsOf } from './claim-draft.ts';
import type { ClaimGroup } from './claims-types.ts';

it('offers the reasons that can be claimed now before those that can’t', () => {
  const reasons = [
    { reason: 'not_received', allowed: false },
    { reason: 'customs', allowed: true },
    { reason: 'damaged', allowed: false },
    { reason: 'returned', allowed: true },
  ];
  expect(openFirst(reasons).map(({ reason }) => reason)).toEqual(['customs', 'returned', 'not_received', 'damaged']);
});

it('claims all units of a lost parcel, and of a parcel with a wrong item none before they are chosen', () => {
  const line = (line_id: string, quantity: number) =>
    ({ line_id, quantity, open_claim: null }) as ClaimGroup['lines'][number];
  const group = { lines: [line('a', 2), line('b', 1), line('gone', 0)] };
  const units = (reason: Draft['reason'], set: Draft['lines'] = {}, of = group) =>
    of.lines.map((one) => unitsOf(one, { group: 0, reason, wanted: 'refund', lines: set, note: '', dirty: false }, of));
  expect(units('lost')).toEqual([2, 1, 0]);
  expect(units('wrong_item')).toEqual([0, 0, 0]);
  expect(units('wrong_item', { b: { quantity: 1 } })).toEqual([0, 1, 0]);
  expect(units('wrong_item', {}, { lines: [line('a', 2), line('gone', 0)] })).toEqual([2, 0]);
});
