// What other features may call.
export { payOldest, payOrders, previewCheckout, previewOldest } from './checkout.service.ts';
