// What other features may call.
export { findApprovers, isActive, mayApprove } from './limits.db.ts';
export { exceeded, requireWithinLimits } from './limits.service.ts';
