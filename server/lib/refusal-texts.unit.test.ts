import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isRefusalText, keepSentence, keptSentence, type Phrase, sentenceIn } from './refusal-texts.ts';
import { en } from './refusals/en.ts';
import { zh } from './refusals/zh.ts';

const all = Object.entries(en).flatMap(([feature, texts]) =>
  Object.entries(texts).map(([name, english]): [string, string, string] => {
    const chinese: Record<string, string> = zh[feature as keyof typeof zh]; // the same features, by its type
    return [`${feature}.${name}`, english, chinese[name] ?? ''];
  }),
);
const namesOf = (text: string) =>
  [...new Set([...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name))].toSorted((a = '', b = '') =>
    a.localeCompare(b),
  );
/** Texts that are nothing but a parameter. */
const sameInBoth = ['quotes.id'];

describe('sentences of refusals', () => {
  it('are written in both languages with the same parameters', () => {
    expect(all.length).toBeGreaterThan(600);
    expect(all.filter(([, english, chinese]) => english.trim() === '' || chinese.trim() === '')).toEqual([]);
    expect(all.filter(([, english, chinese]) => namesOf(english).join() !== namesOf(chinese).join())).toEqual([]);
    const same = all.filter(([, english, chinese]) => english === chinese).map(([key]) => key);
    expect(same).toEqual(sameInBoth);
    expect(all.filter(([, , chinese]) => !/\p{Script=Han}|^\{\{\w+\}\}/u.test(chinese))).toEqual([]);
  });

  it('are full sentences in both languages, but for names of things and what the specification fixes in English', () => {
    const isSentence = (text: string) => /[.!?。？！]$/u.test(text);
    const differing = all.filter(([, english, chinese]) => isSentence(english) !== isSentence(chinese));
    expect(differing.map(([key]) => key)).toEqual([
      'profile.contact_empty',
      'profile.contact_platform',
      'profile.contact_alias',
      'profile.contact_country',
      'stores.domain_http',
    ]);
    expect(differing.filter(([, , chinese]) => !isSentence(chinese))).toEqual([]);
  });

  it('count one thing as one', () => {
    const said = (count: number) => sentenceIn('en', { text: 'ledger.orders', params: { count } });
    expect([said(1), said(2)]).toEqual(['1 order', '2 orders']);
    const goods = { number: 'PO-1', units: 1, skus: 1 };
    expect(sentenceIn('en', { text: 'bill-lines.stock_skus', params: goods })).toBe('PO-1, 1 unit of 1 SKU');
  });

  it('call what a parcel costs “shipping”, as the rest of the portal does', () => {
    const words = all.map(([key, english]) => [key, english.replace(/\{\{\w+\}\}/g, '')]);
    expect(words.filter(([, english = '']) => /\bfreight\b/i.test(english))).toEqual([]);
  });

  it('of schemas are those that the contract names, each of them', () => {
    const sources = readdirSync('contract').filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
    const contract = sources.map((name) => readFileSync(`contract/${name}`, 'utf8')).join('\n');
    const named = [...contract.matchAll(/'((?:checks|stores)\.\w+)'/g)].map(([, key]) => key ?? '');
    expect(named.filter((key) => !isRefusalText(key))).toEqual([]);
    const unused = Object.keys(en.checks).filter((name) => !contract.includes(`checks.${name}`));
    const sites = readFileSync('contract/branding-rules.ts', 'utf8') + readFileSync('contract/branding.ts', 'utf8');
    expect(unused.filter((name) => !sites.includes(`'${name}'`))).toEqual([]);
  });

  it('take parameters, words by number, lists and other sentences in the reader’s language', () => {
    const one: Phrase = { text: 'stock.too_many', params: { count: 1 } };
    expect(sentenceIn('en', one)).toContain('Only 1 unit is available');
    expect(sentenceIn('en', { text: 'stock.too_many', params: { count: 2 } })).toContain('Only 2 units are available');
    const list: Phrase = { text: 'quotes.no_freight_to', params: { destinations: ['US', 'DE'] } };
    expect(sentenceIn('en', list)).toContain('US, DE');
    expect(sentenceIn('zh', list)).toContain('US、DE');
    const nested: Phrase = { text: 'stores.not_signed', params: { retry: { text: 'stores.start_again' } } };
    expect(sentenceIn('en', nested)).toMatch(/Shopify\. Start again/);
    expect(sentenceIn('zh', nested)).toContain('请从“店铺”页面重新开始。');
  });

  it('that a column keeps are written for whoever reads them; other text stays as it is', () => {
    const kept = keepSentence({ text: 'orders.file_empty' });
    expect(keptSentence('en', kept)).toBe(en.orders.file_empty);
    expect(keptSentence('zh', kept)).toBe(zh.orders.file_empty);
    for (const text of ['The shop is closed.', '{"text":"no.such"}', '{"text":'])
      expect(keptSentence('zh', text)).toBe(text);
  });

  it.each([
    '{"text":"orders.file_empty",',
    '{"text":"bill-lines.freight","params":{"channel":{}}}',
    '{"text":"bill-lines.freight","params":{"channel":[null],"country":"DE"}}',
    '{"text":"bill-lines.balance","params":{"of":{"text":5}}}',
  ])('that others wrote to look like ours stay as they are: %s', (text) => {
    expect(keptSentence('en', text)).toBe(text);
  });
});

it('counts the orders of a payment, one or several', () => {
  const kept = (count: number) => keepSentence({ text: 'ledger.orders', params: { count } });
  expect([1, 2].map((count) => keptSentence('en', kept(count)))).toEqual(['1 order', '2 orders']);
});

it('says why a bank disputes a payment in words, also of what is kept, and leaves a code that it does not know', () => {
  const kept = (reason: string) => keepSentence({ text: 'ledger.dispute', params: { reason } });
  expect(keptSentence('en', kept('unrecognized'))).toBe(
    'Disputed at the bank: The cardholder doesn’t recognize the payment',
  );
  expect(keptSentence('zh', kept('fraudulent'))).toBe('银行拒付：持卡人称未授权该付款');
  expect(keptSentence('en', kept('a_new_code'))).toBe('Disputed at the bank: a_new_code');
  expect(keptSentence('en', kept('toString'))).toBe('Disputed at the bank: toString');
});
