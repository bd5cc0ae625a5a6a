import { loadTexts } from '../i18n/index.ts';
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx';
import { lazyPart } from './lazy-part.tsx';

const Checkout = lazyPart(async () => {
  const [{ CheckoutDrawer }] = await Promise.all([
    import('../features/orders/pay/checkout-drawer.tsx'),
    loadTexts('orders', 'orders-list'),
  ]);
  return CheckoutDrawer;
});

/** What can still leave today: of another feature, fetched beside the page's own figures. */
const Today = lazyPart(async () => {
  const [{ TodayPanel }] = await Promise.all([
    import('../features/delivery-planning/today-panel.tsx'),
    loadTexts('delivery-planning'),
  ]);
  return ({ main }: { main: boolean }) => <TodayPanel Checkout={Checkout} main={main} />;
});

/** The dashboard with the promise board, from which orders are paid at once. */
export const DashboardWithToday = () => <DashboardPage Today={Today} />;
