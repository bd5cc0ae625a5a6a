import type { RechargeStatus } from '#contract/recharge-rules.ts';
import type { WithdrawalStatus } from '#contract/withdrawal-rules.ts';
import type { StatusTone } from '../ui/status-chip.tsx';

/** The colour of each state of a recharge, wherever it is shown. */
export const rechargeTones: Record<RechargeStatus, StatusTone> = {
  awaiting_transfer: 'amber',
  submitted: 'blue',
  under_review: 'blue',
  processing: 'amber',
  credited: 'green',
  rejected: 'red',
  failed: 'red',
  expired: 'grey',
  cancelled: 'grey',
};

/** The colour of each state of a withdrawal. */
export const withdrawalTones: Record<WithdrawalStatus, StatusTone> = {
  requested: 'amber',
  confirmed: 'blue',
  approved: 'blue',
  paid: 'green',
  declined: 'red',
  cancelled: 'grey',
};

type InvoiceStatus =
  | 'draft'
  | 'open'
  | 'paying'
  | 'paid'
  | 'partly_paid'
  | 'expired'
  | 'void'
  | 'partly_credited'
  | 'credited';

/** The colour of each state of an invoice. */
export const invoiceTones: Record<InvoiceStatus, StatusTone> = {
  draft: 'grey',
  open: 'amber',
  paying: 'blue',
  paid: 'green',
  partly_paid: 'amber',
  expired: 'grey',
  void: 'grey',
  partly_credited: 'green',
  credited: 'green',
};

/** The colour of each state of an order's payment to us; money that went back looks as it does on its invoice. */
export const orderPaymentTones = {
  none: 'grey',
  invoiced: 'amber',
  paying: 'blue',
  paid: invoiceTones.paid,
  partly_refunded: invoiceTones.partly_credited,
  refunded: invoiceTones.credited,
} as const satisfies Record<string, StatusTone>;
