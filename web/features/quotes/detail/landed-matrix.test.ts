import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countriesToChoose, landedMatrix } from './landed-matrix.ts';

const row = {
  destination: 'US',
  channel: { id: 'c1', name: 'YunExpress' },
  formula: { kind: 'per_kg' as const, handling_amount: 200, kg_amount: 1000 },
  days_min: 7,
  days_max: 12,
  transit: { min: 7, max: 12 },
  tax_mode: 'DDP' as const,
  weighing: { divisor: null, step_g: 100 },
  max_weight_g: 1_000,
  refuses: [],
};
const line = { unit_price: 450, weight_g: 250, volume_mm3: 0 };

it('shows 1 to 5 pieces by destination and channel, delivered, with the margin at the shop’s price and the limit', {
  tags: ['D5-09'],
}, () => {
  const [first, second] = landedMatrix(
    { freight: [row, { ...row, destination: 'GB', weighing: { divisor: 5000, step_g: 1 } }] },
    { ...line, volume_mm3: 2_000_000 },
    'USD',
    {
      amount: 1_999,
      currency: 'USD',
    },
  );
  expect(first?.cells).toEqual([
    { units: 1, freight: 500, landed: 950, margin: 1_049, tooHeavy: false }, // 250 g weigh 300
    { units: 2, freight: 700, landed: 1_600, margin: 2_398, tooHeavy: false },
    { units: 3, freight: 1_000, landed: 2_350, margin: 3_647, tooHeavy: false },
    { units: 4, freight: 1_200, landed: 3_000, margin: 4_996, tooHeavy: false },
    { units: 5, freight: 1_500, landed: 3_750, margin: 6_245, tooHeavy: true },
  ]);
  expect(second?.cells[0]).toMatchObject({ freight: 600, landed: 1_050 }); // 400 g by volume
  expect(second).toMatchObject({
    key: 'GB c1',
    row: { days_min: 7, days_max: 12, tax_mode: 'DDP', max_weight_g: 1_000 },
  });
});

it('knows no margin without a shop’s price in the quote’s currency', () => {
  expect(
    landedMatrix({ freight: [row] }, line, 'USD', { amount: 1_999, currency: 'EUR' })[0]?.cells[0]?.margin,
  ).toBeNull();
  expect(landedMatrix({ freight: [row] }, line, 'USD')[0]?.cells[0]?.margin).toBeNull();
});

it('never makes more pieces cheaper than fewer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 90_000 }), (weight_g, unit_price) => {
      const cells = landedMatrix({ freight: [row] }, { unit_price, weight_g, volume_mm3: 0 }, 'USD')[0]?.cells ?? [];
      for (const [index, cell] of cells.entries()) expect(cell.landed).toBeGreaterThan(cells[index - 1]?.landed ?? 0);
    }),
  );
});

it('offers to choose a country only among many rows of several countries', () => {
  const rows = (destination: string, count: number) => Array.from({ length: count }, () => ({ ...row, destination }));
  expect(countriesToChoose({ freight: [...rows('US', 8), ...rows('GB', 8)] })).toEqual(['US', 'GB']);
  expect(countriesToChoose({ freight: rows('US', 16) })).toEqual([]);
  expect(countriesToChoose({ freight: [...rows('US', 2), ...rows('GB', 2)] })).toEqual([]);
});
