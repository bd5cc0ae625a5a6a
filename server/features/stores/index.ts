// What other features may call.
export { appByClientId } from './connect/authorization.service.ts';
export { manualStore } from './records/stores.service.ts';
export { callbackUrl, loadStore } from './health/link.service.ts';
export {
  findParcel,
  findParcelLines,
  findPushes,
  insertKnownPushes,
  type Push,
  requeuePushes,
  savePush,
} from './records/pushes.db.ts';
export {
  enqueueInbox,
  enqueueReconcile,
  readOrderSoon,
  readOrderTask,
  readProductSoon,
  readProductTask,
  type Sender,
} from './health/queue.service.ts';
export { changeStatus, disconnect, scopeProblem } from './records/states.service.ts';
export { connectorOf, type DayRange, sessionOf, type StoreRef, type StoresKit } from './records/kit.ts';
export {
  findLink,
  findStores,
  findStoresOfDomain,
  findSweepable,
  noteAutopay,
  type StoreLink,
  type StoreRow,
  updateStore,
} from './records/stores.db.ts';
export { findHolder } from './records/shop-domains.db.ts';
