// What other features may call.
export { countSure } from './suggestions.db.ts';
export { acceptAll } from './suggestions.service.ts';
