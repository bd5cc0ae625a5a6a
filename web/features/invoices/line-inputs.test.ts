import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { invoices } from '#web/i18n/en/invoices.ts';
import type { InvoiceLine } from './invoices-types.ts';
import { inputLines } from './line-inputs.tsx';

const i18n = createInstance();
await i18n.init({ lng: 'en', resources: { en: { invoices } }, interpolation: { escapeValue: false } });
const t = i18n.getFixedT('en', 'invoices');
const formula = { kind: 'flat' as const, amount: 500 };
const said = (pool: object) =>
  inputLines(
    t,
    { code: 'freight', inputs: { pools: [{ formula, ...pool }] } } as unknown as InvoiceLine,
    'USD',
    'en',
  ).slice(1);

it('says why other grams are charged than a parcel weighs, and of its volume only where that counts', () => {
  expect(said({ weight_g: 590, actual_g: 590, volume_g: 0 })).toEqual([]);
  expect(said({ weight_g: 600, actual_g: 590, volume_g: 0 })).toEqual([
    'Charged for 600 g: it weighs 590 g, and this shipping method rounds up.',
  ]);
  expect(said({ weight_g: 600, actual_g: 590, volume_g: 120 })).toEqual(said({ weight_g: 600, actual_g: 590 }));
  expect(said({ weight_g: 1525, actual_g: 600, volume_g: 1525 })).toEqual([
    'Charged for 1,525 g: its volumetric weight, from its size, is more than the 600 g it weighs.',
  ]);
  expect(said({ weight_g: 1600, actual_g: 600, volume_g: 1525 })[0]).toMatch(/is 1,525 g, more than .*rounds up\.$/);
});

it('says of a product without a price that it came from the client’s stock', () => {
  const inputs = { units: 2, per_unit: 1, line_title: 'Pot', weight_g: 760 };
  const lines = (more: object) =>
    inputLines(t, { code: 'goods', inputs: { ...inputs, ...more } } as unknown as InvoiceLine, 'USD', 'en');
  expect(lines({})).toEqual(['2 × “Pot”, 760 g each']);
  expect(lines({ own_stock: true })).toEqual(['2 × “Pot”, 760 g each', 'From your stock']);
});
