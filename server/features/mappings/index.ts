// What other features may call.
export { saveMapping } from './mappings.service.ts';
