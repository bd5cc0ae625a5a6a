import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { counts } from './counts.ts';

it('writes the counts of all texts with grouping, and leaves other values as they are', async () => {
  const i18n = createInstance();
  await i18n.use(counts).init({ lng: 'en', interpolation: { escapeValue: false, alwaysFormat: true } });
  const write = (text: string, values: Record<string, unknown>, language = 'en'): string =>
    i18n.services.interpolator.interpolate(text, values, language, {});
  expect(write('{{count}} order', { count: 1 })).toBe('1 order');
  expect(write('{{count}} orders', { count: 1_442 })).toBe('1,442 orders');
  expect(write('Placed in {{year}} by {{name}}', { year: 2026, name: 'Ann' })).toBe('Placed in 2026 by Ann');
  expect(write('{{grams, number}} g', { grams: 1_456 })).toBe('1,456 g');
  expect(write('{{count}} 个订单', { count: 25_000 }, 'zh')).toBe('25,000 个订单');
});
