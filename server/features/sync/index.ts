// What other features may call.
export { type ComparableStore, findComparable, isComparable, refetchOrder } from './comparing.ts';
export { deliveryStory } from './sync-inbox.db.ts';
