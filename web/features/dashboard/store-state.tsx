import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TimeCell } from '#web/components/time-cell.tsx';
import { paths } from '#web/lib/paths.ts';
import type { Dashboard } from '#web/components/use-dashboard.ts';
import classes from './dashboard.module.css';

/** Whether the stores are connected and when they were last compared, and who answers for the provider. */
export function StoreState({ data: { stores, agent } }: { data: Dashboard }) {
  const { t } = useTranslation('dashboard');
  return (
    <dl className={classes.facts}>
      <dt>
        <Anchor component={Link} to={paths.stores}>
          {t('connected', { count: stores.connected })}
        </Anchor>
      </dt>
      <dd data-missing={stores.needs_reauth > 0}>
        {stores.needs_reauth > 0 && t('needsReauth', { count: stores.needs_reauth })}
      </dd>
      <dt>{t('synced')}</dt>
      <dd>{stores.last_reconciled_at ? <TimeCell time={stores.last_reconciled_at} /> : t('never')}</dd>
      <dt>{t('agent')}</dt>
      <dd>{agent ? agent.name : t('noAgent')}</dd>
    </dl>
  );
}
