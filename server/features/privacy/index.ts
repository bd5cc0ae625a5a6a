// What other features may call.
export { receivePrivacyRequest } from './privacy-receive.service.ts';
