import { describe, expect, it } from 'vitest';
import { matchedVariants, withoutSku } from './workbench-match.ts';

const lines = [
  { line: 1, title: 'White / S' },
  { line: 2, title: 'Ink / S' },
];
const sku = (id: string, title: string, similarity: number | null = null) => ({ id, title, similarity });

describe('variants that suggestions match at once', () => {
  it('are paired with the SKUs of one product by their options', () => {
    const shirts = [sku('i', 'Striped Long Sleeve, Ink S'), sku('w', 'Striped Long Sleeve, White S')];
    expect(matchedVariants(lines, [sku('m', 'Mug, White S'), ...shirts])).toEqual({
      product: 'Striped Long Sleeve',
      similarity: null,
      pairs: [
        { line: 1, sku: shirts[1] },
        { line: 2, sku: shirts[0] },
      ],
    });
  });

  it('are as similar as the least similar of them, where all are known', () => {
    const shirts = (likeness: number | null) => [sku('i', 'Tee, Ink S', 0.73), sku('w', 'Tee, White S', likeness)];
    expect(matchedVariants(lines, [sku('m', 'Mug, White S', 0.98), ...shirts(0.75)])?.similarity).toBe(0.73);
    expect(matchedVariants(lines, shirts(null))?.similarity).toBeNull();
  });

  it('are left to the reader where one lacks its SKU, has two, or stands alone', () => {
    const white = sku('w', 'Shirt, White S');
    expect(matchedVariants(lines, [white, sku('i', 'Shirt, Ink M')])).toBeUndefined();
    expect(matchedVariants(lines, [white, sku('w2', 'Shirt, White S'), sku('i', 'Shirt, Ink S')])).toBeUndefined();
    expect(matchedVariants(lines.slice(0, 1), [white])).toBeUndefined();
    expect(matchedVariants(lines, [sku('w', 'White S'), sku('i', 'Ink S')])).toBeUndefined();
  });
});

it('offers a suggestion only for the variants that it isn’t selected for', () => {
  const white = { line: 1, sku: { id: 'w' } };
  const ink = { line: 2, sku: null };
  expect(withoutSku([white, ink], 'w')).toEqual([ink]);
  expect(withoutSku([white, ink], 'i')).toEqual([white, ink]);
  expect(withoutSku([white], 'w')).toEqual([]);
});
