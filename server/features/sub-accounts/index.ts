// What other features may call.
export { findApprovers, isActive, mayApprove, requestedInvoices, requestedOrders } from './sub-accounts-limits.db.ts';
export { exceeded, requireWithinLimits } from './sub-accounts-limits.service.ts';
