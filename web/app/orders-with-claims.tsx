import { OrderClaims } from '../features/claims/order-claims.tsx';
import { OrderExplain } from '../features/order-history/order-breakdown.tsx';
import { OrderDocuments } from '../features/invoices/order-documents.tsx';
import { OrderTalk } from '../features/conversations/order-conversation.tsx';
import { OrdersPage } from '../features/orders/list/orders-page.tsx';

/** The orders, with the claims, documents and messages of each and its story in its drawer. */
export function OrdersWithClaims() {
  return <OrdersPage Claims={OrderClaims} Explain={OrderExplain} Talk={OrderTalk} Documents={OrderDocuments} />;
}
