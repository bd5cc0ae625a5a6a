import { Anchor, Button } from '@mantine/core';
import type { deliveryPlanning } from '#web/i18n/en/delivery-planning.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import type { OrderBlock } from '#web/components/order-status.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import classes from './delivery-planning.module.css';
import { rightOf, type Step } from './today-steps.ts';

const mostShown = 4;
type Fix = keyof typeof deliveryPlanning.fixes;
type ListProps = { steps: readonly Step[]; freed: number; currency: string; main: boolean };

/** The fewest steps that free all orders that can still go, each with the button that leads to it. */
export function TodayStepList({ steps, freed, currency, main }: ListProps) {
  const { t } = useTranslation('delivery-planning');
  if (steps.length === 0) return null;
  const rest = steps.length - mostShown;
  return (
    <section className={classes.plan} aria-label={t('plan')}>
      <h3 className={classes.planTitle}>{t('planFor', { steps: steps.length, orders: freed })}</h3>
      <ol className={classes.steps}>
        {steps.slice(0, mostShown).map((step, index) => (
          <StepRow key={step.key} step={step} currency={currency} main={main && index === 0} />
        ))}
      </ol>
      {rest > 0 && (
        <Anchor component={Link} to={withQuery(paths.orders, { tab: 'action_needed' })} size="sm">
          {t('more', { count: rest })}
        </Anchor>
      )}
    </section>
  );
}

function StepRow({ step, currency, main }: { step: Step; currency: string; main: boolean }) {
  const { t, i18n } = useTranslation('delivery-planning');
  const { t: to } = useTranslation('orders');
  const may = useMay();
  const { act, label, times, amount } = step;
  const block = act === 'other' ? to(`blocks.${label as OrderBlock['code']}`, { defaultValue: label }) : ''; // a code that the server knows
  const sum = amount === null ? '' : formatMoney({ amount, currency }, i18n.language);
  const fix = act === 'other' && i18n.exists(`delivery-planning:fixes.${label}`) ? t(`fixes.${label as Fix}`) : null; // looked up
  const name =
    fix ??
    (times === 1 ? t(`actions.${act}`, { label, amount: sum, block }) : t(`bulkActions.${manyOf(act)}`, { block }));
  return (
    <li className={classes.step}>
      <span className={classes.stepName}>{name}</span>
      <span className={classes.quiet}>
        {[t('unblocks', { count: step.orders }), step.store].filter(Boolean).join(' · ')}
      </span>
      {may(...rightOf[act]) && (
        <Button
          component={Link}
          to={step.to}
          size="compact-sm"
          variant={main ? 'filled' : 'default'}
          aria-label={`${t(`buttons.${act}`)}, ${name}`}
        >
          {t(`buttons.${act}`)}
        </Button>
      )}
    </li>
  );
}

const manyOf = (act: Step['act']) => (act === 'release' || act === 'accept_cost' ? act : 'other');
