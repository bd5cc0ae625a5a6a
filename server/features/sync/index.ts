// What other features may call.
export { type ComparableStore, findComparable, isComparable, refetchOrder } from './sync.service.ts';
export { deliveryTimeline } from './sync.db.ts';
