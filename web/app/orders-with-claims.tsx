import { OrderClaims } from '../features/claims/order-claims.tsx';
import { OrderExplain } from '../features/explain/order-explain.tsx';
import { OrdersPage } from '../features/orders/orders-page.tsx';

/** The orders, with the claims about each and its story in its drawer. */
export function OrdersWithClaims() {
  return <OrdersPage Claims={OrderClaims} Explain={OrderExplain} />;
}
