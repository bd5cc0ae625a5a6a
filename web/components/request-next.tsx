import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths, withQuery } from '../lib/paths.ts';
import classes from './list.module.css';
import { useMay } from './session.tsx';
import { useDashboard } from './use-dashboard.ts';

/** After orders came in: which products they wait for, and the way to request all their prices at once; nothing when all are asked. */
export function RequestNext() {
  const { t } = useTranslation('lists');
  const may = useMay();
  const { data } = useDashboard(may('orders', 'view') && may('quotes', 'edit'));
  const count = data?.tasks.find(({ key }) => key === 'request_quotes')?.count ?? 0;
  if (count === 0) return null;
  return (
    <div className={classes.requestNext} role="status">
      <span>{t('requestNext.text', { count })}</span>
      <Button component={Link} to={withQuery(paths.products, { orders: 'to_quote', request: 'all' })} size="xs">
        {t('requestNext.go', { count })}
      </Button>
    </div>
  );
}
