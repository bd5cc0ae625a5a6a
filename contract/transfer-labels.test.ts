import { expect, it } from 'vitest';
import { foreignLabel } from './transfer-labels.ts';

it.each([
  ['Account holder', 'account_holder'],
  ['Beneficiary', 'account_holder'],
  ['ACCOUNT NO.', 'account_number'],
  ['SWIFT / BIC', 'bic'],
  ['Bank  name:', 'bank'],
  ['IBAN', 'iban'],
])('knows what “%s” is for a Chinese reader, and leaves it to an English one', (label, key) => {
  expect(foreignLabel(label, 'zh')).toBe(key);
  expect(foreignLabel(label, 'en')).toBeNull();
});

it('knows Chinese words for an English reader', () => {
  expect(foreignLabel('开户行', 'en')).toBe('bank');
  expect(foreignLabel('开户行', 'zh')).toBeNull();
  expect(foreignLabel('SWIFT 代码', 'en')).toBe('bic');
});

it('leaves what it does not know as it was written', () => {
  for (const label of ['–', 'Payoneer ID', 'Intermediary bank', 'Bank in Berlin'])
    expect([foreignLabel(label, 'en'), foreignLabel(label, 'zh')]).toEqual([null, null]);
});
