const formats = new Map<string, Intl.NumberFormat>();

/** Minor units as a sentence names them, `123456` USD → `1,234.56 USD`, with the minus sign of arithmetic. Exact: never passes through a float. */
export function moneyText(amount: number, currency: string): string {
  return `${amountText(amount, currency)} ${currency}`;
}

/** The same without the currency, for columns whose head names it. */
export function amountText(amount: number, currency: string): string {
  const decimal = decimalText(Math.abs(amount), currency);
  // a decimal string is formatted as it stands, without becoming a number
  return `${amount < 0 ? '−' : ''}${formatOf(currency).format(decimal as `${number}`)}`;
}

/** Digits after the point of a currency. */
export const currencyDigits = (currency: string): number =>
  formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;

/** Minor units as exact decimal text, `123456` USD → `1234.56`. */
export function decimalText(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const decimal = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return amount < 0 ? `-${decimal}` : decimal;
}

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency);
  if (known) return known;
  // the number of digits that the currency has, without its sign
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  const made = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(currency, made);
  return made;
}
