import { describe, expect, it } from 'vitest';
import { monthDays } from './summary-days.ts';

describe('days of a summary', () => {
  it('are those of the month that the account’s today is in, or of one before', () => {
    expect(monthDays('2026-11-28', 0)).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    expect(monthDays('2026-12-01', 1)).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    expect(monthDays('2027-01-31', 1)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(monthDays('2028-03-31', 1)).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });
});
