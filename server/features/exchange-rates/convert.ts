import { currencyDigits } from '#server/lib/money-text.ts';

/**
 * Minor units of one currency in those of another, at so many units of it for one unit of the first. Exact until it is
 * rounded once, half away from zero.
 */
export function convertMinor(amount: number, { from, to, rate }: { from: string; to: string; rate: string }): number {
  const [whole = '', fraction = ''] = rate.split('.');
  const digits = currencyDigits(to) - currencyDigits(from);
  const value = BigInt(Math.abs(amount)) * BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, digits));
  const divisor = 10n ** BigInt(fraction.length + Math.max(0, -digits));
  const rounded = (value * 2n + divisor) / (divisor * 2n);
  return Number(amount < 0 ? -rounded : rounded);
}
