// What other features may call.
export { claimStory } from './claims.db.ts';
