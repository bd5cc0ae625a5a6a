// Rules of adjustments without schemas, so that the web app can share them.

/** What staff can change in a client's money: cash in or out, bonus with a last day, and what the client may owe. */
export const adjustmentKinds = ['credit', 'debit', 'bonus', 'credit_limit'] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

export const adjustmentStatuses = ['proposed', 'approved', 'rejected', 'withdrawn'] as const;
export type AdjustmentStatus = (typeof adjustmentStatuses)[number];

export const staffAdjustmentTabs = ['proposed', 'for_colleague', 'decided', 'all'] as const;

/** The most that one adjustment may move or allow, in minor units of the wallet's currency. */
export const mostAdjusted: Readonly<Record<AdjustmentKind, number>> = {
  credit: 50_000_00,
  debit: 50_000_00,
  bonus: 5_000_00,
  credit_limit: 100_000_00,
};

/** Days for which bonus money may be good at most. */
export const longestBonusDays = 730;
export const shortestReason = 5;
export const longestReason = 300;

/** Whether a member of staff may decide: only what somebody else proposed. */
export const adjustmentCan = {
  decide: (row: { status: AdjustmentStatus; proposed_by: { id: string } }, userId: string) =>
    row.status === 'proposed' && row.proposed_by.id !== userId,
  withdraw: (row: { status: AdjustmentStatus; proposed_by: { id: string } }, userId: string) =>
    row.status === 'proposed' && row.proposed_by.id === userId,
};
