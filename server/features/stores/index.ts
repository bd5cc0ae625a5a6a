// What other features may call.
export { appByClientId } from './store-apps.service.ts';
export { storeByHand } from './store-by-hand.service.ts';
export { callbackUrl, loadStore } from './store-link.service.ts';
export { findParcel, findParcelLines, findPushes, type Push, requeuePushes, savePush } from './store-pushes.db.ts';
export {
  enqueueInbox,
  enqueueReconcile,
  readOrderSoon,
  readOrderTask,
  readProductSoon,
  readProductTask,
  type Sender,
} from './store-queue.service.ts';
export { changeStatus, disconnect, scopeProblem } from './store-states.service.ts';
export { connectorOf, type DayRange, sessionOf, type StoreRef, type StoresKit } from './stores-kit.ts';
export {
  findHolder,
  findLink,
  findStores,
  findStoresOfDomain,
  findSweepable,
  type StoreLink,
  type StoreRow,
  updateStore,
} from './stores.db.ts';
