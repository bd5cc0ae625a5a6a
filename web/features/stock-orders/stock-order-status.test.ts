import { expect, it } from 'vitest';
import { stockOrderStatuses } from '#contract/stock-order-rules.ts';
import { isAgentNext, isDue, statusKey } from './stock-order-status.ts';

const now = new Date('2026-11-27T20:00:00Z'); // the 28th in the warehouse
const on = (eta: string | null, status: 'inbound' | 'requested' | 'stocked' | 'quoted' = 'inbound') => ({
  status,
  eta,
});

it('calls for staff what waits for them as its tab is called, and for its merchant as it stands', () => {
  expect(statusKey(on(null, 'requested'), true)).toBe('staffStates.to_quote');
  expect(statusKey(on(null, 'requested'), false)).toBe('statuses.requested');
  expect(statusKey(on('2026-11-01', 'stocked'), true)).toBe('staffStates.to_complete');
  expect(statusKey(on('2026-11-01', 'stocked'), false)).toBe('statuses.stocked');
  expect(statusKey(on(null, 'quoted'), true)).toBe('statuses.quoted');
});

it('says of a delivery that it is due from its day on, where the warehouse is', () => {
  expect([isDue(on('2026-11-28'), now), isDue(on('2026-11-29'), now), isDue(on(null), now)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(statusKey(on('2026-11-28'), true, now)).toBe('arrivalDue');
  expect(statusKey(on('2026-11-28'), false, now)).toBe('statuses.inbound');
});

it('names the agent where colleagues who count units can do nothing', () => {
  expect(stockOrderStatuses.filter(isAgentNext)).toEqual(['requested', 'partly_paid', 'stocked']);
});
