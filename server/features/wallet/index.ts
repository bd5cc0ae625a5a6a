// What other features may call.
export { findCard, findCharges, sumCharges } from './wallet-saved-cards.db.ts';
export { openCardPage, removeSavedCard, startCharge } from './wallet-saved-cards.service.ts';
export { type Payments, getWallet, listSpan } from './wallet.service.ts';
export { cardCharged, cardSaved, rechargeApprovedTwice } from './wallet.events.ts';
export { approvedAlone } from './wallet-approval.service.ts';
export { approveByBank } from './wallet-review.service.ts';
export { rechargedBy } from './wallet-recharges.db.ts';
export { methodName } from './wallet-methods.ts';
