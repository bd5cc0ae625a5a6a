import { expect, it } from 'vitest';
import { statusKey } from './stock-order-status.ts';

it('calls what waits for a price as its tab is called for staff, and as a request for its merchant', () => {
  expect(statusKey('requested', true)).toBe('staffStates.to_quote');
  expect(statusKey('requested', false)).toBe('statuses.requested');
  expect(statusKey('quoted', true)).toBe('statuses.quoted');
});
