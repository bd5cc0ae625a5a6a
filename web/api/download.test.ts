import { expect, it } from 'vitest';
import { exportName } from './download.ts';

it('S7-40 names an export by its type and the day', () => {
  expect(exportName('orders', new Date(2026, 10, 5, 23, 59))).toBe('orders_2026-11-05.xlsx');
});
