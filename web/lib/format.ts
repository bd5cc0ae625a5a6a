/** An amount on the wire: integer minor units and the ISO 4217 code (P6). */
export type Money = { amount: number; currency: string };

/** Currencies whose minor unit is not a hundredth (ISO 4217). */
const exponents: Record<string, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
};

/** Digits after the point of a currency. */
export function currencyDigits(currency: string): number {
  return exponents[currency] ?? 2;
}

/** Minor units as exact decimal text, `123456` USD → `1234.56`. Never passes through a float. */
export function minorToDecimal(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const sign = amount < 0 ? '-' : '';
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Decimal text to minor units; undefined when it is no number or has more digits than the currency. */
export function decimalToMinor(text: string, currency: string): number | undefined {
  const match = /^\s*([-−]?)(\d{1,13})(?:\.(\d*))?\s*$/.exec(text.replaceAll(',', ''));
  if (match === null) return undefined;
  const digits = currencyDigits(currency);
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (fraction.length > digits) return undefined;
  const minor = Number(`${match[2]}${fraction.padEnd(digits, '0')}`);
  return Number.isSafeInteger(minor) ? (match[1] === '' ? minor : 0 - minor) : undefined;
}

/** Every negative figure that people read has the sign of arithmetic, which is as wide as a plus. */
const withMinus = (text: string) => text.replace('-', '−');

/** Signs that several currencies have, and whose they are without a code; yen and yuan, crowns, won and rupees are nobody's. */
const sharedSigns: readonly (readonly [sign: string, usual: string | null])[] = [
  ['$', 'USD'],
  ['£', 'GBP'],
  ['¥', null],
  ['kr', null],
  ['₩', null],
  ['Rs', null],
];

const isAmbiguous = (text: string, currency: string) =>
  sharedSigns.some(([sign, usual]) => text.includes(sign) && usual !== currency);

const formats = new Map<string, Intl.NumberFormat>();

function moneyFormat(locale: string, currency: string, display: 'symbol' | 'none'): Intl.NumberFormat {
  const key = `${locale}|${currency}|${display}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const digits = currencyDigits(currency);
  const common = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const made =
    display === 'symbol'
      ? new Intl.NumberFormat(locale, { ...common, style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
      : new Intl.NumberFormat(locale, common);
  formats.set(key, made);
  return made;
}

/**
 * An amount with its sign, `$1,234.56`; where several currencies have the sign, all but the usual one carry their code. A line may
 * end between a minus and a sign of a currency, unless a word joiner stands there.
 */
export function formatMoney(money: Money, locale = 'en'): string {
  const text = withMinus(
    moneyFormat(locale, money.currency, 'symbol').format(
      minorToDecimal(money.amount, money.currency) as `${number}`, // exact decimal text by construction
    ),
  ).replace('−', '−\u2060');
  return isAmbiguous(text, money.currency) ? `${text} ${money.currency}` : text;
}

/** By how much an amount is more or less: `+$1.20`, `−$1.20`, and `$0.00` where nothing differs. */
export const formatDifference = (money: Money, locale = 'en'): string =>
  `${money.amount > 0 ? '+' : ''}${formatMoney(money, locale)}`;

/** An amount without its currency, for columns whose head names it. */
export function formatAmount(money: Money, locale = 'en'): string {
  return withMinus(
    moneyFormat(locale, money.currency, 'none').format(
      minorToDecimal(money.amount, money.currency) as `${number}`, // exact decimal text by construction
    ),
  );
}

/** A count with grouping, `1,204`, or a figure in the form that the options say. */
export function formatNumber(value: number, locale = 'en', options?: Intl.NumberFormatOptions): string {
  return withMinus(new Intl.NumberFormat(locale, options).format(value));
}

/** Names in a sentence, "A, B and C"; between Latin names a Chinese "and" has spaces, as our texts have it. */
export function formatList(names: Iterable<string>, locale = 'en'): string {
  const text = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  return text.replace(/(?<=[\p{Script=Latin}\d])和(?=[\p{Script=Latin}\d])/gu, ' 和 ');
}

/** Words side by side, without a conjunction: `Austria, Belgium`; Chinese has a mark of its own for lists. */
export function joinWords(words: Iterable<string>, locale = 'en'): string {
  return [...words].join(locale.startsWith('zh') ? '、' : ', ');
}

/** A word of a sentence that stands alone, say as a choice: `Batteries`. */
export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** What something is, behind its name: `Your payment: Paid`. */
export const labelled = (name: string, text: string, locale = 'en') =>
  `${name}${locale.startsWith('zh') ? '：' : ': '}${text}`;

/** Default time format of spec §9. */
export const defaultTimeFormat = 'y-m-d h:i:s';

const day = 24 * 3600;

/** A time by a pattern of y m d h i s, in local time: `2026-11-21 17:03:09` (P31). */
export function formatTime(iso: string | Date, pattern = defaultTimeFormat): string {
  const time = typeof iso === 'string' ? new Date(iso) : iso;
  if (Number.isNaN(time.getTime())) return '';
  const two = (n: number) => String(n).padStart(2, '0');
  const parts: Record<string, string> = {
    y: String(time.getFullYear()),
    m: two(time.getMonth() + 1),
    d: two(time.getDate()),
    h: two(time.getHours()),
    i: two(time.getMinutes()),
    s: two(time.getSeconds()),
  };
  return pattern.replace(/[ymdhis]/g, (letter) => parts[letter] ?? letter);
}

/** When something is due, in few words: by its weekday within six days of now, `Mon 17:52`, else by its date, `12-07 17:52`. */
export function formatDue(iso: string, now: Date, locale = 'en'): string {
  const due = new Date(iso);
  if (Math.abs(due.getTime() - now.getTime()) > 6 * day * 1000) return formatTime(due, 'm-d h:i');
  return `${new Intl.DateTimeFormat(locale, { weekday: 'short' }).format(due)} ${formatTime(due, 'h:i')}`;
}

/** The date of a time, `2026-11-21`. */
export function formatDate(iso: string | Date): string {
  return formatTime(iso, 'y-m-d');
}

/** "3 minutes ago" for times under a day away, else the date. */
export function formatRelative(iso: string, now: Date, locale = 'en'): string {
  const seconds = Math.round((new Date(iso).getTime() - now.getTime()) / 1000);
  if (Number.isNaN(seconds)) return '';
  const distance = Math.abs(seconds);
  if (distance >= day) return formatDate(iso);
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (distance < 60) return seconds > clocksDiffer ? relative.format(0, 'second') : justNow(locale);
  const text =
    distance < 3600
      ? relative.format(Math.trunc(seconds / 60), 'minute')
      : relative.format(Math.trunc(seconds / 3600), 'hour');
  return text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 '); // as our Chinese texts have it: 3 小时前
}

/** So many seconds may the server's clock be ahead of ours: what it just wrote is not to come. */
const clocksDiffer = 10;

/** What Intl calls "now", which is no time at which something happened. */
const justNow = (locale: string) => (locale.startsWith('zh') ? '刚刚' : 'just now');

/** Bytes as "1.4 MB". */
export function formatBytes(bytes: number, locale = 'en'): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  const unit = units[step] ?? 'byte';
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 });
  return format.format(bytes / 1000 ** step);
}
