// What other features may call.
export { carrierStory } from './parcels.db.ts';
