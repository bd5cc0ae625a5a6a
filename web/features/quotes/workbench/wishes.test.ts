import { describe, expect, it } from 'vitest';
import { askName, wishesOf } from './wishes.ts';

describe('what a client wants to pay', () => {
  const items = [{ line: 1 }, { line: 2 }];
  const said = { targets: null };
  const countered = (line: number, target_price: number) => ({ targets: [{ line, target_price }] });

  it('is what the latest counter-offer names, and for all lines what the request says without one', () => {
    expect([...wishesOf({ items, thread: [said], target_price: 500 })]).toEqual([
      [1, 500],
      [2, 500],
    ]);
    expect([...wishesOf({ items, thread: [said], target_price: null })]).toEqual([]);
    const thread = [said, countered(1, 450), said, countered(2, 420), said];
    expect([...wishesOf({ items, thread, target_price: 500 })]).toEqual([[2, 420]]);
  });
});

it('promises to pause the timer with a question only where it runs', () => {
  const paused_at = '2026-01-05T10:00:00Z';
  expect(askName({ status: 'in_progress', paused_at: null })).toBe('quotes:thread.askClient');
  expect(askName({ status: 'need_info', paused_at })).toBe('quotes:thread.askPaused');
  expect(askName({ status: 'quoted', paused_at: null })).toBeUndefined();
});
