import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { shell } from '../i18n/en/shell.ts';
import { deliveryText } from './delivery-text.ts';

const language = createInstance();
await language.init({ lng: 'en', resources: { en: { shell } }, interpolation: { escapeValue: false } });
const say = deliveryText(language.getFixedT('en', 'shell', 'delivery'));

it('says what promised days are made of', () => {
  const promised = { ready: 3, min: 10, max: 15 };
  expect(say.days(promised)).toBe('10–15 days');
  expect(say.whole(promised)).toBe('10–15 days · 3 days to prepare + 7–12 days in transit');
});

it('says the days once where nothing has to be prepared', () => {
  const promised = { ready: 0, min: 9, max: 10 };
  expect(say.whole(promised)).toBe('9–10 days in transit · ready to ship');
  expect(say.parts(promised)).toBe('Ready to ship, no days to prepare'); // beside the days
  expect(say.whole({ ready: 0, min: 9, max: 9 })).toBe('9 days in transit · ready to ship');
});
