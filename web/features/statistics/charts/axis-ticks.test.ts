import { describe, expect, it } from 'vitest';
import { axisTicks } from './axis-ticks.ts';

describe('ticks of an axis', () => {
  it.each([
    { of: [364_330], unit: 100, ticks: [0, 100_000, 200_000, 300_000, 400_000] },
    { of: [1_515_405], unit: 100, ticks: [0, 500_000, 1_000_000, 1_500_000, 2_000_000] },
    { of: [1, 3], unit: 1, ticks: [0, 1, 2, 3] },
    { of: [9], unit: 1, ticks: [0, 5, 10] },
    { of: [0], unit: 1, ticks: [0, 1] },
    { of: [-150, 320], unit: 100, ticks: [-200, 0, 200, 400] },
  ])('are round and stand around $of', ({ of, unit, ticks }) => {
    expect(axisTicks(of, unit)).toEqual(ticks);
  });
});
