import { loadTexts } from '../i18n/index.ts';
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx';
import { lazyPart } from './lazy-part.tsx';

const Checkout = lazyPart(async () => {
  const [{ CheckoutDrawer }] = await Promise.all([
    import('../features/orders/checkout-drawer.tsx'),
    loadTexts('orders', 'order-list'),
  ]);
  return CheckoutDrawer;
});

/** What can still leave today: of another feature, fetched beside the page's own figures. */
const Today = lazyPart(async () => {
  const [{ TodayPanel }] = await Promise.all([import('../features/promises/today-panel.tsx'), loadTexts('promises')]);
  return ({ main }: { main: boolean }) => <TodayPanel Checkout={Checkout} main={main} />;
});

/** The dashboard with the promise board, from which orders are paid at once. */
export const DashboardWithToday = () => <DashboardPage Today={Today} />;
