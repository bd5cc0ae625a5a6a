import type { ComponentProps } from 'react';
import { loadTexts } from '../i18n/index.ts';
import { DashboardPage, type TodayPart } from '../features/dashboard/dashboard-page.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { Checkout } from './checkout.ts';

/** What can still leave today: of another feature, fetched beside the page's own figures. */
const Today = lazyPart(async () => {
  const [{ TodayPanel }] = await Promise.all([
    import('../features/delivery-planning/today-panel.tsx'),
    loadTexts('delivery-planning'),
  ]);
  return (props: ComponentProps<TodayPart>) => <TodayPanel Checkout={Checkout} {...props} />;
});

/** What was sold lately: of another feature, fetched with the charts' library behind the page's own figures. */
const Sales = lazyPart(async () => {
  const [{ SalesTrend }] = await Promise.all([
    import('../features/statistics/sales-trend.tsx'),
    loadTexts('statistics'),
  ]);
  return SalesTrend;
});

/** The dashboard with the promise board, from which orders are paid at once, and with the sales of the last days. */
export const DashboardWithToday = () => <DashboardPage Today={Today} Sales={Sales} />;
