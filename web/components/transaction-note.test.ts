import { expect, it } from 'vitest';
import { noteBeside } from './transaction-note.ts';

it('leaves out a note that repeats the method beside it, and no other', () => {
  const card = { memo: 'Card', method: 'Card' };
  expect(noteBeside(card, true)).toBe('');
  expect(noteBeside(card, false)).toBe('Card');
  expect(noteBeside({ memo: 'To account ••4417', method: 'Bank transfer' }, true)).toBe('To account ••4417');
  expect(noteBeside({ memo: 'Order #1001', method: null }, true)).toBe('Order #1001');
});
