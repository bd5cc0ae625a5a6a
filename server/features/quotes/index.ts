// What other features may call.
export { requestQuote } from './request/request.service.ts';
