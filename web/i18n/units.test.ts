import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { counts } from './counts.ts';
import { shipping as en } from './en/shipping.ts';
import { units } from './units.ts';
import { shipping as zh } from './zh/shipping.ts';

it.each([
  ['en', '$9.80 for the first 500\u00A0g, then $3.90 per 1,000\u00A0g'],
  ['zh', '首重 500\u00A0g $9.80，续重每 1,000\u00A0g $3.90'],
])('keeps a number on the line of its unit in %s', async (lng, said) => {
  const i18n = createInstance();
  await i18n
    .use(counts)
    .use(units)
    .init({
      lng,
      postProcess: [units.name],
      interpolation: { escapeValue: false, alwaysFormat: true },
      resources: { en: { shipping: en }, zh: { shipping: zh } },
    });
  const t = i18n.getFixedT(lng, 'shipping');
  expect(t('text.first_step', { first: '$9.80', first_g: 500, step: '$3.90', step_g: 1_000 })).toBe(said);
});

it('leaves words that begin as a unit does', () => {
  const write = (text: string) => units.process(text, 'key', {}, undefined);
  expect(write('3 good units, 2 kept, 5 mmol')).toBe('3 good units, 2 kept, 5 mmol');
});
