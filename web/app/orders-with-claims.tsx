import { OrderClaims } from '../features/claims/order-claims.tsx';
import { OrderExplain } from '../features/explain/order-explain.tsx';
import { OrderDocuments } from '../features/invoices/order-documents.tsx';
import { OrderTalk } from '../features/talks/order-talk.tsx';
import { OrdersPage } from '../features/orders/orders-page.tsx';

/** The orders, with the claims, documents and messages of each and its story in its drawer. */
export function OrdersWithClaims() {
  return <OrdersPage Claims={OrderClaims} Explain={OrderExplain} Talk={OrderTalk} Documents={OrderDocuments} />;
}
