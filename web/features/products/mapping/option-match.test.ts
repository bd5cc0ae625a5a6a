import { describe, expect, it } from 'vitest';
import { disagreements, familyOf, fitOf, guessPairs, itemFor, optionsOf, sameWord } from './option-match.ts';

const item = (id: string, Color: string, Size: string, title = 'Tee') => ({
  id,
  title: `${title}, ${Color} ${Size}`,
  attributes: { Color, Size },
});
const items = [item('rd-l', '红', 'L'), item('rd-s', '红', 'S'), item('bl-l', '蓝', 'L')];
const variant = (color: string, size: string) => [
  { name: 'Farbe', value: color },
  { name: 'Size', value: size },
];

describe('words', () => {
  it('are the same but for case and spaces, or by the table of synonyms', () => {
    expect(sameWord(' LARGE', 'l')).toBe(true);
    expect(sameWord('Blue', '蓝色')).toBe(true);
    expect(sameWord('Large', 'XL')).toBe(false);
    expect(sameWord('Red', '红/RD')).toBe(true);
    expect(sameWord('S', 'S/M')).toBe(false);
  });
});

describe('options and attributes', () => {
  it('disagree when an attribute of that name says something else', () => {
    expect(disagreements(variant('Blue', 'Small'), { Color: '蓝', Size: 'L' })).toEqual([
      { option: 'Size', value: 'Small', attribute: 'L' },
    ]);
    expect(disagreements(variant('Blue', 'Small'), { Material: 'Wood' })).toEqual([]);
  });

  it('agree when the person said so', () => {
    const pairs = { Farbe: { attribute: 'Color', values: { Scarlet: '红' } } };
    expect(disagreements(variant('Scarlet', 'L'), { Color: '红', Size: 'L' }, pairs)).toEqual([]);
    expect(fitOf(variant('Blue', 'Large'), item('x', '蓝', 'L'))).toBeGreaterThan(
      fitOf(variant('Blue', 'Large'), item('y', '蓝', 'S')),
    );
  });

  it('are matched once for all variants, as far as the words go', () => {
    const options = optionsOf([{ options: variant('Scarlet', 'Large') }, { options: variant('Blue', 'Small') }]);
    const pairs = guessPairs(options, items);
    expect(pairs).toEqual({
      Farbe: { attribute: 'Color', values: { Blue: '蓝' } },
      Size: { attribute: 'Size', values: { Large: 'L', Small: 'S' } },
    });
    expect(itemFor(variant('Blue', 'Large'), items, pairs)?.id).toBe('bl-l');
    expect(itemFor(variant('Scarlet', 'Large'), items, pairs)).toBeUndefined();
    const said = { ...pairs, Farbe: { attribute: 'Color', values: { Blue: '蓝', Scarlet: '红' } } };
    expect(itemFor(variant('Scarlet', 'Small'), items, said)?.id).toBe('rd-s');
    expect(itemFor(variant('Blue', 'Small'), items, said)).toBeUndefined();
  });

  it('name one item or none: two that fit alike are no match', () => {
    const pairs = guessPairs(optionsOf([{ options: variant('Blue', 'Large') }]), items);
    expect(itemFor(variant('Blue', 'Large'), [...items, item('other', '蓝', 'L', 'Coat')], pairs)).toBeUndefined();
    expect(familyOf({ title: 'Lamp, big, Red L' })).toBe('Lamp, big');
  });
});
