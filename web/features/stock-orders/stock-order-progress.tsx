import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { formatDate } from '#web/lib/format.ts';
import { currentStep, isDone, plannedOf, progressSteps, stepDays } from './stock-order-next.ts';
import classes from './stock-orders.module.css';
import type { StockOrderDetail } from './stock-orders-types.ts';

/** How far an order is, with the day of each step and what happens on it; days to come are the agent's. */
export function StockOrderProgress({
  order,
}: {
  order: Pick<StockOrderDetail, 'status' | 'events' | 'ready_on' | 'eta'>;
}) {
  const { t } = useTranslation('stock-orders');
  const current = currentStep(order.status);
  return (
    <ol className={classes.progress} aria-label={t('progress')}>
      {progressSteps.map((step) => {
        const at = order.events.find((event) => event.status === step)?.at;
        const plan = plannedOf(step, order);
        return (
          <li
            key={step}
            className={classes.step}
            data-done={isDone(step, order.status)}
            aria-current={step === current ? 'step' : undefined}
          >
            {t(`steps.${step}`)}
            {at && <When text={t(`stepDays.${stepDays[step]}`, { day: formatDate(at) })} />}
            {plan && <When text={t(`planned.${plan.what}`, { day: plan.day })} />}
          </li>
        );
      })}
    </ol>
  );
}

/** A day of a step; the day itself stays on one line. */
function When({ text }: { text: string }) {
  return (
    <span className={classes.when}>
      <UnbrokenNumbers text={text} />
    </span>
  );
}
