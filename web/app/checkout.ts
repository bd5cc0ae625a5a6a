import { loadTexts } from '../i18n/index.ts';
import { lazyPart } from '../components/lazy-part.tsx';

/** The drawer that pays orders, for pages of other features; fetched when it is first opened. */
export const Checkout = lazyPart(async () => (await drawers()).CheckoutDrawer);
/** The same for all orders that match. */
export const MatchingCheckout = lazyPart(async () => (await drawers()).MatchingCheckoutDrawer);

async function drawers() {
  const [parts] = await Promise.all([
    import('../features/orders/pay/checkout-drawer.tsx'),
    loadTexts('orders', 'orders-list'),
  ]);
  return parts;
}
