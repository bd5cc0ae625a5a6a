import { OrderClaims } from '../features/claims/order-claims.tsx';
import { OrderConversation } from '../features/conversations/order-conversation.tsx';
import { OrderDocuments } from '../features/invoices/order-documents.tsx';
import { OrderTimeline } from '../features/order-history/order-timeline-section.tsx';
import { OrderDrawer, type OrderDrawerProps } from '../features/orders/detail/order-drawer.tsx';

const slots = {
  Claims: OrderClaims,
  Timeline: OrderTimeline,
  Conversation: OrderConversation,
  Documents: OrderDocuments,
};

/** An order with its claims, documents, messages and timeline. */
export const OrderDrawerWithClaims = (props: Omit<OrderDrawerProps, 'slots'>) => (
  <OrderDrawer {...props} slots={slots} />
);
