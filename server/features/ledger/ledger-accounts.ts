/** Accounts whose money is the merchant's: never below zero, except by a recorded chargeback (P7). */
export function isMerchantMoney(ledgerAccount: string): boolean {
  return ['cash', 'held_cash', 'held_bonus'].includes(ledgerAccount) || isBonusLot(ledgerAccount);
}

/** Money that can be spent now: cash and bonus lots. */
export function isSpendable(ledgerAccount: string): boolean {
  return ledgerAccount === 'cash' || isBonusLot(ledgerAccount);
}

export function isBonusLot(ledgerAccount: string): boolean {
  return ledgerAccount.startsWith('bonus:');
}

/** The ledger account of a bonus lot; its name begins with the last day of use, so that lots sort by expiry. */
export function bonusLot(lastDay: string, id: string): string {
  return `bonus:${lastDay}-${id}`;
}

/** A lot is spent up to the end of its last day (UTC). */
export function isOpenLot(ledgerAccount: string, now: Date): boolean {
  return isBonusLot(ledgerAccount) && ledgerAccount.slice(6, 16) >= now.toISOString().slice(0, 10);
}

/** The ledger account that stands for the provider's bank or card account of a recharge method. */
export function bankOf(method: string): string {
  return `bank:${method}`;
}

export type Part = { ledger_account: string; amount: number };

/**
 * What to take so that `amount` leaves the wallet: bonus with the nearest expiry first, then cash (domain.md §3.9).
 * What the lots do not cover is taken from cash, whether it is there or not: posting decides that.
 */
export function spendingOrder(balances: ReadonlyMap<string, number>, amount: number, now: Date): Part[] {
  const lots = [...balances.keys()].filter((name) => isOpenLot(name, now)).sort();
  const parts: Part[] = [];
  let open = amount;
  for (const lot of lots) {
    const taken = Math.min(open, Math.max(0, balances.get(lot) ?? 0));
    if (taken > 0) parts.push({ ledger_account: lot, amount: -taken });
    open -= taken;
  }
  if (open > 0) parts.push({ ledger_account: 'cash', amount: -open });
  return parts;
}
