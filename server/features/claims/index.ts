// What other features may call.
export { claimTimeline } from './claims.db.ts';
