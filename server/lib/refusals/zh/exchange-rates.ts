import type { exchangeRates as english } from '../en/exchange-rates.ts';

export const exchangeRates: Record<keyof typeof english, string> = {
  day_ahead: '该日期尚未到来。请输入今天或更早的日期。',
};
