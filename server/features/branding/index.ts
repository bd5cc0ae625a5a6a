// What other features may call.
export { namesTerms, staffMayEnter } from './branding.service.ts';
