import { useTranslation } from 'react-i18next';
import { formatDate } from '#web/lib/format.ts';
import { currentStep, isDone, progressSteps } from './stock-order-next.ts';
import classes from './stock-orders.module.css';
import type { StockOrderDetail } from './stock-orders-types.ts';

/** How far an order is, with the day of each step; days to come are the agent's. */
export function StockOrderProgress({
  order,
}: {
  order: Pick<StockOrderDetail, 'status' | 'events' | 'ready_on' | 'eta'>;
}) {
  const { t } = useTranslation('stock-orders');
  const current = currentStep(order.status);
  const planned = { inbound: order.ready_on, stocked: order.eta };
  return (
    <ol className={classes.progress} aria-label={t('progress')}>
      {progressSteps.map((step) => {
        const at = order.events.find((event) => event.status === step)?.at;
        const plan = step === 'inbound' || step === 'stocked' ? planned[step] : null;
        const done = isDone(step, order.status);
        const when = at ? formatDate(at) : plan && !done ? t('planned', { day: plan }) : '';
        return (
          <li key={step} className={classes.step} data-done={done} aria-current={step === current ? 'step' : undefined}>
            {t(`steps.${step}`)}
            <span className={classes.when}>{when}</span>
          </li>
        );
      })}
    </ol>
  );
}
