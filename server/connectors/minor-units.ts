const digits = new Map<string, number>();

/** Decimal places of a currency by ISO 4217: 2 for USD, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  let found = digits.get(currency);
  if (found === undefined) {
    found = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
    digits.set(currency, found);
  }
  return found;
}

/** Minor units of Shopify's decimal text, without passing through a float; half a unit rounds away from zero. */
export function toMinor(decimal: string, currency: string): number {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal.trim());
  if (!match) throw new RangeError(`"${decimal}" is not an amount`);
  const [, sign, whole = '', fraction = ''] = match;
  const places = minorDigits(currency);
  const kept = fraction.slice(0, places).padEnd(places, '0');
  const up = Number(fraction[places] ?? '0') >= 5 ? 1 : 0;
  const amount = Number(whole + kept) + up;
  if (!Number.isSafeInteger(amount)) throw new RangeError(`"${decimal}" is too large an amount`);
  return sign === '-' && amount !== 0 ? -amount : amount;
}
