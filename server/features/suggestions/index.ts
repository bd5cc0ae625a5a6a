// What other features may call.
export { countSure } from './suggestions-sure.db.ts';
export { acceptAll } from './suggestions.service.ts';
