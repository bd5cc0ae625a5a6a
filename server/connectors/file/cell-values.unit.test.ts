import { describe, expect, it } from 'vitest';
import { readMoney, readQuantity, statedCurrency } from './cell-values.ts';
import { readCountry } from './country-names.ts';

describe('an amount', () => {
  it.each<[string, number, string, number | string]>([
    ['1234.50', 2, 'USD', 123_450],
    ['1,234.50', 2, 'USD', 123_450],
    ['1.234,50', 2, 'EUR', 123_450],
    ['$ 12', 2, 'USD', 1200],
    ['1,234', 2, 'USD', 123_400],
    ['1.234', 2, 'EUR', 'not_an_amount'],
    ['1.234', 3, 'KWD', 1234],
    ['1200', 0, 'JPY', 1200],
    ['12.5', 0, 'JPY', 'not_an_amount'],
    ['12.00', 0, 'JPY', 12],
    ['', 2, 'USD', 'not_an_amount'],
    ['abc', 2, 'USD', 'not_an_amount'],
    ['1,2,3', 2, 'USD', 'not_an_amount'],
    // signs behind the number, as most of Europe writes them
    ['4,90 €', 2, 'EUR', 490],
    ['4,90\u00a0€', 2, 'EUR', 490],
    ['12.50 USD', 2, 'USD', 1250],
    ['USD 12.50', 2, 'USD', 1250],
    ['1.234,56 €', 2, 'EUR', 123_456],
    ['1 234,56 zł', 2, 'PLN', 123_456],
    ['12 kr.', 2, 'SEK', 1200],
    ["1'234.50 CHF", 2, 'CHF', 123_450],
    // another currency than the order's
    ['4,90 €', 2, 'USD', 'other_currency'],
    ['12.50 GBP', 2, 'USD', 'other_currency'],
    // below zero, in every way that accountants write it
    ['-3.1', 2, 'USD', 'negative_amount'],
    ['\u22123.10', 2, 'USD', 'negative_amount'],
    ['3.10-', 2, 'USD', 'negative_amount'],
    ['(3.10)', 2, 'USD', 'negative_amount'],
    ['-4,90 €', 2, 'EUR', 'negative_amount'],
    ['($3.10)', 2, 'USD', 'negative_amount'],
    ['-0.00', 2, 'USD', 0],
  ])('%j with %i digits in %s is %j', (text, digits, currency, expected) => {
    const read = readMoney(text, digits, currency);
    expect('value' in read ? read.value : read.problem.code).toBe(expected);
  });

  it('names its currency by a code, or by a sign that no other currency has', () => {
    expect(['4,90 €', '£3', '12 usd', '$3', '¥3', '3 kr', '3'].map(statedCurrency)).toEqual([
      'EUR',
      'GBP',
      'USD',
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('a quantity', () => {
  it('is a whole number, and never a guess', () => {
    const read = (text: string) => {
      const found = readQuantity(text);
      return 'value' in found ? found.value : found.problem.code;
    };
    expect(['2', '2.0', '2,00', '100000'].map(read)).toEqual([2, 2, 2, 100_000]);
    // one, or a thousand?
    for (const text of ['1.000', '1,000', '0', '-1', '1.5', 'two', '100001']) expect(read(text)).toBe('not_a_quantity');
  });
});

describe('a country', () => {
  it.each([
    ['US', 'US'],
    ['usa', 'US'],
    ['U.S.A.', 'US'],
    ['United States', 'US'],
    ['UK', 'GB'],
    ['united kingdom', 'GB'],
    ['The Netherlands', 'NL'],
    ['Czech Republic', 'CZ'],
    ['中国', 'CN'],
    ['德国', 'DE'],
    ['德國', 'DE'],
    ['Deutschland', 'DE'],
    ['DEUTSCHLAND', 'DE'],
    ['Österreich', 'AT'],
    ['Osterreich', 'AT'],
    ['Schweiz', 'CH'],
    ['Suisse', 'CH'],
    ['España', 'ES'],
    ['Frankreich', 'FR'],
    ['日本', 'JP'],
    ['대한민국', 'KR'],
    ['Россия', 'RU'],
    ['Ελλάδα', 'GR'],
    ['ไทย', 'TH'],
    ['Türkiye', 'TR'],
    ['DEU', 'DE'],
    ['Congo', 'ambiguous_country'],
    ['Kongo', 'ambiguous_country'],
    ['Virgin Islands', 'ambiguous_country'],
    ['Korea', 'ambiguous_country'],
    ['Atlantis', 'unknown_country'],
  ])('%s is %s', (text, expected) => {
    const read = readCountry(text);
    expect('value' in read ? read.value : read.problem.code).toBe(expected);
  });
});
