import { describe, expect, it } from 'vitest';
import {
  decimalToMinor,
  formatAmount,
  formatBytes,
  formatDifference,
  formatMoney,
  formatNumber,
  formatDue,
  formatRelative,
  formatTime,
  joinWords,
  labelled,
  minorToDecimal,
} from './format.ts';

describe('money', () => {
  it('writes minor units exactly, whatever the exponent of the currency', () => {
    expect(formatMoney({ amount: 123456, currency: 'USD' })).toBe('$1,234.56');
    expect(formatMoney({ amount: -5, currency: 'USD' })).toBe('−\u2060$0.05');
    expect(formatMoney({ amount: 1234, currency: 'JPY' })).toBe('¥1,234 JPY');
    expect(formatMoney({ amount: 1234, currency: 'KWD' })).toMatch(/1\.234/);
    expect(formatAmount({ amount: 9_007_199_254_740_991, currency: 'EUR' })).toBe('90,071,992,547,409.91');
  });

  it('writes every negative figure with one sign', () => {
    expect(formatAmount({ amount: -1311, currency: 'USD' })).toBe('−13.11');
    expect(formatNumber(-1204)).toBe('−1,204');
    expect(formatNumber(-0.125, 'zh', { style: 'percent', maximumFractionDigits: 1 })).toBe('−12.5%');
    expect(decimalToMinor('−13.11', 'USD')).toBe(-1311);
  });

  it('names the currency where several have its sign, but the usual one', () => {
    const texts = ['CAD', 'CNY', 'JPY', 'SEK', 'KRW', 'GIP'].map((currency) => formatMoney({ amount: 100, currency }));
    for (const text of texts) expect(text).toMatch(/ [A-Z]{3}$/);
    expect(formatMoney({ amount: 100, currency: 'CAD' })).toBe('$1.00 CAD');
    expect(formatMoney({ amount: -1234, currency: 'CNY' }, 'zh')).toBe('−\u2060¥12.34 CNY');
    expect(formatMoney({ amount: 100, currency: 'GBP' })).toBe('£1.00');
    expect(formatMoney({ amount: 100, currency: 'EUR' })).toBe('€1.00');
  });

  it('reads what it writes and refuses what a currency cannot hold', () => {
    for (const amount of [0, 1, -1, 99, 100, 123456, -7001]) {
      for (const currency of ['USD', 'JPY', 'KWD'])
        expect(decimalToMinor(minorToDecimal(amount, currency), currency)).toBe(amount);
    }
    expect(decimalToMinor('1,234.5', 'USD')).toBe(123450);
    expect(decimalToMinor('1.999', 'USD')).toBeUndefined();
    expect(decimalToMinor('1.50', 'JPY')).toBeUndefined();
    expect(decimalToMinor('ten', 'USD')).toBeUndefined();
    expect(decimalToMinor('', 'USD')).toBeUndefined();
  });
});

describe('times', () => {
  it('are said by their weekday while they are near, by their date else', () => {
    const now = new Date(2026, 10, 28, 14, 10);
    const due = (...[month, date]: number[]) => new Date(2026, (month ?? 0) - 1, date, 10, 0).toISOString();
    expect(formatDue(due(11, 30), now)).toBe('Mon 10:00');
    expect(formatDue(due(11, 30), now, 'zh')).toBe('周一 10:00');
    expect(formatDue(due(11, 27), now)).toBe('Fri 10:00');
    expect(formatDue(due(12, 7), now)).toBe('12-07 10:00');
  });

  it('writes y-m-d h:i:s in local time with 24 hours', { tags: ['S9-09'] }, () => {
    expect(formatTime(new Date(2026, 10, 21, 17, 3, 9))).toBe('2026-11-21 17:03:09');
    expect(formatTime('nonsense')).toBe('');
  });

  it('is relative under a day and a date beyond', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(formatRelative('2026-11-21T11:57:00Z', now)).toBe('3 minutes ago');
    expect(formatRelative('2026-11-21T09:00:00Z', now)).toBe('3 hours ago');
    expect(formatRelative('2026-11-21T09:00:00Z', now, 'zh')).toBe('3 小时前');
    expect(formatRelative('2026-11-21T11:59:40Z', now)).toBe('just now');
    expect(formatRelative('2026-11-21T11:59:40Z', now, 'zh-CN')).toBe('刚刚');
    expect(formatRelative('2026-11-21T12:00:20Z', now)).toBe('now');
    expect(formatRelative('2026-11-21T12:00:05Z', now)).toBe('just now'); // by a clock that is ahead of ours
    expect(formatRelative('2026-11-19T12:00:00Z', now)).toBe('2026-11-19');
  });
});

it('writes bytes with a unit', () => {
  expect(formatBytes(512)).toBe('512 byte');
  expect(formatBytes(1_400_000)).toBe('1.4 MB');
});

describe('words side by side', () => {
  it('are parted by the mark of the language', () => {
    expect(joinWords(['Austria', 'Belgium'])).toBe('Austria, Belgium');
    expect(joinWords(['奥地利', '比利时'], 'zh-CN')).toBe('奥地利、比利时');
    expect(joinWords([])).toBe('');
    expect(labelled('Status', 'Paid')).toBe('Status: Paid');
    expect(labelled('状态', '已付款', 'zh-CN')).toBe('状态：已付款');
  });
});

it('writes a difference with its sign', () => {
  expect(formatDifference({ amount: 120, currency: 'USD' })).toBe('+$1.20');
  expect(formatDifference({ amount: -120, currency: 'USD' })).toBe('−\u2060$1.20');
  expect(formatDifference({ amount: 0, currency: 'USD' })).toBe('$0.00');
});
