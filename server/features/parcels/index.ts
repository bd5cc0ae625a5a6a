// What other features may call.
export { carrierTimeline } from './parcels.db.ts';
