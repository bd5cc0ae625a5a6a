import { expect, it } from 'vitest';
import { unsent, unsentOf } from './unsent.ts';

it('empties a field of what was sent, and keeps what was typed or attached meanwhile', () => {
  expect(unsent('Hello')('Hello')).toBe('');
  expect(unsent('Hello')('Please send us the address.')).toBe('Please send us the address.');
  const [first, second] = [{ id: '1' }, { id: '2' }];
  expect(unsentOf([first])([first, second])).toEqual([second]);
});
