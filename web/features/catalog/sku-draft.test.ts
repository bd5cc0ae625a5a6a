import { describe, expect, it } from 'vitest';
import { bodyOf, centsOf, draftOf, newDraft, optionsOf, sameOptions } from './sku-draft.ts';

describe('the form of a SKU', () => {
  it('reads options line by line, and none that is half or twice', () => {
    expect(optionsOf('Colour: Red\nSize： L \n')).toEqual({ Colour: 'Red', Size: 'L' });
    expect(optionsOf('')).toEqual({});
    for (const bad of ['Colour', 'Colour:', ': Red', 'Colour: Red\nColour: Blue'])
      expect(optionsOf(bad)).toBeUndefined();
  });

  it('keeps a value in cents, nothing as nothing', () => {
    expect([centsOf('4.5'), centsOf(''), centsOf('-1'), centsOf('4.555'), centsOf('much')]).toEqual([
      450,
      null,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('sends what was not touched as it was', () => {
    const sku = {
      title: 'Lamp, Red',
      attributes: { Colour: 'Red' },
      weight_g: 400,
      length_mm: 100,
      width_mm: null,
      height_mm: null,
      flags: ['battery' as const],
      hs_code: '940540',
      origin: 'CN',
      declared_value: 305,
      lead_days: 3,
      moq: 2,
    };
    const more = { id: '1', code: 'C-1', status: 'active' as const, sell_out: false, version: 4, mapped_variants: 0 };
    const body = bodyOf(draftOf({ ...sku, ...more, picture_url: '/api/pictures/abc' }));
    expect(body).toEqual({ ...sku, picture: 'abc' });
    expect(newDraft('Lamp', ['Colour', 'Size']).options).toBe('Colour: \nSize: ');
  });

  it('knows when the options say something else', () => {
    expect(sameOptions({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
    expect(sameOptions({ a: '1' }, { a: '1', b: '2' })).toBe(false);
    expect(sameOptions({ a: '1' }, { a: '2' })).toBe(false);
  });
});
