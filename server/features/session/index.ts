// What other features may call.
export { moveSession, openShopSession } from './session-shop.service.ts';
export { originOf } from './session.service.ts';
