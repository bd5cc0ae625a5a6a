// What other features may call.
export { moveSession, openShopSession, originOf } from './session.service.ts';
