import { expect, it } from 'vitest';
import { products as en } from '#web/i18n/en/products.ts';
import { products as zh } from '#web/i18n/zh/products.ts';
import { changesOf, type Draft, fromSuggestion } from './mapping-draft.ts';
import type { Suggestion, Variant } from './mapping-types.ts';

const sku = { id: '1', code: 'TW1', title: 'Lamp' } as Suggestion['sku'];
const suggestion = { sku, quantity: 1, reasons: [{ kind: 'words', pairs: [['Schwarz', '黑色']] }] } as unknown;
const variant = { id: 'v', mapping_version: 2 } as Variant;
const savedAs = (draft: Draft) => changesOf([variant], new Map([['v', draft]]))[0]?.decision;

it('keeps that a mapping was accepted from a suggestion, whatever the suggestion was made of', () => {
  // only what is read of a suggestion
  expect(savedAs(fromSuggestion(suggestion as Suggestion))).toMatchObject({ kind: 'mapped', source: 'suggestion' });
  const recipe = { components: [{ sku, quantity: 1 }], rules: [], until_sold_out: false };
  expect(savedAs({ kind: 'mapped', recipe, by: 'options' })).toMatchObject({ source: 'auto_option' });
  expect(savedAs({ kind: 'mapped', recipe, by: 'manual' })).toMatchObject({ source: 'manual' });
});

it('says so in words of its own', () => {
  for (const { mapping } of [en, zh]) {
    const { suggestion: accepted, ...others } = mapping.sources;
    expect(Object.values(others)).not.toContain(accepted);
  }
});
