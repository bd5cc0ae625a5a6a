/** Whether a ledger account is a lot of bonus money. */
export function isBonusLot(ledgerAccount: string): boolean {
  return ledgerAccount.startsWith('bonus:');
}

/** The ledger account of a bonus lot; its name begins with the last day of use, so that lots sort by expiry. */
export function bonusLot(lastDay: string, id: string): string {
  return `bonus:${lastDay}-${id}`;
}

/** A lot is spent up to the end of its last day (UTC). */
export function isOpenLot(ledgerAccount: string, now: Date): boolean {
  return isBonusLot(ledgerAccount) && lastDayOf(ledgerAccount) >= now.toISOString().slice(0, 10);
}

/** The last day (UTC) of a lot. */
export const lastDayOf = (lot: string) => lot.slice(6, 16);

/** Days for which bonus can be spent that came back after its lot had expired. */
export const returnedBonusDays = 30;

/** Where bonus of a lot goes back to. */
export function openAgain(ledgerAccount: string, now: Date): string {
  if (!isBonusLot(ledgerAccount) || isOpenLot(ledgerAccount, now)) return ledgerAccount;
  const lastDay = new Date(now.getTime() + returnedBonusDays * 86_400_000).toISOString().slice(0, 10);
  return bonusLot(lastDay, ledgerAccount.slice(17));
}

type Part = { ledger_account: string; amount: number };

/**
 * What to take so that `amount` leaves the wallet: bonus with the nearest expiry first, then cash (domain.md §3.9).
 * What the lots do not cover is taken from cash, whether it is there or not: posting decides that.
 */
export function spendingOrder(wallet: ReadonlyMap<string, number>, amount: number, now: Date): Part[] {
  const lots = [...wallet.keys()].filter((name) => isOpenLot(name, now)).sort();
  const parts: Part[] = [];
  let open = amount;
  for (const lot of lots) {
    const taken = Math.min(open, Math.max(0, wallet.get(lot) ?? 0));
    if (taken > 0) parts.push({ ledger_account: lot, amount: -taken });
    open -= taken;
  }
  if (open > 0) parts.push({ ledger_account: 'cash', amount: -open });
  return parts;
}
