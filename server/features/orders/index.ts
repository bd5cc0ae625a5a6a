// What other features may call.
export { applyShopOrders } from './intake/apply.service.ts';
export { removeShopOrders } from './intake/deleted-in-shop.service.ts';
export { placeSample } from './manual/manual.service.ts';
export {
  creditOrder,
  type LockedOrder,
  lockPayable,
  markClaimed,
  markPaid,
  type PayableOrder,
  previewPayable,
  pricesOf,
  rememberPrices,
} from './pay/pay.service.ts';
export { buyersErased } from './privacy/erase.events.ts';
export { eraseRecipients } from './privacy/erase.service.ts';
export { agreePrices } from './records/account-rules.db.ts';
export { setWatched } from './records/orders.db.ts';
export { countOpenOrders, pinOpenOrders } from './records/pins.db.ts';
export { quoteStep } from './records/quote-step.ts';
export { payableNow } from './records/payable.db.ts';
export { matchingPayable, type MatchingOrder, payableAmong, sumMatching } from './pay/payable.service.ts';
export {
  endInvoiced,
  endPaying,
  evaluatePaying,
  lockInvoiced,
  lockPaying,
  markPayingPaid,
  noteInvoiced,
  type PayingOrder,
  previewInvoiced,
  startPaying,
} from './pay/pay-many.service.ts';
export { sampleUntil } from './records/samples.db.ts';
export { estimateOrders } from './review/costs.service.ts';
export { movedOrders } from './review/moved.service.ts';
export { lackOfOrder, lacksOfOrders } from './review/lacks.service.ts';
export { selectOrders } from './records/filter.ts';
export { unitsCancelled } from './review/refunds.events.ts';
export { promisesSoon } from './review/promises.service.ts';
export { repriceSoon } from './review/reprice.service.ts';
export { reviewOrders } from './review/review.service.ts';
export { saveUnderway } from './ship/ship.db.ts';
export { followParcel } from './ship/parcel-progress.service.ts';
export { reshipOrder, markRefunded } from './ship/reship.service.ts';
export { eventTimeline, mappingTimeline, orderHead, parcelTimeline } from './timeline/timeline.service.ts';
