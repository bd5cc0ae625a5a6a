import type { ChargeFailure } from '#contract/auto-recharge-rules.ts';
import { featureEvent } from '#server/db/feature-event.ts';

/** An account saved a card, in the place of the one before. */
export const cardSaved = featureEvent<{ account_id: string }>();

/** A second member of staff approved a recharge whose first approval was of a payment on a bank statement: it is credited. */
export const rechargeApprovedTwice = featureEvent<{ account_id: string; recharge_id: string; bank_row_id: string }>();

/** The charge of a saved card ended, or was disputed later: `failure` is null when its money arrived. */
export const cardCharged = featureEvent<{ account_id: string; recharge_id: string; failure: ChargeFailure | null }>();
