// What pages of other features may use.
export { PaymentRequestList } from './payment-request-list.tsx';
