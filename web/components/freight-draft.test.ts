import { expect, it } from 'vitest';
import type { FreightFormula } from '#contract/freight.ts';
import { formulaFields, formulaOf, newFormula } from './freight-draft.ts';

const typed = { ...newFormula, base: '1.5', rate: '0.4' };

it('knows each formula, and none before its fields are filled', () => {
  expect(formulaOf({ ...typed, kind: 'flat' }, 'USD')).toEqual({ kind: 'flat', amount: 150 });
  expect(formulaOf({ ...typed, kind: 'first_step' }, 'USD')).toEqual({
    kind: 'first_step',
    first_g: 100,
    first_amount: 150,
    step_g: 100,
    step_amount: 40,
  });
  expect(formulaOf({ ...typed, rate: '' }, 'USD')).toBeUndefined();
  expect(formulaOf({ ...typed, base: '-1' }, 'USD')).toBeUndefined();
});

it('reads bands a line each, and none that fall', () => {
  const table = (bands: string) => formulaOf({ ...typed, kind: 'table', bands, step_g: '500' }, 'USD');
  expect(table('100 = 4.20\n500: 6')).toEqual({
    kind: 'table',
    bands: [
      { up_to_g: 100, amount: 420 },
      { up_to_g: 500, amount: 600 },
    ],
    over_step_g: 500,
    over_step_amount: 40,
  });
  expect(table('500 = 4; 100 = 6')).toBeUndefined();
  expect(table('100 = 6; 500 = 4')).toBeUndefined();
  expect(table('100 = a')).toBeUndefined();
  expect(table('')).toBeUndefined();
});

it.each<FreightFormula>([
  { kind: 'flat', amount: 0 },
  { kind: 'per_kg', handling_amount: 210, kg_amount: 995 },
  { kind: 'first_step', first_g: 30, first_amount: 99, step_g: 7, step_amount: 13 },
  { kind: 'table', bands: [{ up_to_g: 50, amount: 1 }], over_step_g: 1, over_step_amount: 0 },
])('writes a formula and reads it back: $kind', (formula) => {
  expect(formulaOf(formulaFields(formula, 'USD'), 'USD')).toEqual(formula);
});
