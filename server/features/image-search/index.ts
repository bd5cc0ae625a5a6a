// What other features may call.
export { drawCrop, ownSearch } from './image-search-ask.service.ts';
export { alikeInCatalog } from './image-search.service.ts';
export { findSku } from './image-search.db.ts';
export { picturesDescribed } from './image-search.events.ts';
