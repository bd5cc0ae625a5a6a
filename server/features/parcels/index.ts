// What other features may call.
export { carrierStory } from './parcels-story.db.ts';
