import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { suggestions as en } from '../i18n/en/suggestions.ts';
import { suggestions as zh } from '../i18n/zh/suggestions.ts';
import { reasonText } from './suggestion-reason.ts';

const i18n = createInstance();
await i18n.init({ resources: { en: { suggestions: en }, zh: { suggestions: zh } } });

it('joins words that mean the same as lists of the language are joined', () => {
  const pairs: [string, string][] = [
    ['Schwarz', '黑色'],
    ['Groß', 'L'],
  ];
  const said = (language: string) =>
    reasonText(i18n.getFixedT(language, 'suggestions'), { kind: 'words', pairs }, language);
  expect(said('en')).toBe('Schwarz = 黑色, Groß = L');
  expect(said('zh')).toBe('Schwarz = 黑色、Groß = L');
});
