import { expect, it } from 'vitest';
import { claimedOrdersAt } from './use-period.ts';

it('leads to the claimed orders that were shipped in the months of the figures', () => {
  const filter = { from: '2026-10-30', to: '2026-11-28', store_id: 's1', product_id: undefined };
  const address = new URL(claimedOrdersAt(filter, 'p1'), 'http://localhost');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    store_id: 's1',
    shipped_from: '2026-10-01',
    shipped_to: '2026-11-30',
    product_id: 'p1',
    claim: 'yes',
  });
});
