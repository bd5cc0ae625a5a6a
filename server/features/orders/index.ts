// What other features may call.
export { applyShopOrders } from './intake/apply.service.ts';
export { removeShopOrders } from './intake/deleted-in-shop.service.ts';
export { placeSample } from './manual/sample.service.ts';
export { creditOrder, markClaimed } from './pay/credit.service.ts';
export {
  type LockedOrder,
  lockPayable,
  markPaid,
  type PayableOrder,
  previewPayable,
  rememberPrices,
} from './pay/pay.service.ts';
export { eraseRecipients } from './privacy/erase.service.ts';
export { agreePrices } from './records/account-rules.db.ts';
export { sampleUntil } from './records/samples.db.ts';
export { estimateOrders } from './review/estimate.service.ts';
export { unitsCancelled } from './review/refunds.events.ts';
export { repriceSoon } from './review/reprice.service.ts';
export { reviewOrders } from './review/review.service.ts';
export { followParcel } from './ship/parcel-progress.service.ts';
export { reshipOrder, settleRefunded } from './ship/reship.service.ts';
export { eventStory, mappingStory, orderHead, parcelStory } from './timeline/timeline.service.ts';
