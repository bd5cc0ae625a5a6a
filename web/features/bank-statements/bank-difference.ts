type Money = { amount: number; currency: string };

/** In what a payment differs from what was requested; null where it does not. Amounts of two currencies are not compared. */
export function differenceOf(received: Money, requested: Money) {
  if (received.currency !== requested.currency) return { kind: 'currency', by: 0 } as const;
  const by = Math.abs(received.amount - requested.amount);
  if (by === 0) return null;
  return { kind: received.amount < requested.amount ? 'less' : 'more', by } as const;
}
