/** What a cell means, or a sentence that says what is wrong with it. */
export type Read<T> = { value: T } | { problem: string };

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

/** `1,234.50`, `1.234,50` or `1234.5` in minor units. */
export function readMoney(text: string, digits: number): Read<number> {
  const plain = text.replace(/[\s\u00a0'’]/g, '').replace(/^[^\d-]{1,3}/, '');
  const problem = { problem: `“${text}” is no amount. Write it like 1234.50.` };
  const parts = splitAmount(plain, digits);
  if (!parts) return problem;
  const { whole, fraction } = parts;
  if (/[1-9]/.test(fraction.slice(digits))) return problem;
  const amount = Number(`${whole}${fraction.slice(0, digits).padEnd(digits, '0')}`);
  if (!Number.isSafeInteger(amount)) return problem;
  return { value: plain.startsWith('-') ? -amount : amount };
}

/** Null where nobody can say what a point or comma means, as in `1.234`. */
function splitAmount(plain: string, digits: number): { whole: string; fraction: string } | null {
  const marks = plain.replace(/[^.,]/g, '');
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const mark = last < 0 ? '' : plain[last];
  const tail = last < 0 ? '' : plain.slice(last + 1);
  if (!/^-?\d[\d.,]*$/.test(plain) || (last >= 0 && tail === '')) return null;
  const single = marks.length === 1;
  if (single && mark === '.' && tail.length === 3 && digits !== 3) return null;
  const grouping =
    last >= 0 &&
    ((single && mark === ',' && tail.length === 3 && digits !== 3) ||
      (!single && marks === marks[0]?.repeat(marks.length)));
  const decimalAt = last < 0 || grouping ? plain.length : last;
  const head = plain.slice(0, decimalAt).replace('-', '');
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+)$/.test(head)) return null;
  return { whole: head.replace(/[.,]/g, ''), fraction: plain.slice(decimalAt + 1) };
}

/** A whole number from 1 to 100,000. */
export function readQuantity(text: string): Read<number> {
  const value = /^\d{1,6}(?:\.0+)?$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= 100_000
    ? { value }
    : { problem: `“${text}” is no quantity. Write a whole number from 1 to 100,000.` };
}

let names: Map<string, string> | undefined;

/** An ISO code from a code or an English or Chinese country name. */
export function readCountry(text: string): Read<string> {
  names ??= countryNames();
  const code = names.get(text.toLowerCase());
  return code
    ? { value: code }
    : { problem: `“${text}” is no country we know. Write its two-letter code, such as US.` };
}

function countryNames(): Map<string, string> {
  const found = new Map<string, string>([
    ['uk', 'GB'],
    ['usa', 'US'],
    ['united states of america', 'US'],
  ]);
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const chinese = new Intl.DisplayNames('zh', { type: 'region', fallback: 'none' });
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second;
      const name = english.of(code);
      // Former codes (DD, SU …) have names too, and another canonical form.
      if (
        !name ||
        /^(?:QO|EU|EZ|UN|ZZ|XA|XB)$/.test(code) ||
        Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`
      )
        continue;
      found.set(code.toLowerCase(), code);
      if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), code);
      const local = chinese.of(code);
      if (local && !found.has(local)) found.set(local, code);
    }
  }
  return found;
}
