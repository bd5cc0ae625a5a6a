// What other features may call.
export { payOldest, previewOldest } from './checkout.service.ts';
