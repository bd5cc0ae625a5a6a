import { describe, expect, it } from 'vitest';
import { flattenTexts } from '#contract/branding-rules.ts';
import { shell } from './en/shell.ts';
import { overlay, textsOf } from './overlay.ts';

const base = { menu: { orders: 'Orders', quotes: 'Quotes' }, found_one: '{{count}} hit' };

describe('custom texts', () => {
  it('replace texts that exist and add plural forms; the shape stays', { tags: ['S17', 'S2-44'] }, () => {
    const texts = flattenTexts({
      menu: { orders: 'Deals', nothing: 'x' },
      'menu.quotes': 'Prices',
      found_few: '{{count}} few',
      found_one: { a: 'x' },
      'menu.orders.deep': 'x',
      __proto__: { polluted: 'x' },
      'constructor.prototype.polluted': 'x',
    });
    expect(overlay(base, texts)).toEqual({
      menu: { orders: 'Deals', quotes: 'Prices' },
      found_one: '{{count}} hit',
      found_few: '{{count}} few',
    });
    expect(base.menu.orders).toBe('Orders');
    expect({}).not.toHaveProperty('polluted');
  });

  it('a text in the place of a group is left out', () => {
    expect(overlay(base, [['menu', 'x']])).toEqual(base);
  });

  it('belong to the feature they name, else to the shell', () => {
    const texts = [
      ['menu.orders', 'Deals'],
      ['orders.title', 'All deals'],
      ['orders:tabs.all', 'All'],
      ['shell.menu.quotes', 'Prices'],
    ] as const;
    const features = new Set(['shell', 'orders']);
    expect(textsOf('orders', features, texts)).toEqual([
      ['title', 'All deals'],
      ['tabs.all', 'All'],
    ]);
    expect(textsOf('shell', features, texts).map(([key]) => key)).toEqual(['menu.orders', 'menu.quotes']);
  });

  it('are found under the name that their feature had when they were written', () => {
    const features = new Set(['shell', 'orders-list', 'products']);
    const texts = [
      ['order-list.tabs.all', 'All deals'],
      ['mapping:title', 'Match'],
    ] as const;
    expect(textsOf('orders-list', features, texts)).toEqual([['tabs.all', 'All deals']]);
    expect(textsOf('products', features, texts)).toEqual([['mapping.title', 'Match']]);
    for (const key of ['menu.quoteDesk', 'shell.menu.quoteDesk'])
      expect(textsOf('shell', features, [[key, 'Deals']])).toEqual([['menu.staffQuotes', 'Deals']]);
  });

  it('no group of the shell has the name of a feature', () => {
    const features = Object.keys(import.meta.glob('./en/*.ts')).map((path) =>
      path.slice('./en/'.length, -'.ts'.length),
    );
    expect(features).toContain('orders');
    expect(Object.keys(shell).filter((key) => features.includes(key))).toEqual([]);
  });
});
