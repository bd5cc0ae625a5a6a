import { expect, it } from 'vitest';
import { emptySiteConfig } from '#contract/branding.ts';
import { configOf, draftOf, jsonProblems, rulesOf } from './site-draft.ts';

const site = { domain: 'a.example', brand_name: 'Acme', staff_login: false, config: emptySiteConfig };

it('goes to a draft and back without a change', () => {
  const config = {
    ...emptySiteConfig,
    custom_css_json: { body: { color: 'red' } },
    custom_lang_json: { en: { menu: { orders: 'Deals' } } },
    reauthorize_deadline: '2027-01-31',
  };
  expect(configOf(draftOf({ ...site, config }))).toEqual(config);
});

it('drops rows that were left empty', () => {
  const draft = draftOf(site);
  draft.config.custom_js_urls = [' https://a.example/a.js ', ''];
  draft.config.contact = [{ type_of: '', label: '', url: '' }];
  draft.config.reauthorize_deadline = '';
  expect(configOf(draft)).toEqual({ ...emptySiteConfig, custom_js_urls: ['https://a.example/a.js'] });
});

it.each([
  ['{', '{"en": {"menu": [1]}}'],
  ['{"a": 1}', '[]'],
  ['{"a": {"color": "red}"}}', '12'],
])('finds what cannot be saved: %s and %s', (css, texts) => {
  const draft = draftOf(site);
  draft.config.custom_css_json = css;
  draft.config.custom_lang_json = texts;
  expect(Object.keys(jsonProblems(draft, 'no JSON', ({ code }) => code))).toEqual([
    'config.custom_css_json',
    'config.custom_lang_json',
  ]);
  expect(() => rulesOf(draft)).not.toThrow();
});
