// Rules of withdrawals without schemas, so that the web app can share them.

export const withdrawalStatuses = ['requested', 'confirmed', 'approved', 'paid', 'declined', 'cancelled'] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/** What a payout account can be. */
export const payoutKinds = ['bank', 'payoneer', 'pingpong', 'wise', 'paypal'] as const;
export type PayoutKind = (typeof payoutKinds)[number];

/** Smallest withdrawal in minor units of the wallet's currency. */
export const minWithdrawal = 10_00;
/** Up to this amount one person of finance approves a withdrawal; above it a second one has to agree. */
export const approvedAlone = 2_000_00;

/** Minutes for which the code of the mail confirms a withdrawal. */
export const codeMinutes = 15;
/** Wrong codes after which a new one is needed. */
export const codeTries = 5;
/** Hours after which a withdrawal that nobody confirmed is cancelled and its money is free again. */
export const unconfirmedHours = 24;

export const withdrawalCan = {
  confirm: (status: WithdrawalStatus) => status === 'requested',
  /** The client may cancel until finance has approved it. */
  cancel: (status: WithdrawalStatus) => status === 'requested' || status === 'confirmed',
  approve: (status: WithdrawalStatus) => status === 'confirmed',
  pay: (status: WithdrawalStatus) => status === 'approved',
  decline: (status: WithdrawalStatus) => status === 'confirmed' || status === 'approved',
};

/** States in which the money of a withdrawal is held. */
export const heldStatuses = ['requested', 'confirmed', 'approved'] as const satisfies readonly WithdrawalStatus[];

export const staffWithdrawalTabs = ['to_review', 'to_pay', 'for_colleague', 'paid', 'all'] as const;
export type StaffWithdrawalTab = (typeof staffWithdrawalTabs)[number];
