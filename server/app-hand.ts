import type { HandNeeds } from './features/orders/orders-hand.service.ts';
import { variantsOfSkus } from './features/products/products-plain.service.ts';
import { storeByHand } from './features/stores/store-by-hand.service.ts';

/** What orders by hand ask of products and stores. A part of app.ts. */
export const handNeeds: HandNeeds = { storeByHand, variantsOfSkus };
