import { describe, expect, it } from 'vitest';
import { fillPrices, firstPrices, itemsOf, minorPrice } from './publish-draft.ts';

const item = (id: string, amount: number | null, currency = 'USD', status: 'active' | 'discontinued' = 'active') => ({
  id,
  code: id,
  title: id,
  status,
  picture_url: null,
  price: amount === null ? null : { amount, currency },
});

describe('prices of a product that goes into a store', () => {
  const items = [item('a', 620), item('b', null), item('c', 500, 'EUR'), item('d', 500, 'USD', 'discontinued')];

  it('are the cost times a factor, up to the next .99, where the cost is known in the store’s currency', () => {
    const first = firstPrices(items);
    expect(first).toEqual({ a: '', b: '', c: '', d: null });
    const typed = { ...first, b: '12' };
    expect(fillPrices(items, typed, { factor: '2.5', ending: false }, 'USD')).toEqual({
      a: '15.50',
      b: '12',
      c: '',
      d: null,
    });
    expect(fillPrices(items, typed, { factor: '2,5', ending: true }, 'USD').a).toBe('15.99');
    expect(fillPrices(items, typed, { factor: '0.5', ending: true }, 'USD')).toBe(typed);
    expect(fillPrices([item('y', 620, 'JPY')], { y: '' }, { factor: '2', ending: true }, 'JPY')).toEqual({ y: '1240' });
  });

  it('are sent only when each chosen SKU has one', () => {
    expect(itemsOf({ a: '15.99', b: null }, 'USD')).toEqual([{ catalog_sku_id: 'a', price: 1599 }]);
    expect(itemsOf({ a: '15.99', b: '' }, 'USD')).toBeUndefined();
    expect(itemsOf({ a: null }, 'USD')).toBeUndefined();
    expect([minorPrice('0', 'USD'), minorPrice('99999999', 'USD'), minorPrice('x', 'USD')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
