import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { counts } from './counts.ts';

it('writes the counts of all texts with grouping, and leaves other values as they are', async () => {
  const i18n = createInstance();
  const written = (key: string, values: object) => String(i18n.t(key as never, values as never)); // texts of this test alone
  const texts = {
    orders_one: '{{count}} order',
    orders_other: '{{count}} orders',
    placed: 'Placed in {{year}} by {{name}}',
    weight: '{{grams, number}} g',
  };
  await i18n.use(counts).init({
    lng: 'en',
    resources: { en: { translation: texts }, zh: { translation: { orders: '{{count}} 个订单' } } },
    interpolation: { escapeValue: false, alwaysFormat: true },
  });
  expect(written('orders', { count: 1 })).toBe('1 order');
  expect(written('orders', { count: 1_442 })).toBe('1,442 orders');
  expect(written('placed', { year: 2026, name: 'Ann' })).toBe('Placed in 2026 by Ann');
  expect(written('weight', { grams: 1_456 })).toBe('1,456 g');
  await i18n.changeLanguage('zh');
  expect(written('orders', { count: 25_000 })).toBe('25,000 个订单');
});
