import { loadTexts } from '../i18n/index.ts';
import { lazyPart } from '../components/lazy-part.tsx';

/** The drawer that pays orders, for pages of other features; fetched when it is first opened. */
export const Checkout = lazyPart(async () => {
  const [{ CheckoutDrawer }] = await Promise.all([
    import('../features/orders/pay/checkout-drawer.tsx'),
    loadTexts('orders', 'orders-list'),
  ]);
  return CheckoutDrawer;
});
