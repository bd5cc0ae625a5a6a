import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DashboardTask } from '#contract/dashboard.ts';
import { paths, withQuery } from '../lib/paths.ts';
import classes from './list.module.css';
import { useMay } from './session.tsx';
import { useDashboard } from './use-dashboard.ts';

/**
 * After orders came in: which products they wait for, with the way to the matches that only have to be accepted, and to request
 * all other prices at once; nothing when none wait.
 */
export function RequestNext() {
  const { t } = useTranslation('lists');
  const may = useMay();
  const { data } = useDashboard(may('orders', 'view') && may('quotes', 'edit'));
  const waiting = (task: DashboardTask) => data?.tasks.find(({ key }) => key === task)?.count ?? 0;
  const [matched, toQuote] = [waiting('accept_matches'), waiting('request_quotes')];
  if (matched + toQuote === 0) return null;
  return (
    <>
      {matched > 0 && (
        <div className={classes.requestNext} role="status">
          <span>{t('requestNext.matched', { count: matched })}</span>
          <Button component={Link} to={withQuery(paths.products, { orders: 'to_match' })} size="xs" variant="default">
            {t('requestNext.review')}
          </Button>
        </div>
      )}
      {toQuote > 0 && (
        <div className={classes.requestNext} role="status">
          <span>{t('requestNext.text', { count: toQuote })}</span>
          <Button
            component={Link}
            to={withQuery(paths.products, { orders: 'to_quote', request: 'all' })}
            size="xs"
            variant="default"
          >
            {t('requestNext.go', { count: toQuote })}
          </Button>
        </div>
      )}
    </>
  );
}
