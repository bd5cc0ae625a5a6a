// What other features may call.
export { approvalFor, payOldest, payOrders, previewCheckout, previewOldest } from './checkout.service.ts';
