// What other features may call.
export { findPictures, findProduct, findSkusOf } from './catalog-browse.db.ts';
export { catalogChanged } from './catalog.events.ts';
export { correctSku, createSku, skusFor } from './catalog.service.ts';
