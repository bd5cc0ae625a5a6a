// What other features may call.
export { staffMayEnter } from './branding.service.ts';
