import { expect, it } from 'vitest';
import { dueAfter } from './quote-sla.ts';

const due = (from: string) => dueAfter(new Date(from), 24).toISOString();

it('gives a working day from one weekday to the next', () => {
  expect(due('2026-11-17T03:00:00Z')).toBe('2026-11-18T03:00:00.000Z'); // Tuesday 11:00 in Shanghai
  expect(due('2026-11-16T16:00:00Z')).toBe('2026-11-17T16:00:00.000Z'); // midnight
});

it('stops its clock over the weekend of Shanghai', () => {
  expect(due('2026-11-20T03:00:00Z')).toBe('2026-11-23T03:00:00.000Z'); // Friday 11:00 -> Monday 11:00
  expect(due('2026-11-20T17:00:00Z')).toBe('2026-11-23T16:00:00.000Z'); // Saturday 01:00 there -> Monday's end
  expect(due('2026-11-22T05:00:00Z')).toBe('2026-11-23T16:00:00.000Z'); // Sunday
  expect(due('2026-11-19T16:00:00Z')).toBe('2026-11-20T16:00:00.000Z'); // Friday 00:00 uses Friday up
});
