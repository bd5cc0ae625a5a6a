// What other features may call.
export { receivePrivacyRequest } from './privacy.service.ts';
