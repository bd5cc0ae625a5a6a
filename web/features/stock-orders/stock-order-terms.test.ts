import { expect, it } from 'vitest';
import { itemFact, usualEnd } from './stock-order-terms.ts';

it('lets a quote stand for two weeks unless the agent says otherwise', () => {
  expect(usualEnd(new Date('2026-01-20T23:30:00Z'))).toBe('2026-02-03');
});

it('counts what came of an item only once something did', () => {
  const item = { sku: { title: 'Lamp' }, quantity: 40, received: 0, damaged: 0 };
  expect(itemFact(item)).toEqual({ key: 'staffLineOrdered', params: { title: 'Lamp', pieces: 40 } });
  expect(itemFact({ ...item, received: 38, damaged: 2 })).toEqual({
    key: 'staffLine',
    params: { title: 'Lamp', pieces: 40, came: 38, damaged: 2 },
  });
});
