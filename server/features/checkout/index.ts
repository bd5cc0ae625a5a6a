// What other features may call.
export {
  approvalFor,
  payOldest,
  payOrders,
  previewCheckout,
  previewOldest,
  reportByHand,
  tellPayment,
} from './checkout.service.ts';
export {
  payManyOrders,
  previewedSelection,
  previewManyOrders,
  shownOfMany,
} from './checkout-selections.service.ts';
export { selectionEnded } from './checkout.events.ts';
