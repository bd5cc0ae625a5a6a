/** How a shop taxes what it sells: `rate_bp` of 10,000, in its prices or on top of them. */
export type Tax = { rate_bp: number; included: boolean };

/** The tax on a price, in minor units. */
export function taxOn(price: number, tax: Tax | null | undefined): number {
  if (!tax) return 0;
  return Math.round((price * tax.rate_bp) / (tax.included ? 10_000 + tax.rate_bp : 10_000));
}

/** What a buyer pays for prices, and the tax in it. */
export function taxed(price: number, tax: Tax | null | undefined): { total: number; tax: number } {
  const owed = taxOn(price, tax);
  return { total: tax?.included ? price : price + owed, tax: owed };
}

/** What is left of an amount, and of the tax in it, after a part went back. */
export function lessRefund({ total, tax }: { total: number; tax: number }, refunded: number) {
  const left = total - refunded;
  return { total: left, tax: total > 0 ? Math.round((tax * left) / total) : 0 };
}
