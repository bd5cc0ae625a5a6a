// What other features may call.
export { payOldest, previewCheckout, previewOldest } from './checkout.service.ts';
