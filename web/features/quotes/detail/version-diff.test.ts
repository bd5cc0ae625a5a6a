import { expect, it } from 'vitest';
import { versionDiff } from './version-diff.ts';

const sku = { id: 's1', code: 'TW1', title: 'Lamp', picture_url: null };
const line = {
  line: 1,
  variant_id: null,
  title: 'Red',
  sku,
  unit_price: 450,
  weight_g: 300,
  volume_mm3: 0,
  lead_days: 3,
  moq: 1,
};
const row = {
  destination: 'US',
  channel: { id: 'c1', name: 'YunExpress' },
  formula: { kind: 'per_kg' as const, handling_amount: 200, kg_amount: 1000 },
  days_min: 7,
  days_max: 12,
  transit: { min: 7, max: 12 },
  tax_mode: 'DDU' as const,
  weighing: { divisor: null, step_g: 1 },
  max_weight_g: null,
  refuses: [],
};
const first = { lines: [line, { ...line, line: 2, title: 'Blue' }], freight: [row], price_lock_days: 30 };

it('says nothing of what stayed', () => {
  expect(versionDiff(first, structuredClone(first))).toEqual([]);
});

it('names every change with its sides, and whether it is in the client’s favour', () => {
  const next = {
    lines: [
      { ...line, unit_price: 420, lead_days: 5, sku: { ...sku, code: 'TW2' } },
      { ...line, line: 3, title: 'Green' },
    ],
    freight: [
      { ...row, formula: { ...row.formula, kg_amount: 800 }, days_max: 10, tax_mode: 'DDP' as const },
      { ...row, destination: 'GB' },
    ],
    price_lock_days: 60,
  };
  const us = { kind: 'freight', destination: 'US', channel: 'YunExpress' };
  expect(versionDiff(first, next)).toEqual([
    { about: { kind: 'line', title: 'Red' }, what: 'sku', from: 'TW1', to: 'TW2', better: null },
    { about: { kind: 'line', title: 'Red' }, what: 'price', from: 450, to: 420, better: true },
    { about: { kind: 'line', title: 'Red' }, what: 'lead', from: 3, to: 5, better: false },
    { about: { kind: 'line', title: 'Blue' }, what: 'removed', from: 450, to: null, better: false },
    { about: { kind: 'line', title: 'Green' }, what: 'added', from: null, to: 450, better: true },
    { about: us, what: 'freight', from: 500, to: 440, better: true },
    { about: us, what: 'days', from: '7–12', to: '7–10', better: true },
    { about: us, what: 'tax', from: 'DDU', to: 'DDP', better: null },
    { about: { ...us, destination: 'GB' }, what: 'added', from: null, to: 500, better: true },
    { about: { kind: 'terms' }, what: 'lock', from: 30, to: 60, better: true },
  ]);
});
