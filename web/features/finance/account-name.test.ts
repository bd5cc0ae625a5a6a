import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { finance as en } from '#web/i18n/en/finance.ts';
import { finance as zh } from '#web/i18n/zh/finance.ts';
import { accountName } from './account-name.ts';

const language = createInstance();
await language.init({
  lng: 'en',
  resources: { en: { finance: en }, zh: { finance: zh } },
  interpolation: { escapeValue: false },
});
const methods = [{ code: 'wise', name: 'Wise' }];
const names = (lng: string, ...accounts: string[]) =>
  accounts.map((account) => accountName(account, methods, language.getFixedT(lng, 'finance')));

it('calls what lies at banks cash at bank, by its method', () => {
  const banks = ['bank:bank', 'bank:card', 'bank:wise', 'bank:unknown'];
  expect(names('en', ...banks)).toEqual([
    'Cash at bank: bank transfer',
    'Cash at bank: card',
    'Cash at bank: Wise',
    'Cash at bank: unknown',
  ]);
  expect(names('zh', 'bank:bank', 'bank:wise')).toEqual(['银行存款：银行转账', '银行存款：Wise']);
});

it('tells what is owed to clients from revenue and from expenses', () => {
  expect(names('en', 'cash', 'held_cash', 'bonus', 'held_bonus')).toEqual([
    'Client deposits',
    'Client deposits on hold',
    'Client bonus credits',
    'Client bonus credits on hold',
  ]);
  expect(names('en', 'revenue', 'fees')).toEqual(['Sales revenue', 'Fee revenue']);
  expect(names('en', 'claims', 'bonus_given', 'commission')).toEqual([
    'Claims expense',
    'Bonus expense',
    'Commission expense',
  ]);
});
