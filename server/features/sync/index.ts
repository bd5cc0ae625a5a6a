// What other features may call.
export { type ComparableStore, findComparable, isComparable, refetchOrder } from './sync.service.ts';
export { deliveryStory } from './sync.db.ts';
