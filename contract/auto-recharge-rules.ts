// Rules of auto-recharge without schemas, so that the web app can share them.

/** Why a saved card could not be charged; `authentication`: the bank wants its holder to confirm each payment. */
export const chargeFailures = ['declined', 'expired', 'authentication', 'unusable', 'disputed'] as const;
export type ChargeFailure = (typeof chargeFailures)[number];

/** What stops auto-recharge at once, since trying again changes nothing. */
export const stopsAtOnce = (failure: ChargeFailure): boolean => failure !== 'declined';

/** Hours until a declined card is charged again; after that many declines auto-recharge stops. */
export const retryHours = [1, 12] as const;

export const autoRechargeStates = ['off', 'no_card', 'stopped', 'charging', 'retrying', 'limit', 'on'] as const;
export type AutoRechargeState = (typeof autoRechargeStates)[number];
