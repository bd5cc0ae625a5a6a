import { expect, it } from 'vitest';
import { openFirst } from './claim-draft.ts';

it('offers the reasons that can be claimed now before those that can’t', () => {
  const reasons = [
    { reason: 'not_received', allowed: false },
    { reason: 'customs', allowed: true },
    { reason: 'damaged', allowed: false },
    { reason: 'returned', allowed: true },
  ];
  expect(openFirst(reasons).map(({ reason }) => reason)).toEqual(['customs', 'returned', 'not_received', 'damaged']);
});
