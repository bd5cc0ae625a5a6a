import { describe, expect, it } from 'vitest';
import { bodyOf, draftOf } from './rate-draft.ts';
import type { RateVersion } from './shipping-types.ts';

const now = new Date('2026-11-21T09:00:00Z');
const filled = { ...draftOf(undefined, 'c'), destination: 'US', base: '2', rate: '9.5' };

describe('a rate as it is typed', () => {
  it('becomes minor units, whole grams and postcode beginnings', () => {
    const typed = { ...filled, remote: '006, 007 = 4.50\nBT=3', max_weight: '2000', refuses: ['battery' as const] };
    expect(bodyOf(typed, 'USD', now)).toEqual({
      body: {
        channel_id: 'c',
        destination: 'US',
        offered: true,
        tax_mode: 'DDU',
        refuses: ['battery'],
        currency: 'USD',
        formula: { kind: 'per_kg', handling_amount: 200, kg_amount: 950 },
        remote: [
          { prefixes: ['006', '007'], amount: 450 },
          { prefixes: ['BT'], amount: 300 },
        ],
        divisor: 8000,
        step_g: 1,
        days_p50: 8,
        days_p90: 14,
        max_weight_g: 2000,
      },
    });
  });

  it('says which fields are wrong, the past among them', () => {
    const empty = {
      ...draftOf(undefined, ''),
      days_p90: '1',
      divisor: 'x',
      remote: 'nothing',
      from: '2026-11-20T10:00',
    };
    expect(bodyOf(empty, 'USD', now)).toEqual({
      problems: ['channel', 'destination', 'formula', 'days', 'weighing', 'remote', 'from'],
    });
  });

  it('begins a new version with the fields of the one that counts', () => {
    const made = bodyOf(filled, 'USD', now);
    const body = 'body' in made ? made.body : undefined;
    const version = {
      ...body,
      channel: { id: 'c', name: 'Air' },
      weighing: { divisor: 8000, step_g: 1 },
    } as unknown as RateVersion; // what the draft reads of it
    expect(bodyOf(draftOf(version, ''), 'USD', now)).toEqual(made);
  });
});
