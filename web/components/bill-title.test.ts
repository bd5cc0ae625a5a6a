import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { billTitle } from './bill-title.ts';

// the key and its parameters, as the texts get them
const t = ((key: string, params = {}) => `${key} ${JSON.stringify(params)}`) as unknown as TFunction;

it.each([
  ['freight', 'Freight YunExpress Standard to GB', 'bill.freight {"channel":"YunExpress Standard","country":"英国"}'],
  ['freight', 'Freight paid before', 'bill.freightBefore {}'],
  [
    'goods',
    'Deposit of 30 %: goods of PO-1001, 300 × Porcelain Tea Cup Set',
    'bill.deposit.goods {"percent":"30","number":"PO-1001","items":"300 × Porcelain Tea Cup Set"}',
  ],
  ['freight', 'Balance: freight to Yiwu', 'bill.balance.freight {"percent":"","place":"Yiwu"}'],
  ['branding', 'Deposit of 50%: branding', 'bill.deposit.branding {"percent":"50"}'],
  ['goods', 'Freight Box to GB', 'Freight Box to GB'],
  ['goods', 'Balance: a product of that name', 'Balance: a product of that name'],
])('names the %s line “%s”', (code, title, text) => expect(billTitle(t, { code, title }, 'zh')).toBe(text));
