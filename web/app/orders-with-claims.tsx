import { OrderClaims } from '../features/claims/order-claims.tsx';
import { OrderTimeline } from '../features/order-history/order-timeline-section.tsx';
import { OrderDocuments } from '../features/invoices/order-documents.tsx';
import { OrderConversation } from '../features/conversations/order-conversation.tsx';
import { OrdersPage } from '../features/orders/list/orders-page.tsx';

/** The orders, with the claims, documents and messages of each and its timeline in its drawer. */
export function OrdersWithClaims() {
  return (
    <OrdersPage
      Claims={OrderClaims}
      Timeline={OrderTimeline}
      Conversation={OrderConversation}
      Documents={OrderDocuments}
    />
  );
}
