import { useTranslation } from 'react-i18next';
import { stockOrderStatuses } from '#contract/stock-order-rules.ts';
import { formatDate } from '#web/lib/format.ts';
import classes from './stock-orders.module.css';
import type { StockOrderDetail } from './stock-orders-types.ts';

const steps = ['requested', 'quoted', 'partly_paid', 'producing', 'inbound', 'stocked'] as const;
const rank = (status: StockOrderDetail['status']) => stockOrderStatuses.indexOf(status);

/** How far an order is, with the day of each step; days to come are the agent's. */
export function StockOrderProgress({
  order,
}: {
  order: Pick<StockOrderDetail, 'status' | 'events' | 'ready_on' | 'eta'>;
}) {
  const { t } = useTranslation('stock-orders');
  const reached = rank(order.status);
  const current = steps.findLast((step) => rank(step) <= reached);
  const planned = { inbound: order.ready_on, stocked: order.eta };
  return (
    <ol className={classes.progress} aria-label={t('progress')}>
      {steps.map((step) => {
        const at = order.events.find((event) => event.status === step)?.at;
        const plan = step === 'inbound' || step === 'stocked' ? planned[step] : null;
        const when = at ? formatDate(at) : plan && rank(step) > reached ? t('planned', { day: plan }) : '';
        return (
          <li
            key={step}
            className={classes.step}
            data-done={rank(step) < reached || order.status === step}
            aria-current={step === current ? 'step' : undefined}
          >
            {t(`steps.${step}`)}
            <span className={classes.when}>{when}</span>
          </li>
        );
      })}
    </ol>
  );
}
