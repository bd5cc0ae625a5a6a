const digitsByCurrency = new Map<string, number>();

/** Decimal places of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  let digits = digitsByCurrency.get(currency);
  if (digits === undefined) {
    digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
    digitsByCurrency.set(currency, digits);
  }
  return digits;
}

/** Minor units as the decimal text that Shopify sends: 1490 USD is `14.90`. */
export function decimal(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  return (minor / 10 ** digits).toFixed(digits);
}

/** Decimal text to minor units, `null` when it is not an amount. */
export function toMinor(text: unknown, currency: string): number | null {
  const value = Number(text);
  if (text === null || text === '' || !Number.isFinite(value)) return null;
  return Math.round(value * 10 ** minorDigits(currency));
}
