import type { Problem, ProblemCode } from './file-problem.ts';

/** What a cell means, or what is wrong with it. */
export type Read<T> = { value: T } | { problem: Problem };

/** A problem whose sentence quotes the cell. */
export const unreadable = (code: ProblemCode, text: string, more: Problem['params'] = {}): { problem: Problem } => ({
  problem: { code, params: { text, ...more } },
});

const digitsOf = new Map<string, number>();

/** Decimal digits of a currency's minor unit; null for codes that are no currency. */
export function currencyDigits(code: string): number | null {
  const known = digitsOf.get(code);
  if (known !== undefined) return known;
  if (!/^[A-Z]{3}$/.test(code) || !Intl.supportedValuesOf('currency').includes(code)) return null;
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2;
  digitsOf.set(code, digits);
  return digits;
}

/** Signs that stand for one currency only; `$`, `¥` and `kr` are shared by several. */
const signs: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₪': 'ILS',
  '₫': 'VND',
  '₴': 'UAH',
  '฿': 'THB',
  '₱': 'PHP',
  z: 'PLN',
  K: 'CZK',
  R$: 'BRL',
  US$: 'USD',
  A$: 'AUD',
  C$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
};

const spaces = /[\s\u00a0\u202f'’]/g;
const minus = /[-\u2212\u2013]/;

/** A cell's number and the currency sign or code before or behind it. */
function amountParts(text: string): { number: string; sign: string; negative: boolean } | null {
  const plain = text.replace(spaces, '');
  const bare = plain.replace(/^\((.*)\)$/, '$1').replaceAll(new RegExp(minus, 'g'), '');
  const match = /^([^\d.,]{0,4})(\d[\d.,]*)([^\d.,]{0,4}\.?)$/u.exec(bare);
  if (!match) return null;
  const [, before = '', number = '', after = ''] = match;
  if (before !== '' && after !== '') return null;
  return { number, sign: before || after, negative: plain !== bare };
}

/** The currency that an amount names itself, by its code or a sign that stands for one currency only; null for others. */
export function statedCurrency(text: string): string | null {
  const sign = amountParts(text)?.sign ?? '';
  const code = sign.toUpperCase();
  return signs[sign] ?? (currencyDigits(code) === null ? null : code);
}

/** `1,234.50`, `1.234,50 €` or `1234.5` in minor units of the currency. */
export function readMoney(text: string, digits: number, currency: string): Read<number> {
  const parts = amountParts(text);
  const split = parts && splitAmount(parts.number, digits);
  if (!parts || !split || /[1-9]/.test(split.fraction.slice(digits))) return unreadable('not_an_amount', text);
  const stated = statedCurrency(text);
  if (stated !== null && stated !== currency) return unreadable('other_currency', text, { stated, currency });
  const amount = Number(`${split.whole}${split.fraction.slice(0, digits).padEnd(digits, '0')}`);
  if (!Number.isSafeInteger(amount)) return unreadable('not_an_amount', text);
  return parts.negative && amount > 0 ? unreadable('negative_amount', text) : { value: amount };
}

/** Null where nobody can say what a point or comma means, as in `1.234`. */
function splitAmount(plain: string, digits: number): { whole: string; fraction: string } | null {
  const marks = plain.replace(/[^.,]/g, '');
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const mark = last < 0 ? '' : plain[last];
  const tail = last < 0 ? '' : plain.slice(last + 1);
  if (last >= 0 && tail === '') return null;
  const single = marks.length === 1;
  if (single && mark === '.' && tail.length === 3 && digits !== 3) return null;
  const grouping =
    last >= 0 &&
    ((single && mark === ',' && tail.length === 3 && digits !== 3) ||
      (!single && marks === marks[0]?.repeat(marks.length)));
  const decimalAt = last < 0 || grouping ? plain.length : last;
  const head = plain.slice(0, decimalAt);
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+)$/.test(head)) return null;
  return { whole: head.replace(/[.,]/g, ''), fraction: plain.slice(decimalAt + 1) };
}

/** A whole number from `least` to 100,000; `1.000` may be one or a thousand and is neither. */
export function readQuantity(text: string, least = 1): Read<number> {
  const value = /^\d{1,6}(?:[.,]0{1,2})?$/.test(text) ? Number(text.replace(/[.,].*/, '')) : -1;
  return value >= least && value <= 100_000 ? { value } : unreadable('not_a_quantity', text);
}
