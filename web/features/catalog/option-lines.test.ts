import { expect, it } from 'vitest';
import { readOptions } from './option-lines.ts';

it('makes one SKU per combination of the options', () => {
  expect(readOptions('')).toEqual([{}]);
  expect(readOptions('Colour: Red, Black\nSize：S，M')).toEqual([
    { Colour: 'Red', Size: 'S' },
    { Colour: 'Red', Size: 'M' },
    { Colour: 'Black', Size: 'S' },
    { Colour: 'Black', Size: 'M' },
  ]);
});

it('leaves out what names no option, and values that stand twice', () => {
  expect(readOptions('nonsense\n: Red\nSize: L, L,')).toEqual([{ Size: 'L' }]);
});
