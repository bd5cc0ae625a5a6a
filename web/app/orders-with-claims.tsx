import { OrderClaims } from '../features/claims/order-claims.tsx';
import { OrdersPage } from '../features/orders/orders-page.tsx';

/** The orders, with the claims about each in its drawer. */
export function OrdersWithClaims() {
  return <OrdersPage Claims={OrderClaims} />;
}
