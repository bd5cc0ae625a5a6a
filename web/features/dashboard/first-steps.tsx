import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { Panel } from '#web/ui/page.tsx';
import type { Dashboard } from '#web/components/use-dashboard.ts';
import classes from './dashboard.module.css';

type Step = Dashboard['steps'][number];

const places: Record<Step['key'], string> = {
  store: paths.stores,
  price: paths.products,
  recharge: paths.recharge,
  pay: `${paths.orders}?tab=to_pay`,
  tracking: `${paths.orders}?tab=shipped`,
};

/** The way from an empty account to the first parcel; the first open step has the button. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation('dashboard');
  const next = steps.find((step) => !step.done)?.key;
  return (
    <Panel title={t('steps.title')}>
      <ol className={classes.steps}>
        {steps.map(({ key, done }) => (
          <li key={key} className={classes.step} data-done={done}>
            {done ? (
              <IconCircleCheckFilled size={20} className={classes.tick} aria-label={t('steps.done')} />
            ) : (
              <IconCircle size={20} stroke={1.75} className={classes.open} aria-hidden />
            )}
            <div className={classes.stepWords}>
              <span className={classes.stepName}>{t(`steps.${key}`)}</span>
              <span className={classes.detail}>{t(`steps.${key}Text`)}</span>
            </div>
            {key === next && (
              <Button component={Link} to={places[key]} size="compact-sm" variant="light">
                {t('steps.go')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
