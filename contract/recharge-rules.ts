// Rules of recharges without schemas, so that the web app can share them.

export const rechargeStatuses = [
  'awaiting_transfer',
  'submitted',
  'under_review',
  'processing',
  'credited',
  'rejected',
  'failed',
  'expired',
  'cancelled',
] as const;
export type RechargeStatus = (typeof rechargeStatuses)[number];

/** Whether its money is still on its way. */
export const rechargeComes = (status: RechargeStatus): boolean =>
  ['awaiting_transfer', 'submitted', 'under_review', 'processing'].includes(status);

/** Bounds of one recharge in minor units of the wallet's currency (domain.md §4.11). */
export const minRecharge = 10_00;
export const maxRecharge = 50_000_00;

/** Bounds of one recharge by a method: its own where it has any, else the general ones. */
export const rechargeBounds = (method: { min_amount: number | null; max_amount: number | null }) => ({
  least: method.min_amount ?? minRecharge,
  most: method.max_amount ?? maxRecharge,
});
export type RechargeBounds = ReturnType<typeof rechargeBounds>;

/** Files that prove one recharge, at most. */
export const mostProofs = 5;

/** From an amount on, so many hundredths of a percent of what arrives are given as bonus money. */
export type BonusTier = { from: number; bp: number };
export const mostBonusTiers = 10;
export const highestBonusBp = 2_000;
export const longestBonusDays = 730;

/** The bonus of money that arrived: by the highest tier that it reaches, on all of it, rounded down. */
export function rechargeBonus(received: number, tiers: readonly BonusTier[]): number {
  const reached = tiers.filter(({ from }) => received >= from).toSorted((a, b) => b.from - a.from)[0];
  return reached ? Math.floor((received * reached.bp) / 10_000) : 0;
}

/** Why a recharge may be another one's double. */
export const doubleReasons = ['same_reference', 'same_proof', 'same_amount'] as const;

/** Recharges that a payment on a bank statement may be of; money that comes late is still theirs. */
export const matchedStatuses = [
  'awaiting_transfer',
  'submitted',
  'under_review',
  'rejected',
  'expired',
] as const satisfies readonly RechargeStatus[];

export const rechargeCan = {
  /** Money that comes late can still be proved (domain.md §3.9). */
  prove: (status: RechargeStatus, kind: 'transfer' | 'card') =>
    kind === 'transfer' && ['awaiting_transfer', 'submitted', 'rejected', 'expired'].includes(status),
  checkout: (status: RechargeStatus) => status === 'processing',
  cancel: (status: RechargeStatus) => ['awaiting_transfer', 'rejected'].includes(status),
  /** Money that came by card can go back to it. */
  refund: (status: RechargeStatus, kind: 'transfer' | 'card') => kind === 'card' && status === 'credited',
  /** The bank's own statement is the proof: no client has to hand one in. */
  match: (status: RechargeStatus, kind: 'transfer' | 'card') =>
    kind === 'transfer' && (matchedStatuses as readonly string[]).includes(status),
  review: (status: RechargeStatus) => ['submitted', 'under_review'].includes(status),
};

/** Fee of a recharge in minor units: rounded half away from zero, once (domain.md §2.1). */
export function rechargeFee(received: number, feeBp: number): number {
  return Math.floor((received * feeBp * 2 + 10_000) / 20_000);
}

/** What a wallet gets of money that arrived: all but the fee, and never nothing. */
export const rechargeCredit = (received: number, feeBp: number): number =>
  received - Math.min(rechargeFee(received, feeBp), received - 1);

/** What is charged, what of it is the fee, and what the wallet gets: said before and done after, with the same figures. */
export function rechargeSplit(charged: number, feeBp: number): { charged: number; fee: number; credit: number } {
  const credit = rechargeCredit(charged, feeBp);
  return { charged, fee: charged - credit, credit };
}

/** The smallest recharge that brings `needed` after its fee, within the bounds of one. */
export function rechargeFor(
  needed: number,
  feeBp: number,
  { least, most }: RechargeBounds = { least: minRecharge, most: maxRecharge },
): number {
  let amount = Math.max(least, Math.ceil((needed * 10_000) / (10_000 - feeBp)));
  while (amount - rechargeFee(amount, feeBp) < needed) amount += 1;
  while (amount > least && amount - 1 - rechargeFee(amount - 1, feeBp) >= needed) amount -= 1;
  return Math.min(amount, most);
}

export const staffRechargeTabs = ['to_review', 'for_colleague', 'credited', 'rejected', 'all'] as const;
export type StaffRechargeTab = (typeof staffRechargeTabs)[number];

/** Orders that a recharge names one by one; more are those that a payment preview fixed. */
export const mostPaidFor = 100;

/** For how many days a balance lasts, where so much was spent on so many days. */
export const daysLasting = (balance: number, { spent, days }: { spent: number; days: number }): number =>
  Math.max(0, Math.floor((balance * days) / spent));
