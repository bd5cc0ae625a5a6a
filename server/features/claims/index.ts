// What other features may call.
export { claimStory } from './claims-story.db.ts';
