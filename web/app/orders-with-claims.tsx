import { OrderClaims } from '../features/claims/order-claims.tsx';
import { OrderExplain } from '../features/explain/order-explain.tsx';
import { OrderTalk } from '../features/talks/order-talk.tsx';
import { OrdersPage } from '../features/orders/orders-page.tsx';

/** The orders, with the claims and messages about each and its story in its drawer. */
export function OrdersWithClaims() {
  return <OrdersPage Claims={OrderClaims} Explain={OrderExplain} Talk={OrderTalk} />;
}
