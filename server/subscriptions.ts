import { subscribeClaims } from './features/claims/claims.events.ts';
import { subscribeImageSearch } from './features/image-search/image-search.jobs.ts';
import { subscribeOrders } from './features/orders/orders.events.ts';
import { subscribeProducts } from './features/products/products.events.ts';
import { subscribePublishing } from './features/publishing/publishing.events.ts';
import { subscribeStockOrders } from './features/stock-orders/stock-orders.events.ts';
import { subscribeSuggestions } from './features/suggestions/suggestions.events.ts';

/** What features tell those above them, in the sequence in which it is heard. */
export function subscribeFeatures(): void {
  subscribeImageSearch();
  subscribeProducts();
  subscribeOrders();
  subscribeClaims();
  subscribeStockOrders();
  subscribePublishing();
  subscribeSuggestions();
}
