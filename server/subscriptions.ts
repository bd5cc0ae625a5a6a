import { subscribeAutoRecharge } from './features/auto-recharge/auto-recharge.events.ts';
import { subscribeBankStatements } from './features/bank-statements/bank-statements.events.ts';
import { subscribeClaims } from './features/claims/claims.events.ts';
import { subscribeConversations } from './features/conversations/conversations.events.ts';
import { subscribeImageSearch } from './features/image-search/image-search.jobs.ts';
import { subscribeOrderInvoices } from './features/order-invoices/order-invoices.events.ts';
import { subscribeOrders } from './features/orders/orders.events.ts';
import { subscribeParcels } from './features/parcels/parcels.events.ts';
import { subscribePaymentRequests } from './features/payment-requests/payment-requests.events.ts';
import { subscribeProducts } from './features/products/products.events.ts';
import { subscribePublishing } from './features/publishing/publishing.events.ts';
import { subscribeSession } from './features/session/session.events.ts';
import { subscribeStatistics } from './features/statistics/statistics.events.ts';
import { subscribeStockOrders } from './features/stock-orders/stock-orders.events.ts';
import { subscribeSuggestions } from './features/suggestions/suggestions.events.ts';

/** What features announce to those above them, in the sequence in which it is heard. */
export function subscribeFeatures(): void {
  subscribeSession();
  subscribeImageSearch();
  subscribeProducts();
  subscribeOrders();
  subscribeParcels();
  subscribeConversations();
  subscribeClaims();
  subscribeStockOrders();
  subscribeOrderInvoices();
  subscribePublishing();
  subscribeSuggestions();
  subscribeStatistics();
  subscribeAutoRecharge();
  subscribeBankStatements();
  subscribePaymentRequests();
}
