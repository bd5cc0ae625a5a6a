import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSource } from './goods-page.ts';

it.each([
  [
    'https://detail.1688.com/offer/612345678901.html?spm=a26',
    '1688',
    'https://detail.1688.com/offer/612345678901.html',
  ],
  ['m.1688.com/offer/612345678901', '1688', 'https://detail.1688.com/offer/612345678901.html'],
  ['https://item.taobao.com/item.htm?spm=x&id=5234567890', 'taobao', 'https://item.taobao.com/item.htm?id=5234567890'],
  ['https://detail.tmall.com/item.htm?id=5234567890', 'taobao', 'https://detail.tmall.com/item.htm?id=5234567890'],
  [
    'https://de.aliexpress.com/item/1005001234567890.html?aff_x=1',
    'aliexpress',
    'https://www.aliexpress.com/item/1005001234567890.html',
  ],
  [
    'https://www.amazon.co.uk/Some-Lamp/dp/b0abcdefgh/ref=sr_1_1?k=v',
    'amazon',
    'https://www.amazon.co.uk/dp/B0ABCDEFGH',
  ],
  ['https://smile.amazon.de/gp/product/B0ABCDEFGH', 'amazon', 'https://www.amazon.de/dp/B0ABCDEFGH'],
  [
    'https://lamps.myshopify.com/collections/all/products/moon?variant=1',
    'shopify',
    'https://lamps.myshopify.com/products/moon',
  ],
  ['https://lamps.example/en-us/products/moon#reviews', 'shopify', 'https://lamps.example/products/moon'],
  ['https://shop.example/p/moon?size=2&utm_source=x#top', 'other', 'https://shop.example/p/moon?size=2'],
  ['https://s.1688.com/search?keywords=lamp', '1688', 'https://s.1688.com/search?keywords=lamp'],
  ['https://not1688.com/offer/612345678901.html', 'other', 'https://not1688.com/offer/612345678901.html'],
])('reads %s', (text, site, url) => {
  expect(readSource(text)).toEqual({ site, url });
});

it.each([
  '',
  'lamp',
  'javascript:alert(1)',
  'ftp://host.example/a',
  'https://me:secret@shop.example/a',
  'http://127.0.0.1/a',
  'data:text/html,x',
  'https://localhost/a',
])('takes %j for no page', (text) => expect(readSource(text)).toBeUndefined());

it('gives a page the same name again, and never another protocol than the web’s', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string()), (text) => {
      const page = readSource(text);
      if (page) expect([readSource(page.url), /^https?:/.test(page.url)]).toEqual([page, true]);
    }),
    { numRuns: 40 }, // addresses are slow to make up
  );
});
